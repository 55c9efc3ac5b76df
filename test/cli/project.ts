import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with files, removed when the test is over. */
export function project(files: Readonly<Record<string, string | Uint8Array>>, name = 'mcp reply '): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), name)));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [file, text] of Object.entries(files)) write(path.join(folder, file), text);
  return folder;
}

export function write(file: string, text: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Every file of a folder but git's own, by path with `/`. */
export function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}.git${path.sep}`))
    .sort();
  return Object.fromEntries(
    files.map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]),
  );
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Makes a repository of a folder, everything in it committed. */
export function commitAll(folder: string): void {
  git(folder, 'init', '--quiet', '.');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'start');
}

/** The inline result of a server that tells the tides, and what becomes of it. */
export const INLINE = `import { server } from './start.js';

server.registerTool('tide', {}, async () => {
  const view = { at: '10:00' };
  return {
    content: [{ type: 'text', text: \`Never convert them.\\n\${view.at}\` }],
    structuredContent: view,
  };
});
`;

export const REPLIED = `import { server } from './start.js';
import { reply } from './reply.js';

server.registerTool('tide', {}, async () => {
  const view = { at: '10:00' };
  return reply(view, \`Never convert them.\\n\${view.at}\`);
});
`;
export const MODULE = '{ "name": "tides", "type": "module" }\n';
