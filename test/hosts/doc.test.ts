import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../runtime/hosts/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/hosts.md', () => {
  it('is what the table says', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/make-hosts-doc.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('has a row and evidence for each host', () => {
    const page = readFileSync(new URL('../../docs/hosts.md', import.meta.url), 'utf8');
    for (const host of hosts) {
      expect(page).toContain(`### <a id="${host.id}"></a>${host.name}\n`);
      expect(page.includes(`| [${host.name}](#${host.id})`)).toBe(!('standing' in host));
    }
  });
});
