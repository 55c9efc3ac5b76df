/*
 * What `npm test` and `npm run test:integration` share: named steps, each with a line of its own, all of them run even when
 * one fails, and `N passed, N failed` at the end. No dependency: it runs before anything is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const cache = path.join(root, '.cache');
const total = { passed: 0, failed: 0 };

/**
 * @typedef {{ passed: number, failed: number, skipped?: number }} Counts
 * @typedef {{ code: number, output: string }} Ended
 */

/**
 * Runs one step and prints its line. What the step printed follows only when it failed.
 * @param {string} name
 * @param {() => Promise<Ended & Partial<Counts>>} run Without counts the step is one test.
 * @returns {Promise<boolean>} whether it passed
 */
export async function step(name, run) {
  const start = performance.now();
  const { code, output, passed, failed, skipped = 0 } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const good = code === 0 && !failed;
  total.passed += passed ?? (good ? 1 : 0);
  // An exit code without a failed test (an unhandled error, a missing coverage) is a failure too.
  total.failed += failed || (good ? 0 : 1);
  const counts = passed === undefined ? '' : ` (${passed} passed, ${failed} failed, ${skipped} skipped)`;
  console.log(`${good ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}${counts}`);
  if (!good) console.log(output.trimEnd());
  return good;
}

/** Prints the last line and sets the exit code. */
export function finish() {
  rmSync(scratch, { recursive: true, force: true });
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** A folder of this run, removed at the end. */
const scratch = path.join(cache, `test-${process.pid}`);
mkdirSync(scratch, { recursive: true });

/**
 * Runs a program without a shell and collects what it prints.
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ended>}
 */
export function run(file, args, env = {}, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${output}${file}: ${error.message}\n` }));
    child.on('close', (code, signal) => resolve({ code: code ?? 1, output: signal ? `${output}${signal}\n` : output }));
  });
}

/**
 * Runs a program of an installed package.
 * @param {string} name as in node_modules/.bin
 * @param {string[]} args
 */
export const bin = (name, args, env = {}) => run(path.join(root, 'node_modules/.bin', name), args, env);

/** Runs steps after one another until one fails, as one. */
export async function all(...runs) {
  let output = '';
  for (const each of runs) {
    const ended = await each();
    output += ended.output;
    if (ended.code !== 0) return { code: ended.code, output };
  }
  return { code: 0, output };
}

/** Installs what the lock file names, unless that is there already. */
export async function install() {
  const lock = path.join(root, 'package-lock.json');
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  // `prepare` is the build, which is a step of its own.
  return step('install', () => run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']));
}

/**
 * Runs vitest and counts its tests. A file that cannot be loaded is one failed test.
 * @param {string[]} args
 */
export async function vitest(args, env = {}) {
  const file = path.join(scratch, 'vitest.json');
  rmSync(file, { force: true });
  const ended = await bin(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      NO_COLOR: '1',
      ...env,
    },
  );
  if (!existsSync(file)) return { ...ended, code: ended.code || 1, passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const unloaded = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  return {
    ...ended,
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Packs the package as it is built now. Returns the path of the tarball, or null where packing failed. */
export async function pack() {
  let tarball = null;
  await step('pack', async () => {
    const ended = await run('npm', ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', scratch]);
    if (ended.code === 0) {
      // npm 11 prints a list, later versions an object by name.
      const packed = Object.values(JSON.parse(ended.output))[0];
      tarball = path.join(scratch, packed.filename);
    }
    return ended;
  });
  return tarball;
}
