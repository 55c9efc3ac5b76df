import type { TSESLint } from '@typescript-eslint/utils';
import type { Helper, HelperSetting } from '../analysis/mcp/helpers.js';
import { helpersOf } from '../analysis/mcp/helpers.js';

export interface Settings {
  /** The reply helpers by which results may be built; `reply(view, text, isError?)` is always one. */
  readonly helpers: readonly Helper[];
  /** A sentence that says what is wrong with the settings, or null. */
  readonly problem: string | null;
}

const read = new WeakMap<object, Settings>();
const NONE: Settings = { helpers: helpersOf([]), problem: null };

/** The shared settings of all rules, `settings['mcp-reply']`. What cannot be used is left out and named in `problem`. */
export function settingsOf(context: { readonly settings: TSESLint.SharedConfigurationSettings }): Settings {
  const own = context.settings['mcp-reply'];
  if (own === undefined || own === null) return NONE;
  if (typeof own !== 'object') return { ...NONE, problem: "`settings['mcp-reply']` has to be an object." };
  let settings = read.get(own);
  if (!settings) read.set(own, (settings = parse(own as Record<string, unknown>)));
  return settings;
}

function parse(own: Record<string, unknown>): Settings {
  const other = Object.keys(own).find((key) => key !== 'helpers');
  if (other !== undefined)
    return { ...NONE, problem: `\`settings['mcp-reply']\` has no \`${other}\`; it takes \`helpers\`.` };
  if (own['helpers'] === undefined) return NONE;
  if (!Array.isArray(own['helpers'])) return { ...NONE, problem: "`settings['mcp-reply'].helpers` has to be a list." };
  const usable: HelperSetting[] = [];
  let problem: string | null = null;
  for (const entry of own['helpers'] as unknown[]) {
    const wrong = problemOf(entry);
    if (wrong === null) usable.push(entry as HelperSetting);
    else problem ??= wrong;
  }
  return { helpers: helpersOf(usable), problem };
}

function problemOf(entry: unknown): string | null {
  const shown = `The entry ${JSON.stringify(entry)} of \`settings['mcp-reply'].helpers\``;
  if (typeof entry === 'string') return entry === '' ? `${shown} is empty.` : null;
  if (typeof entry !== 'object' || entry === null) return `${shown} is neither a name nor an object with a \`name\`.`;
  const { name, module, view, text, ...rest } = entry as Record<string, unknown>;
  const [other] = Object.keys(rest);
  if (other !== undefined) return `${shown} has \`${other}\`; it takes \`name\`, \`module\`, \`view\` and \`text\`.`;
  if (typeof name !== 'string' || name === '') return `${shown} has no \`name\`.`;
  if (module !== undefined && typeof module !== 'string') return `${shown} has a \`module\` that is no string.`;
  const positions = [view, text].filter((p) => p !== undefined);
  if (positions.some((p) => !Number.isInteger(p) || (p as number) < 0)) {
    return `${shown}: \`view\` and \`text\` are positions of arguments, counted from 0.`;
  }
  if (view !== undefined && view === text) return `${shown} takes view and text from the same argument.`;
  return null;
}
