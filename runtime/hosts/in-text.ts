import { normalForm } from '../streams/normal-form.js';
import type { Json } from './json.js';

/**
 * Makes a test for whether the values of leaves stand in a text, as words or as JSON: a number or `true` as a word of
 * its own, a string anywhere. An empty string stands everywhere.
 */
export function valuesIn(text: string): (value: Json) => boolean {
  const words = normalForm(text);
  return (value) => {
    if (typeof value === 'string') {
      return words.includes(normalForm(value)) || text.includes(JSON.stringify(value).slice(1, -1));
    }
    if (typeof value === 'object' && value !== null) return words.includes(JSON.stringify(value));
    if (typeof value === 'number') {
      return hasWord(words, String(value)) || hasWord(words, value.toLocaleString('en'));
    }
    return hasWord(words, String(value));
  };
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' ';
    const after = text.slice(at + word.length, at + word.length + 2);
    // `5` stands in `5.` and `5, 6`, not in `5.25`, `15` or `5,000`.
    if (!/[\p{L}\p{N}_]|[.,](?=$)/u.test(before) && !/^(?:[\p{L}\p{N}_]|[.,]\p{N})/u.test(after)) return true;
  }
  return false;
}
