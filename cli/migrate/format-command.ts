import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Formatter {
  readonly config: RegExp;
  /** A key of package.json that holds its configuration. */
  readonly key: string | null;
  readonly command: string;
}

const FORMATTERS: readonly Formatter[] = [
  { config: /^\.?biome\.jsonc?$/, key: null, command: 'npx biome format --write' },
  {
    config: /^(?:\.prettierrc(?:\..+)?|prettier\.config\.[cm]?[jt]s)$/,
    key: 'prettier',
    command: 'npx prettier --write',
  },
  { config: /^\.?dprint\.jsonc?$/, key: null, command: 'npx dprint fmt' },
  { config: /^deno\.jsonc?$/, key: null, command: 'deno fmt' },
  { config: /^eslint\.config\.[cm]?[jt]s$/, key: null, command: 'npx eslint --fix' },
];

const MOST_FILES = 20;

/**
 * The command that formats the changed files with the formatter that the project has, or null.
 *
 * @param files relative to `cwd`, with `/`
 */
export function formatCommand(files: readonly string[], cwd: string): string | null {
  const formatter = formatterOf(cwd);
  if (!formatter) return null;
  const names = files.length > MOST_FILES ? ['.'] : files.map(shellWord);
  return `${formatter} ${names.join(' ')}`;
}

/** The nearest configuration from the working directory up to the root of its repository. */
function formatterOf(cwd: string): string | null {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const names = namesIn(folder);
    const manifest = names.includes('package.json') ? readJson(path.join(folder, 'package.json')) : {};
    for (const { config, key, command } of FORMATTERS) {
      if (names.some((name) => config.test(name)) || (key !== null && key in manifest)) return command;
    }
    const used = JSON.stringify([manifest['devDependencies'] ?? {}, manifest['scripts'] ?? {}]);
    if (/\bprettier\b/.test(used)) return 'npx prettier --write';
    if (existsSync(path.join(folder, '.git')) || path.dirname(folder) === folder) return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readJson(file: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as object) };
  } catch {
    return {};
  }
}

function shellWord(name: string): string {
  return /^[\w./@+-]+$/.test(name) && !name.startsWith('-') ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
