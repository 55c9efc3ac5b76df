import { NOW } from './data.js';
import type { StoredMessage } from './data.js';
import type { Message } from './schemas.js';

const DAY = 86_400_000;

/** What the apps draw: without the fields that only the history needs. */
export function toMessage({ id, where, author, at, text, url }: StoredMessage): Message {
  return { id, where, author, at, text, url };
}

/** `- #firmware · Aiko Brandt, Fri, 27 Nov 2026, 16:40 UTC: "..." https://...` */
export function messageLine({ where, author, at, text, url }: Message): string {
  const [weekday, date, time] = dateParts(at);
  return `- ${where} · ${author}, ${weekday}, ${date}, ${time} UTC: "${text}" ${url}`;
}

/** `- 3 days ago · Aiko Brandt in #firmware: "..." https://... [pinned] [answered]` */
export function timelineLine({ where, author, at, text, url, flags }: StoredMessage): string {
  const marks = flags.map((flag) => ` [${flag}]`).join('');
  return `- ${daysAgo(at)} · ${author} in ${where}: "${text}" ${url}${marks}`;
}

function dateParts(at: string): [weekday: string, date: string, time: string] {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(at));
  return [
    part({ weekday: 'short' }),
    part({ day: 'numeric', month: 'short', year: 'numeric' }),
    part({ hour: '2-digit', minute: '2-digit' }),
  ];
}

function daysAgo(at: string): string {
  const days = Math.floor(NOW.getTime() / DAY) - Math.floor(Date.parse(at) / DAY);
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${String(days)} days ago`;
}
