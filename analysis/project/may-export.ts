/** `export *` hands on names that the text does not show; so does a module that is another one, or spreads it. */
const HANDS_ON = /\bexport\s*[*=]|\bmodule\.exports\s*=\s*(?:[^{\s]|\{[^}]*\.\.\.)/;
const HAS_DEFAULT = /\bdefault\b|\bmodule\.exports\b|\bexport\s*=/;

/** Whether a file's text leaves open that it exports `name` (`default`, or `*` for all): a cheap test before parsing. */
export function mayExport(text: string, name: string): boolean {
  if (name === '*') return true;
  if (name === 'default') return HAS_DEFAULT.test(text);
  return text.includes(name) || HANDS_ON.test(text);
}
