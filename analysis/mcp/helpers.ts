/** A reply helper that the settings name: which of its arguments is the view and which the text, from 0. */
export interface Helper {
  readonly name: string;
  /** The module it comes from, as the import writes it; null: any. */
  readonly module: string | null;
  readonly view: number;
  readonly text: number;
}

/** An entry of `settings['mcp-reply'].helpers`. */
export type HelperSetting =
  string | { readonly name: string; readonly module?: string; readonly view?: number; readonly text?: number };

export const DEFAULT_HELPERS: readonly Helper[] = [{ name: 'reply', module: null, view: 0, text: 1 }];

/** The helpers that the settings name; `reply(view, text, isError?)` is always one. */
export function helpersOf(settings: readonly HelperSetting[]): Helper[] {
  const named = settings.map((s): Helper => {
    if (typeof s === 'string') return { name: s, module: null, view: 0, text: 1 };
    const view = s.view ?? (s.text === 0 ? 1 : 0);
    return { name: s.name, module: s.module ?? null, view, text: s.text ?? (view === 0 ? 1 : 0) };
  });
  return [...named, ...DEFAULT_HELPERS.filter((d) => !named.some((n) => n.name === d.name))];
}
