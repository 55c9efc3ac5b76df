import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the packed package, which every test of a run shares. */
    tarball: string;
  }
}

/** Hands the tests the tarball that `scripts/test.mjs` packed, or builds and packs one for this run. */
export default function setup(project: TestProject): (() => void) | undefined {
  const packed = process.env['MCP_REPLY_TARBALL'];
  if (packed) {
    project.provide('tarball', packed);
    return undefined;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mcp-reply-pack-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [name] = readdirSync(folder);
  if (name === undefined) throw new Error('npm pack wrote no tarball');
  project.provide('tarball', path.join(folder, name));
  return () => {
    rmSync(folder, { recursive: true });
  };
}
