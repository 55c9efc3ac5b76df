import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '../package/project.js';
import { eslint, reportsOf } from '../package/project.js';
import { CONFIG, INLINE } from '../package/tides.js';
import { commandOf, copyOf, npmInstalled } from './installed.js';

const PAGE = 'docs/house-helpers.md';

const REQUIRE = INLINE.replace(
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
  "const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');",
).replace('export const server', 'const server');

/** A workspace with an ESM server in TypeScript, a CommonJS server in JavaScript and a shared helper. */
const WORKSPACE = {
  'package.json': JSON.stringify({ name: 'harbour', private: true, workspaces: ['packages/*'] }),
  'packages/server/package.json': JSON.stringify({
    name: '@tides/server',
    type: 'module',
    dependencies: { '@tides/mcp-reply-helper': '*', '@tides/rules': '*' },
  }),
  'packages/server/src/a.ts': INLINE,
  'packages/server/tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "paths": { "#texts/*": ["./src/texts/*"] } } }',
  'packages/old/package.json': JSON.stringify({ name: '@tides/old' }),
  'packages/old/src/a.js': REQUIRE,
  'packages/helper/package.json': JSON.stringify({
    name: '@tides/mcp-reply-helper',
    type: 'module',
    exports: './index.js',
  }),
  'packages/helper/index.js': `export function reply(view, text, isError = false) {
  const content = [{ type: 'text', text }];
  const structuredContent = { note: text, ...view };
  return isError ? { content, structuredContent, isError } : { content, structuredContent };
}
`,
  'packages/rules/package.json': JSON.stringify({ name: '@tides/rules', type: 'module', exports: './index.ts' }),
  'packages/rules/index.ts': `export const ZONE_RULE = 'Times are local to the harbour. Never convert them.';\n`,
};

let folder: string;
beforeAll(async () => {
  folder = await npmInstalled(['eslint@10', 'typescript-eslint@8', 'typescript@~6.0.0'], WORKSPACE);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const command = (made: Project, line: string, ...more: readonly string[]) => {
  const [program = '', ...args] = commandOf(PAGE, line).split(' ');
  return made.run(program, [...args.filter((arg) => arg !== '--dry-run'), ...more]);
};

test('one helper per package, in the form of the package', async () => {
  const made = copyOf(folder);
  const ended = await command(made, 'npx eslint-plugin-mcp-reply migrate --dry-run packages', '--allow-dirty');
  expect(ended.code, ended.output).toBe(0);
  expect(made.read('packages/server/src/reply.ts')).toContain('export function reply');
  expect(made.read('packages/server/src/a.ts')).toContain("from './reply.js'");
  const loaded = await made.run(process.execPath, ['-p', "typeof require('./packages/old/src/reply.js').reply"]);
  expect(loaded).toMatchObject({ stdout: 'function\n' });
  expect(made.read('packages/old/src/a.js')).toMatch(/require\('\.\/reply(?:\.js)?'\)/);
});

test('one shared helper, imported as a package', async () => {
  const made = copyOf(folder);
  const line = 'npx eslint-plugin-mcp-reply migrate --dry-run --helper @tides/mcp-reply-helper packages/server';
  const ended = await command(made, line, '--allow-dirty');
  expect(ended.code, ended.output).toBe(0);
  expect(made.read('packages/server/src/a.ts')).toContain("import { reply } from '@tides/mcp-reply-helper';");
  expect(made.read('packages/old/src/a.js')).toBe(REQUIRE);
});

const TYPED = CONFIG.replace(
  'export default defineConfig({',
  `import tseslint from 'typescript-eslint';\n\nexport default defineConfig({\n  files: ['**/*.{ts,js}'],\n  languageOptions: { parser: tseslint.parser },`,
);

test('one eslint.config.js at the root', async () => {
  const made = copyOf(folder, { 'eslint.config.mjs': TYPED });
  const reports = reportsOf(made, (await eslint(made, ['packages', '--format', 'json'])).stdout);
  const framing = reports.filter(({ rule }) => rule === 'mcp-reply/no-text-only-framing').map(({ file }) => file);
  expect(framing).toEqual(expect.arrayContaining(['packages/old/src/a.js', 'packages/server/src/a.ts']));
});

test('a nested eslint.config.js', async () => {
  const made = copyOf(folder, { 'packages/server/eslint.config.js': TYPED });
  const ended = await made.run(process.execPath, ['../../node_modules/eslint/bin/eslint.js', 'src'], {
    cwd: 'packages/server',
  });
  expect(ended.output).toContain('mcp-reply/no-text-only-framing');
});

test('a rule constant in another package and behind a path alias is followed', async () => {
  const imported = (from: string): string =>
    INLINE.replace(/const ZONE_RULE = .*;\n/, `import { ZONE_RULE } from '${from}';\n`);
  const made = copyOf(folder, {
    'eslint.config.mjs': TYPED,
    'packages/server/src/a.ts': imported('@tides/rules'),
    'packages/server/src/b.ts': imported('#texts/rules.js'),
    'packages/server/src/texts/rules.ts': WORKSPACE['packages/rules/index.ts'],
  });
  const reports = reportsOf(made, (await eslint(made, ['packages/server', '--format', 'json'])).stdout);
  const framing = reports.filter(({ rule }) => rule === 'mcp-reply/no-text-only-framing');
  expect(framing.map(({ file }) => file)).toEqual(['packages/server/src/a.ts', 'packages/server/src/b.ts']);
  for (const { message } of framing) expect(message).toContain('Never convert them');
});
