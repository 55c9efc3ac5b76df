// What has no place for a note is refused where it is written; type-checked, never run.
import { note, reply } from '../../../runtime/reply.js';

// @ts-expect-error an array
reply(['a'], 'text');
// @ts-expect-error a tuple that cannot be written to
reply(['a', 1] as const, 'text');
// @ts-expect-error a string
reply('view', 'text');
// @ts-expect-error null
reply(null, 'text');
// @ts-expect-error undefined
reply(undefined, 'text');
// @ts-expect-error a map
reply(new Map([['a', 1]]), 'text');
// @ts-expect-error a set
reply(new Set(['a']), 'text');
// @ts-expect-error a number
reply(7, 'text');
// @ts-expect-error a boolean
reply(true, 'text');
// @ts-expect-error a view that may be missing
reply(undefined as { id: string } | undefined, 'text');
// @ts-expect-error bytes
reply(new Uint8Array(2), 'text');
// @ts-expect-error a text that is no string
reply({ id: 1 }, 7);
// @ts-expect-error no text
reply({ id: 1 });
// @ts-expect-error an error flag that is no boolean
reply({ id: 1 }, 'text', 'yes');
// @ts-expect-error text and view changed places
reply('text', { id: 1 });
// @ts-expect-error the text comes first in note
note({ id: 1 }, 'text');

const framing: string = note('text', { id: 1 });
const count: number = reply({ id: 1 }, 'text').structuredContent.id;
const text: string | undefined = reply({ id: 1 }, 'text').content[0]?.text;
// @ts-expect-error a key that the view does not have
void reply({ id: 1 }, 'text').structuredContent.name;

export { count, framing, text };
