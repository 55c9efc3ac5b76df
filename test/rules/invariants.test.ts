import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ESLint, Rule } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, test } from 'vitest';
import plugin from '../../index.js';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const NAMED = /^(?:no|require|prefer|valid|consistent|max)-[a-z-]+$/;

/** Rule files are those that make a rule; their neighbours are parts. */
const files = readdirSync(path.join(root, 'rules'))
  .filter((file) => /= createRule[<(]/.test(read(`rules/${file}`)) && file !== 'create-rule.ts')
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const rules = Object.entries(plugin.rules as Record<string, Rule.RuleModule>);

test('every rule file is exported under its name, and nothing else is', () => {
  expect(files.length).toBeGreaterThan(8);
  expect(rules.map(([name]) => name).sort()).toEqual(files);
});

test('the plugin names itself as the package does', () => {
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
  expect(plugin.meta).toEqual({ name, version, namespace: 'mcp-reply' });
});

describe.each(rules)('%s', (name, rule) => {
  const meta = rule.meta!;
  const docs = meta.docs as { description: string; url: string; recommended?: boolean; strict?: boolean };

  test('its name says what sort of rule it is', () => {
    expect(name).toMatch(NAMED);
  });

  test('it is described, documented and tested under its name', () => {
    expect(docs.description).toMatch(/^(?:Disallow|Require|Prefer|Enforce) .*[^.]$/);
    expect(docs.url).toMatch(new RegExp(`/docs/rules/${name}\\.md$`));
    expect(existsSync(path.join(root, `test/rules/${name}.test.ts`))).toBe(true);
    expect(read(`docs/rules/${name}.md`)).toContain(`mcp-reply/${name}`);
  });

  test('its messages are sentences, and all of them are used', () => {
    const messages = Object.entries(meta.messages!);
    expect(messages.length).toBeGreaterThan(0);
    const source = read(`rules/${name}.ts`);
    for (const [id, text] of messages) {
      expect(text).toMatch(/^[A-Z`{].*(?:\.|\}\})$/s);
      // Ids that a fault of the analysis gives are named in the messages alone.
      expect(source).toContain(id);
    }
  });

  test('its options are closed and described, and have defaults that the schema allows', () => {
    const schema = meta.schema as readonly {
      type: string;
      additionalProperties?: boolean;
      properties: Record<string, { description?: string }>;
    }[];
    expect(Array.isArray(schema)).toBe(true);
    const defaults = (meta.defaultOptions ?? []) as readonly Record<string, unknown>[];
    expect(defaults.length).toBe(schema.length);
    schema.forEach((option, i) => {
      expect(option.type).toBe('object');
      expect(option.additionalProperties).toBe(false);
      expect(Object.keys(defaults[i]!).sort()).toEqual(Object.keys(option.properties).sort());
      for (const property of Object.values(option.properties)) expect(property.description).toMatch(/^[A-Z].*\.$/s);
    });
  });

  test('it is in the configs that it says it is in', () => {
    const id = `mcp-reply/${name}`;
    const { recommended, strict } = plugin.configs;
    expect(id in recommended.rules!).toBe(docs.recommended === true);
    expect(id in strict.rules!).toBe(docs.strict === true || docs.recommended === true);
  });

  test('rewrites are suggestions, never fixes', () => {
    expect(meta.fixable).toBeUndefined();
  });
});

test('configs know no other rules, and leave tests alone', () => {
  expect(Object.keys(plugin.configs)).toEqual(['recommended', 'strict']);
  for (const name of ['recommended', 'strict'] as const) {
    const config = plugin.configs[name];
    expect(config.name).toBe(`mcp-reply/${name}`);
    const known = Object.keys(config.rules!).filter((id) => !(id.replace('mcp-reply/', '') in plugin.rules!));
    expect(known).toEqual([]);
    expect(config.ignores).toContain('**/*.{test,spec}.*');
  }
});

test('a flat config extends the configs by name', () => {
  const typed: ESLint.Plugin = plugin;
  const config = defineConfig({ plugins: { 'mcp-reply': typed }, extends: ['mcp-reply/recommended'] });
  expect(config.some((c) => c.rules?.['mcp-reply/require-reply'] !== undefined)).toBe(true);
});
