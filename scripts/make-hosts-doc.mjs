/*
 * Writes docs/hosts.md from the table of hosts. With --check it writes nothing and ends with 1 if the page is not what the
 * table says. Reads the TypeScript sources, so it needs no build.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import prettier from 'prettier';
import ts from 'typescript';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const page = path.join(root, 'docs/hosts.md');

const { hosts, names, words } = await load();
const options = { ...(await prettier.resolveConfig(page)), parser: 'markdown' };
const text = await prettier.format(makePage(), options);

if (process.argv.includes('--check')) {
  if (text !== readPage()) {
    console.error('docs/hosts.md is not what runtime/hosts/table.ts says: run node scripts/make-hosts-doc.mjs.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(page, text);
}

function readPage() {
  try {
    return readFileSync(page, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The table and its words, compiled to a folder that is gone afterwards. */
async function load() {
  const folder = mkdtempSync(path.join(tmpdir(), 'hosts-doc-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const source = path.join(root, 'runtime/hosts');
    mkdirSync(path.join(folder, 'hosts'));
    for (const name of readdirSync(source)) {
      const { outputText } = ts.transpileModule(readFileSync(path.join(source, name), 'utf8'), {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
      });
      writeFileSync(path.join(folder, 'hosts', name.replace(/\.ts$/, '.js')), outputText);
    }
    const load = (name) => import(pathToFileURL(path.join(folder, 'hosts', name)).href);
    const [{ hosts }, names, words] = await Promise.all([load('table.js'), load('names.js'), load('words.js')]);
    return { hosts, names, words };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makePage() {
  const current = hosts.filter(({ standing }) => standing === undefined);
  const dates = hosts.map(({ date }) => date).filter((date) => date !== null);
  const undated = hosts.filter(({ date }) => date === null).length;
  const count = (level) => hosts.filter(({ confidence }) => confidence === level).length;
  return `<!-- Generated from runtime/hosts/table.ts by scripts/make-hosts-doc.mjs. Do not edit. -->

# Hosts: which channel the model gets

A tool result has two channels, \`content\` and \`structuredContent\` (the view). No revision of the specification says which one the model reads, and hosts disagree. This page says what ${hosts.length} of them do, as far as it could be read.

- **The text of a success is dropped beside a view** by ${names.listNames(names.textDroppedBy)}.
- **The view of a success is never shown** by ${names.listNames(names.viewNeverShownBy)}.
- **The text of an error is dropped beside a view** by ${names.listNames(names.errorTextDroppedBy)}.
- **Errors turn round**, the view goes and the text arrives, in ${names.listNames(names.errorViewDroppedBy)}.
- **\`structuredContent: {}\` is enough to drop the text** in ${names.listNames(names.textDroppedForEmptyViewBy)}.

So a result survives everywhere only if its text is complete alone and its view is complete alone. \`reply(view, text)\` does that for the words, with \`note\`.

## How far to trust it

Each row was read from source code at a commit, or from public issues and pull requests where the source is closed or the change was newer; nothing here was run against the hosts. ${dates.length} rows bear a date, from ${dates.reduce(min)} to ${dates.reduce(max)}; ${undated} were read from an index that keeps none. Confidence is high for ${count('high')}, medium for ${count('medium')} and low for ${count('low')}. Hosts change, some of them twice in a month: for a host that you depend on, look at the raw stream of one call. What the evidence does not settle says *unknown*; what was looked for and not found says *none found*.

## The table

*View* is \`structuredContent\`. *Same* on error: \`isError\` does not change the choice. *Beside {}*, *null*, *list*: what arrives of a success with a text and that value as \`structuredContent\`. *Images*: what becomes of an image block.

| Host | On success | On error | Beside {} | null | list | Images | Audience | Limit | Read | Confidence |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${current.map(row).join('\n')}

Out of the table above, and with evidence below: ${hosts
    .filter(({ standing }) => standing !== undefined)
    .map(({ name, standing }) => `${name} (${standing})`)
    .join(', ')}.

- *shown*: the model gets the block. *first*: the first of its kind. *base64*: its data comes as characters inside JSON. *placeholder*: words or a link in its place. *dropped*: nothing. *fails*: the whole call fails.
- *honoured*: blocks whose \`annotations.audience\` lacks \`assistant\` are not handed to the model.
- *none found*: the code that was read cuts nothing. Whatever stands behind it may.

## Evidence

${hosts.map(evidence).join('\n\n')}
`;
}

function row(host) {
  return `| ${[
    `[${host.name}](#${host.id})`,
    words.policyInWords(host.onSuccess),
    host.onError === 'same' ? 'same' : words.policyInWords(host.onError),
    ...[{}, null, [1]].map((value) => words.oddValueInWords(host.onSuccess, value)),
    words.fateInWords(host, 'image'),
    host.audience ?? 'ignored',
    words.limitInWords(host.limit) || 'none found',
    host.date ?? 'undated',
    host.confidence,
  ].join(' | ')} |`;
}

function evidence(host) {
  const kinds = ['image', 'audio', 'resource', 'resource_link'];
  const fates = kinds.map((kind) => `${kind} ${words.fateInWords(host, kind)}`);
  const error = host.onError === 'same' ? 'same' : words.policyInWords(host.onError);
  const unknown = [host.onSuccess, host.onError].find((policy) => policy.reason !== undefined);
  return [
    `### <a id="${host.id}"></a>${host.name}`,
    '',
    `Id \`${host.id}\`${host.standing === undefined ? '' : ` (${host.standing})`}. ${host.date === null ? 'Undated' : `Read ${host.date}`}, confidence ${host.confidence}.`,
    ...(host.remarks === '' ? [] : ['', host.remarks]),
    '',
    `- On success: ${words.policyInWords(host.onSuccess)}. On error: ${error}.${unknown === undefined ? '' : ` Unknown: ${unknown.reason}.`}`,
    `- Other blocks: ${fates.join('; ')}.`,
    ...(host.limit === undefined ? [] : [`- Limit: ${host.limit.words}`]),
    ...(host.switched === undefined
      ? []
      : [`- Switched by \`${host.switched.by}\` to: ${words.policyInWords(host.switched.to)}.`]),
    ...host.sources.map((source) => `- ${sourceLine(source)}`),
  ].join('\n');
}

function sourceLine({ repository, commit, files = [], symbol, threads = [] }) {
  const links = files.map((file) => {
    const [where, lines] = file.split(':');
    if (commit === undefined) return `\`${file}\``;
    const anchor = lines === undefined ? '' : `#${lines.replace(/\d+/g, 'L$&')}`;
    return `[\`${file}\`](https://github.com/${repository}/blob/${commit}/${where}${anchor})`;
  });
  const discussed = threads.map((thread) => {
    const [other, number] = thread.split('#');
    return `[${thread}](https://github.com/${other || repository}/issues/${number})`;
  });
  const symbols = symbol === undefined ? '' : ` (${symbol.replace(/[^, ][^,]*/g, '`$&`')})`;
  const at = commit === undefined ? '' : ` at ${commit.slice(0, 8)}`;
  const code = links.length === 0 ? '' : `: ${links.join(', ')}${symbols}`;
  const talk = discussed.length === 0 ? '' : `; discussed in ${discussed.join(', ')}`;
  return `[${repository}](https://github.com/${repository})${at}${code}${talk}`;
}

function min(a, b) {
  return a < b ? a : b;
}

function max(a, b) {
  return a > b ? a : b;
}
