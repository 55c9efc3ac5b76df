/** A name that generated source may use, and the statement that declares it. Only names in use are declared. */
interface Declaration {
  readonly name: string;
  readonly source: string;
}

/** Names of the module. */
const MODULE: readonly Declaration[] = [
  { name: 'count', source: 'let count = 0;' },
  { name: 'last', source: 'let last: any;' },
  { name: 'RULE', source: "const RULE = 'Always cite the id.';" },
  {
    name: 'lazy',
    source: [
      'const lazy = {',
      "  get text() { return log('lazy.text', 'Lazy text.'); },",
      "  get total() { return log('lazy.total', 3); },",
      "  get view() { return log('lazy.view', { total: 4 }); },",
      '};',
    ].join('\n'),
  },
  { name: 'noisy', source: "const noisy: any = { toString() { return log('noisy', 'Noisy.'); } };" },
  {
    name: 'state',
    source: "const state: any = { view: { total: 1, items: ['s'] }, text: 'State text.', meta: { at: 3 } };",
  },
  {
    name: 'fail',
    source: 'function fail(name: string): never {\n  log(`fail ${name}`);\n  throw new Error(`${name} failed`);\n}',
  },
  { name: 'format', source: 'function format(view: any) {\n  return `${view.total} items.\\n${RULE}`;\n}' },
  {
    name: 'touch',
    source: "const touch = (target: any) => {\n  target.status = 'touched';\n  return 'Touched.';\n};",
  },
  {
    name: 'later',
    source: 'async function later(name: string, value: any) {\n  await null;\n  return log(name, value);\n}',
  },
  {
    name: 'ids',
    source: 'const ids = (function* () {\n  for (let n = 1; ; n++) yield `id-${n}`;\n})() as any;',
  },
  {
    name: 'Found',
    source:
      "class Found {\n  constructor(readonly total: number) {}\n  get status() {\n    return log('Found.status', 'found');\n  }\n}",
  },
  { name: 'asText', source: "const asText = (text: string) => ({ type: 'text' as const, text });" },
  {
    name: 'makeView',
    source: "const makeView = (input: any) => ({ total: input.items.length, query: log('makeView', input.query) });",
  },
];

/** Names of a handler, in the order in which they are declared. `view` is generated. */
const HANDLER: readonly Declaration[] = [
  { name: 'query', source: 'const { query } = input;' },
  { name: 'limit', source: 'const limit = input.limit;' },
  { name: 'items', source: 'const items: any[] = input.items.map((item: any) => item.id);' },
  { name: 'lead', source: 'const lead = `${items.length} found.`;' },
  { name: 'status', source: "let status = 'ready';" },
  {
    name: 'text',
    source:
      "let text = 'Nothing found.';\nif (items.length > 0) {\n  text = `First: ${items[0]}`;\n  text += '\\nAsk for more.';\n}",
  },
  { name: 'growing', source: 'let growing: any = { total: 0 };' },
  { name: 'extra', source: "const extra: any = log('extra', {});" },
  { name: '_meta', source: 'const _meta = { at: 5 };' },
];

const uses = (source: string, name: string): boolean =>
  new RegExp(`(?<![\\w$.'])${name.replace('$', '\\$')}(?![\\w$:])(?!'\\])|\\.\\.\\.${name}\\b`).test(source);

/** The statements that declare what `source`, the body of a handler, uses. */
export function handlerDeclarations(source: string, generated: readonly Declaration[]): string[] {
  const all = [...HANDLER.slice(0, 7), ...generated, ...HANDLER.slice(7)];
  return used(all, source);
}

/** The statements that declare what `source`, everything else in the module, uses. */
export function moduleDeclarations(source: string): string[] {
  return used(MODULE, source);
}

function used(all: readonly Declaration[], source: string): string[] {
  const taken = new Set<Declaration>();
  for (let before = -1; before !== taken.size;) {
    before = taken.size;
    const text = [source, ...[...taken].map((d) => d.source)].join('\n');
    for (const one of all) if (uses(text, one.name)) taken.add(one);
  }
  return all.filter((d) => taken.has(d)).map((d) => d.source);
}
