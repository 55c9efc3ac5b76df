import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import { afterAll, describe, expect, test } from 'vitest';
import plugin from '../../index.js';
import { note } from '../../runtime/reply.js';
import { mcpReply } from '../cli/built.js';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-reply-published-'));
// The copies find their dependencies where the originals find them.
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

interface Result {
  readonly content: unknown;
  readonly structuredContent?: Record<string, unknown>;
}

interface Published {
  readonly package: string;
  readonly entry: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
  /** How many results the codemod rewrites at the least. */
  readonly rewritten: number;
}

function copyOf(name: string, label: string): string {
  const copy = path.join(folder, label, name);
  mkdirSync(path.dirname(copy), { recursive: true });
  cpSync(path.join(root, 'node_modules', name), copy, { recursive: true });
  return copy;
}

async function inlineResults(copy: string): Promise<string[]> {
  const eslint = new ESLint({
    cwd: copy,
    overrideConfigFile: true,
    ignore: false,
    overrideConfig: [{ files: ['**/*.js'], languageOptions: { parser } }, plugin.configs.recommended],
  });
  const results = await eslint.lintFiles(['dist/**/*.js']);
  expect(results.flatMap((r) => r.messages.filter((m) => m.fatal))).toEqual([]);
  return results.flatMap((r) =>
    r.messages
      .filter((m) => m.ruleId === 'mcp-reply/require-reply')
      .map((m) => `${path.basename(r.filePath)}:${m.line}`),
  );
}

async function callAll(copy: string, server: Published): Promise<Result[]> {
  const client = new Client({ name: 'published-servers', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(copy, server.entry), ...server.args],
    env: { PATH: process.env['PATH'] ?? '', ...server.env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  try {
    // Clients validate only the results of tools that they listed.
    await client.listTools();
    const results: Result[] = [];
    for (const call of server.calls) results.push((await client.callTool(call)) as Result);
    return results;
  } finally {
    await client.close();
  }
}

/** Lints, migrates a copy, and gives back what the tools answered before and after. */
async function beforeAndAfter(server: Published): Promise<{ before: Result[]; after: Result[] }> {
  const old = copyOf(server.package, 'before');
  const now = copyOf(server.package, 'after');
  const found = await inlineResults(now);
  expect(found.length).toBeGreaterThanOrEqual(server.rewritten);
  // Build output is skipped unless it is named.
  const { code, out } = await mcpReply(now, ['migrate', '--allow-dirty', 'dist']);
  expect(code, out).toBe(0);
  const rewritten = Number(/(\d+) results? (?:were )?rewritten/.exec(out)?.[1]);
  expect(rewritten, out).toBeGreaterThanOrEqual(server.rewritten);
  // Only what was left is still built inline.
  expect((await inlineResults(now)).length).toBe(found.length - rewritten);
  return { before: await callAll(old, server), after: await callAll(now, server) };
}

function expectSameButForNotes(before: readonly Result[], after: readonly Result[]): void {
  expect(after.map((r) => r.content)).toEqual(before.map((r) => r.content));
  expect(
    after.map((r) => {
      const view = { ...r.structuredContent };
      delete view['note'];
      return r.structuredContent && view;
    }),
  ).toEqual(before.map((r) => r.structuredContent));
  // The note is there exactly where the text says more than the view.
  for (const [i, result] of after.entries()) {
    const text = (before[i]!.content as { text?: string }[])[0]?.text ?? '';
    const view = before[i]!.structuredContent;
    if (view) expect(result.structuredContent?.['note'] ?? '').toBe(note(text, view));
  }
}

describe('published servers before and after the migration', { timeout: 120_000 }, () => {
  test('@modelcontextprotocol/server-memory', async () => {
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
    const server = (file: string): Published => ({
      package: '@modelcontextprotocol/server-memory',
      entry: 'dist/index.js',
      args: [],
      env: { MEMORY_FILE_PATH: path.join(folder, file) },
      calls: [
        { name: 'create_entities', arguments: { entities } },
        { name: 'read_graph', arguments: {} },
        { name: 'search_nodes', arguments: { query: 'Ada' } },
        { name: 'delete_entities', arguments: { entityNames: ['Ada'] } },
      ],
      rewritten: 9,
    });
    const { before, after } = await beforeAndAfter(server('memory.jsonl'));
    expectSameButForNotes(before, after);
    expect(after.every((r) => r.structuredContent && !('note' in r.structuredContent))).toBe(true);
  });

  test('@modelcontextprotocol/server-filesystem', async () => {
    const files = path.join(folder, 'files');
    mkdirSync(files, { recursive: true });
    cpSync(fileURLToPath(import.meta.url), path.join(files, 'a.txt'));
    const { before, after } = await beforeAndAfter({
      package: '@modelcontextprotocol/server-filesystem',
      entry: 'dist/index.js',
      args: [files],
      env: {},
      calls: [
        { name: 'read_text_file', arguments: { path: path.join(files, 'a.txt') } },
        { name: 'list_directory', arguments: { path: files } },
        { name: 'search_files', arguments: { path: files, pattern: 'nothing' } },
        { name: 'list_allowed_directories', arguments: {} },
      ],
      rewritten: 11,
    });
    expectSameButForNotes(before, after);
  });

  test('@modelcontextprotocol/server-everything', async () => {
    const { before, after } = await beforeAndAfter({
      package: '@modelcontextprotocol/server-everything',
      entry: 'dist/index.js',
      args: ['stdio'],
      env: {},
      calls: [
        { name: 'get-structured-content', arguments: { location: 'New York' } },
        { name: 'echo', arguments: { message: 'hello' } },
      ],
      rewritten: 1,
    });
    expectSameButForNotes(before, after);
  });

  test('@arikusi/deepseek-mcp-server: lost words arrive through its closed schema', async () => {
    // The server is real; the completion that it asks its own upstream for is answered here.
    const upstream = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'c1',
          object: 'text_completion',
          created: 0,
          model: 'deepseek-v4-flash',
          choices: [{ index: 0, text: 'return a + b', finish_reason: 'stop' }],
          usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
        }),
      );
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    try {
      const { before, after } = await beforeAndAfter({
        package: '@arikusi/deepseek-mcp-server',
        entry: 'dist/index.js',
        args: [],
        env: {
          DEEPSEEK_API_KEY: 'sk-not-a-key',
          DEEPSEEK_BASE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
          SHOW_COST_INFO: 'true',
          SKIP_CONNECTION_TEST: 'true',
        },
        calls: [{ name: 'deepseek_fim', arguments: { prompt: 'def add(a, b):', model: 'deepseek-chat' } }],
        rewritten: 2,
      });
      expectSameButForNotes(before, after);
      expect(before[0]!.structuredContent).not.toHaveProperty('note');
      expect(after[0]!.structuredContent?.['note']).toContain('Request Information');
    } finally {
      upstream.close();
    }
  });
});
