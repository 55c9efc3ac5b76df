import type { Program } from '../syntax/tree.js';

/** The major version of the official SDK that a file is written for, or null where its imports do not say. */
export function sdkOf(ast: Program): 'v1' | 'v2' | null {
  let found: 'v1' | 'v2' | null = null;
  for (const statement of ast.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const module = statement.source.value;
    if (/^@modelcontextprotocol\/sdk(?:\/|$)/.test(module)) return 'v1';
    if (/^@modelcontextprotocol\/(?:server|client|core|node|express|fastify|hono)(?:\/|$)/.test(module)) found = 'v2';
  }
  return found;
}

/** True where a file imports one of the packages, or a module below it. */
export function imports(ast: Program, packages: readonly string[]): boolean {
  return ast.body.some((statement) => {
    if (statement.type !== 'ImportDeclaration') return false;
    const module = statement.source.value;
    return packages.some((name) => module === name || module.startsWith(`${name}/`));
  });
}
