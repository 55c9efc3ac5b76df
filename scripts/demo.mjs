/*
 * `npm run demo`: the example server before and after the migration, on a fresh clone with nothing installed. It lints the
 * example, shows the migration's diff, applies it to a copy, lints again, runs both servers, and prints what a host that
 * drops the text hands the model. Exit 0 only if all of that held.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, install, root, run } from './steps.mjs';

const HOST = 'claude-code';
const CALLS = [
  { name: 'start_here', arguments: {} },
  { name: 'my_queue', arguments: {} },
  { name: 'find_messages', arguments: { query: 'nothing like this' } },
  { name: 'catch_up', arguments: {} },
  { name: 'timeline', arguments: { topic: 'lamp' } },
  { name: 'sync', arguments: {} },
];

const failures = [];
const title = (text) => console.log(`\n== ${text}\n`);
const check = (held, text) => {
  if (!held) failures.push(text);
  console.log(`${held ? 'ok    ' : 'FAILED'} ${text}`);
};
const must = async (what, ended) => {
  const { code, output } = await ended;
  if (code === 0) return output;
  console.log(output);
  console.error(`${what} failed.`);
  process.exit(1);
};

await install();
title('Build');
await must('The build', run(process.execPath, ['scripts/build.mjs']));
console.log('built');

// Copies lie inside the repository, so that the servers find its packages.
const folder = path.join(root, '.cache', `demo-${process.pid}`);
const before = path.join(folder, 'before');
const after = path.join(folder, 'after');
process.on('exit', () => {
  for (const each of [folder, path.join(root, '.cache', `test-${process.pid}`)])
    rmSync(each, { recursive: true, force: true });
});
for (const copy of [before, after]) {
  mkdirSync(copy, { recursive: true });
  cpSync(path.join(root, 'examples/discord-history'), copy, {
    recursive: true,
    filter: (file) => !/[\\/](?:dist|node_modules)(?:$|[\\/])/.test(path.relative(root, file)),
  });
}

const { ESLint } = await import('eslint');
const parser = await import('@typescript-eslint/parser');
const load = async (file) => import(pathToFileURL(path.join(root, 'dist', file)).href);
const { default: plugin } = await load('index.js');
const { modelView } = await load('runtime/hosts/index.js');

/** The findings of a config in a folder, as lines. */
async function lint(cwd, config) {
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: true,
    ignore: false,
    overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser } }, plugin.configs[config]],
  });
  const results = await eslint.lintFiles(['src']);
  return results.flatMap((r) =>
    r.messages.map((m) => `${path.relative(cwd, r.filePath)}:${m.line} ${m.ruleId}\n    ${m.message}`),
  );
}

title('Lint the example (recommended)');
const found = await lint(before, 'recommended');
console.log(found.join('\n'));
check(
  found.some((f) => f.includes('no-text-only-framing')),
  `${found.length} findings, lost words among them`,
);

title('What the migration would do');
const cli = path.join(root, 'dist/cli/main.js');
const inAfter = (...args) => run(process.execPath, [cli, ...args], {}, after);
console.log(await must('The dry run', inAfter('migrate', '--dry-run', '--allow-dirty', 'src')));

title('Migrate a copy');
console.log(await must('The migration', inAfter('migrate', '--allow-dirty', 'src')));

title('Lint the migrated copy (recommended)');
const left = await lint(after, 'recommended');
console.log(left.join('\n') || 'no findings');
check(left.length === 0, 'quiet');

title('Run both servers');
for (const copy of [before, after]) await must(`Compiling ${path.basename(copy)}`, bin('tsc', ['-p', copy]));
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');

async function results(copy) {
  const client = new Client({ name: 'demo', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(copy, 'dist/server.js')],
    stderr: 'ignore',
  });
  await client.connect(transport);
  try {
    // Clients validate only the results of tools that they listed.
    await client.listTools();
    const all = [];
    for (const call of CALLS) all.push(await client.callTool(call));
    return all;
  } finally {
    await client.close();
  }
}

const [old, now] = [await results(before), await results(after)];
const shown = (result) => {
  const { blocks, json } = modelView(result, HOST).shown;
  return [json === undefined || json === null ? '' : JSON.stringify(json), ...blocks.map((b) => b.text ?? '')]
    .filter(Boolean)
    .join('\n');
};
for (const [i, call] of CALLS.entries()) {
  const text = old[i].content.map((b) => b.text ?? '').join('\n');
  const note = now[i].structuredContent?.note ?? '';
  const { note: _, ...view } = now[i].structuredContent ?? {};
  console.log(`-- ${call.name}`);
  console.log(`   before, the model reads: ${cut(shown(old[i]))}`);
  console.log(`   after,  the model reads: ${cut(shown(now[i]))}`);
  console.log(`   note: ${note.length} of the text's ${text.length} characters`);
  check(JSON.stringify(old[i].content) === JSON.stringify(now[i].content), `${call.name}: the text is the same`);
  check(
    JSON.stringify(old[i].structuredContent) === JSON.stringify(view),
    `${call.name}: the view is the same but for the note`,
  );
  const rule = text.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('- ')) ?? '';
  check(
    !shown(old[i]).includes(JSON.stringify(rule).slice(1, -1)),
    `${call.name}: before, its words are lost ("${cut(rule, 50)}")`,
  );
  check(shown(now[i]).includes(JSON.stringify(rule).slice(1, -1)), `${call.name}: after, they arrive`);
}

console.log(
  failures.length === 0 ? '\nAll of that held.' : `\n${failures.length} did not hold:\n${failures.join('\n')}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

function cut(text, most = 240) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 3)}...` : line;
}
