// What an app that can draw does with a result: one card for each message, from the structured content alone.

interface Card {
  where: string;
  author: string;
  at: string;
  text: string;
  url: string;
}

/** Cards as HTML for the messages of a result, wherever they stand in it; '' if there are none. */
export function renderCards(structuredContent: unknown): string {
  return collectCards(structuredContent)
    .map(
      ({ where, author, at, text, url }) =>
        `<article class="card"><header>${escape(author)} in ${escape(where)}</header><p>${escape(text)}</p>` +
        `<footer><a href="${escape(url)}"><time datetime="${escape(at)}">${escape(at)}</time></a></footer></article>`,
    )
    .join('\n');
}

function collectCards(value: unknown): Card[] {
  if (typeof value !== 'object' || value === null) return [];
  return isCard(value) ? [value] : Object.values(value).flatMap(collectCards);
}

function isCard(value: object): value is Card {
  return ['where', 'author', 'at', 'text', 'url'].every(
    (key) => key in value && typeof (value as Record<string, unknown>)[key] === 'string',
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
