/**
 * The form in which phrases are compared: what a person would read as the same words is the same string.
 *
 * - curly, low, angled and prime quotes and apostrophes become `"` and `'`;
 * - every dash and the minus sign become `-`, and so do two or three hyphens that stand for a dash;
 * - the ellipsis character becomes three dots;
 * - any run of white space, line breaks and no-break spaces included, becomes one space; ends are trimmed;
 * - soft hyphens and zero-width spaces go;
 * - accents are composed (NFC). Not NFKC: that also turns `10²` into `102` and `½` into `1⁄2`, which are other words.
 *
 * Capitals, other punctuation and Markdown marks (a backtick is one) count.
 */
export function normalForm(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text
    .normalize('NFC')
    .replace(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replace(/[\u2018-\u201B\u2032\u2035\u02B9\u02BC\u00B4\u2039\u203A\uFF07]/g, "'")
    .replace(/[\u201C-\u201F\u2033\u2036\u00AB\u00BB\u301D\u301E\u301F\uFF02]/g, '"')
    .replace(/[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/g, '-')
    .replace(/(?<=\w)-{2,3}(?=\w)|(?<=\s)-{2,3}(?=\s)/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Printable ASCII with single spaces and single hyphens: nothing to do. */
const PLAIN = /^(?:[\x21-\x2C\x2E-\x7E]|-(?!-)| (?! ))*$/;
