import { parseForESLint } from '@typescript-eslint/parser';
import { describe, expect, it } from 'vitest';
import type { ImportEdit } from '../../edits/imports.js';
import { importHelper } from '../../edits/imports.js';
import { moduleSpecifier, namesModule, specifierStyle } from '../../edits/specifier.js';

interface Options {
  file?: string;
  module?: string;
  name?: string;
  commonjs?: boolean;
  specifiers?: 'js' | 'ts' | 'none';
}

function request(text: string, options: Options): ImportEdit {
  const file = options.file ?? '/app/src/tools.ts';
  const { ast, scopeManager } = parseForESLint(text, {
    range: true,
    loc: true,
    ecmaFeatures: { jsx: /x$/.test(file) },
    filePath: file,
    sourceType: 'module',
  });
  const names = new Set<string>();
  const hidden = new Set<string>();
  for (const scope of scopeManager.scopes) {
    for (const reference of scope.references) names.add(reference.identifier.name);
    for (const variable of scope.variables) {
      if (variable.defs.length === 0) continue;
      names.add(variable.name);
      if (scope.type !== 'module' && scope.type !== 'global') hidden.add(variable.name);
    }
  }
  return importHelper({
    file,
    text,
    program: ast, // the parser's own Program and that of the utils package are the same nodes
    helper: { module: options.module ?? '/app/src/reply.ts', name: options.name ?? 'reply' },
    names,
    hidden,
    project: { specifiers: options.specifiers ?? 'js', commonjs: options.commonjs ?? false },
  });
}

function apply(text: string, { insertions }: ImportEdit): string {
  let out = '';
  let at = 0;
  for (const insertion of insertions) {
    out += text.slice(at, insertion.at) + insertion.text;
    at = insertion.at;
  }
  return out + text.slice(at);
}

/** Applies, checks that the output parses and that a second run adds nothing. */
function insert(text: string, options: Options = {}): [callee: string, text: string] {
  const edit = request(text, options);
  const output = apply(text, edit);
  if (!edit.callee.includes('.')) {
    const again = request(`${output}\nvoid ${edit.callee};`, options);
    expect(again).toEqual({ callee: edit.callee, insertions: [] });
  }
  return [edit.callee, output];
}

const I = "import { reply } from './reply.js';";

describe('a new import', () => {
  it.each<[name: string, input: string, output: string, options?: Options]>([
    ['after the only import', "import a from 'a';\n\nf();\n", `import a from 'a';\n${I}\n\nf();\n`],
    [
      'after the last of several',
      "import a from 'a';\nimport { b } from './b.js';\n\nf();\n",
      `import a from 'a';\nimport { b } from './b.js';\n${I}\n\nf();\n`,
    ],
    [
      'after the last import, other statements between them',
      "import a from 'a';\na();\nimport b from 'b';\nb();\n",
      `import a from 'a';\na();\nimport b from 'b';\n${I}\nb();\n`,
    ],
    ['behind a comment on its line', "import a from 'a'; // why\nf();\n", `import a from 'a'; // why\n${I}\nf();\n`],
    [
      'behind a comment that goes on',
      "import a from 'a'; /* why\n so */\nf();\n",
      `import a from 'a'; /* why\n so */\n${I}\nf();\n`,
    ],
    ['on the line of the import where more follows', "import a from 'a'; f();\n", `import a from 'a'; ${I} f();\n`],
    ['at the end of a file without line end', "import a from 'a';", `import a from 'a';\n${I}`],
    [
      'comments between imports keep their place',
      'import a from "a";\n/* why */\nimport { x } from "old";\n',
      'import a from "a";\n/* why */\nimport { x } from "old";\nimport { reply } from "./reply.js";\n',
    ],
    [
      'not above the comment of the first import',
      '/* note */\nimport a from "a";\n',
      '/* note */\nimport a from "a";\nimport { reply } from "./reply.js";\n',
    ],
    [
      'below a licence and its imports',
      '// SPDX-License-Identifier: MIT\n\nimport type { CallToolResult } from "x";\n',
      '// SPDX-License-Identifier: MIT\n\nimport type { CallToolResult } from "x";\nimport { reply } from "./reply.js";\n',
    ],
    [
      'below a shebang and its imports',
      '#!/usr/bin/env node\n\nimport { McpServer } from "m";\n',
      '#!/usr/bin/env node\n\nimport { McpServer } from "m";\nimport { reply } from "./reply.js";\n',
    ],
    [
      'below a shebang and its imports, CRLF',
      '#!/usr/bin/env node\r\n\r\nimport { McpServer } from "m";\r\nf();\r\n',
      '#!/usr/bin/env node\r\n\r\nimport { McpServer } from "m";\r\nimport { reply } from "./reply.js";\r\nf();\r\n',
    ],
    [
      'CRLF, no line end after',
      "'use strict';\r\nimport a from 'a'",
      `'use strict';\r\nimport a from 'a'\r\n${I.slice(0, -1)}`,
    ],
    ['byte order mark', `\uFEFFimport a from 'a';\nf();\n`, `\uFEFFimport a from 'a';\n${I}\nf();\n`],
    ['byte order mark without imports', `\uFEFFexport const a = 1;\n`, `\uFEFF${I}\n\nexport const a = 1;\n`],
    ['with the indentation of the import', "\timport a from 'a';\n\tf();\n", `\timport a from 'a';\n\t${I}\n\tf();\n`],
    ['no semicolons', "import a from 'a'\n\nf()\n", `import a from 'a'\n${I.slice(0, -1)}\n\nf()\n`],
    [
      'a semicolon where the next line would go on',
      "const a = require('a')\n\n;[1].map(a)\n",
      "const a = require('a')\nconst { reply } = require('./reply.js')\n\n;[1].map(a)\n",
      { file: '/app/src/tools.js', module: '/app/src/reply.js' },
    ],
    ['tight braces', "import {a} from './a.js';\n", "import {a} from './a.js';\nimport {reply} from './reply.js';\n"],
    [
      'import x = require() beside imports',
      "import a from 'a';\nimport fs = require('fs');\nf();\n",
      `import a from 'a';\nimport fs = require('fs');\n${I}\nf();\n`,
    ],
    [
      'no extension, as its siblings',
      "import a from './a';\n",
      "import a from './a';\nimport { reply } from './reply';\n",
    ],
    ['Deno', 'import a from "./a.ts";\n', 'import a from "./a.ts";\nimport { reply } from "./reply.ts";\n'],
    [
      'an alias without extension',
      "import a from '@/a';\n",
      "import a from '@/a';\nimport { reply } from './reply';\n",
    ],
    [
      'by majority, JSON and packages not counted',
      "import p from '../package.json';\nimport z from 'zod';\nimport a from './a';\n",
      "import p from '../package.json';\nimport z from 'zod';\nimport a from './a';\nimport { reply } from './reply';\n",
    ],
    [
      "as the project writes it, where the file doesn't tell",
      "import a from 'a';\n",
      "import a from 'a';\nimport { reply } from './reply';\n",
      { specifiers: 'none' },
    ],
    [
      'a helper of another name in another folder',
      "import a from '../a.js';\n",
      "import a from '../a.js';\nimport { textResult } from '../../utils/response.js';\n",
      { file: '/app/src/tools/x/y.ts', module: '/app/src/utils/response.ts', name: 'textResult' },
    ],
    [
      'a package',
      "import a from 'a';\n",
      "import a from 'a';\nimport { reply } from '@scope/mcp-reply-helper';\n",
      { module: '@scope/mcp-reply-helper' },
    ],
    [
      'from .mts to .mts',
      "import a from 'a';\n",
      "import a from 'a';\nimport { reply } from './reply.mjs';\n",
      { file: '/app/src/t.mts', module: '/app/src/reply.mts', specifiers: 'none' },
    ],
    ['from .mts to .ts', "import a from 'a';\n", `import a from 'a';\n${I}\n`, { file: '/app/src/t.mts' }],
    [
      'from .cts',
      "import a from 'a';\n",
      "import a from 'a';\nimport { reply } from './reply.cjs';\n",
      { file: '/app/src/t.cts', module: '/app/src/reply.cts' },
    ],
    [
      '.tsx',
      'import a from \'a\';\nconst b = <A c="d" />;\n',
      `import a from 'a';\n${I}\nconst b = <A c="d" />;\n`,
      { file: '/app/src/t.tsx' },
    ],
    [
      '.mjs',
      'f("x");\n',
      'import { reply } from "./reply.mjs";\n\nf("x");\n',
      { file: '/app/t.mjs', module: '/app/reply.mjs', commonjs: true },
    ],
  ])('%s', (_, input, output, options) => {
    expect(insert(input, options)).toEqual([options?.name ?? 'reply', output]);
  });
});

describe('a file without imports', () => {
  it.each<[name: string, input: string, output: string]>([
    ['nothing above', 'export const a = 1;\n', `${I}\n\nexport const a = 1;\n`],
    ['empty', '', `${I}\n`],
    ['directive', "'use client';\n\nexport const a = 1;\n", `'use client';\n\n${I}\n\nexport const a = 1;\n`],
    [
      'directive, no blank line',
      "'use strict';\nexport const a = 1;\n",
      `'use strict';\n\n${I}\n\nexport const a = 1;\n`,
    ],
    [
      'directive without semicolon, CRLF',
      '"use server"\r\nexport const a = 1\r\n',
      '"use server"\r\n\r\nimport { reply } from "./reply.js"\r\n\r\nexport const a = 1\r\n',
    ],
    ['two directives', "'use strict';\n'use client';\nf();\n", `'use strict';\n'use client';\n\n${I}\n\nf();\n`],
    ['directive and code on one line', "'use strict'; f();\n", `'use strict'; ${I} f();\n`],
    ['directive alone', "'use strict';", `'use strict';\n${I}\n`],
    [
      'licence above a directive',
      "/* Copyright A */\n'use strict';\nf();\n",
      `/* Copyright A */\n'use strict';\n\n${I}\n\nf();\n`,
    ],
    ['shebang', '#!/usr/bin/env node\nexport const a = 1;\n', `#!/usr/bin/env node\n${I}\n\nexport const a = 1;\n`],
    [
      'shebang and blank line',
      '#!/usr/bin/env node\n\nexport const a = 1;\n',
      `#!/usr/bin/env node\n\n${I}\n\nexport const a = 1;\n`,
    ],
    ['shebang alone', '#!/usr/bin/env node', `#!/usr/bin/env node\n${I}\n`],
    [
      'licence',
      '// Copyright A\n// All rights reserved.\n\nexport const a = 1;\n',
      `// Copyright A\n// All rights reserved.\n\n${I}\n\nexport const a = 1;\n`,
    ],
    [
      'licence that touches the code',
      '/**\n * @license MIT\n */\nexport const a = 1;\n',
      `/**\n * @license MIT\n */\n\n${I}\n\nexport const a = 1;\n`,
    ],
    [
      'shebang and licence',
      '#!/usr/bin/env node\n// Copyright A\nexport const a = 1;\n',
      `#!/usr/bin/env node\n// Copyright A\n\n${I}\n\nexport const a = 1;\n`,
    ],
    [
      'a comment that belongs to the code',
      '/** Adds. */\nexport const a = 1;\n',
      `${I}\n\n/** Adds. */\nexport const a = 1;\n`,
    ],
    [
      'licence and a comment of the code',
      '/* Copyright A */\n\n/** Adds. */\nexport const a = 1;\n',
      `/* Copyright A */\n\n${I}\n\n/** Adds. */\nexport const a = 1;\n`,
    ],
    ['a pragma', '// @ts-check\nexport const a = 1;\n', `// @ts-check\n\n${I}\n\nexport const a = 1;\n`],
    ['comments only', '// Copyright A\n', `// Copyright A\n${I}\n`],
  ])('%s', (_, input, output) => {
    expect(insert(input)).toEqual(['reply', output]);
  });
});

describe('an import that is there', () => {
  it.each<[name: string, input: string, callee: string, output: string | null]>([
    ['is used', "import { reply } from './reply.js';\n", 'reply', null],
    ['is used without extension', "import { reply } from './reply';\n", 'reply', null],
    ['is used with the source extension', "import { reply } from './reply.ts';\n", 'reply', null],
    ['is used by way of an alias path', "import { reply } from '@/reply';\n", 'reply', null],
    ['is used under its local name', "import { reply as r } from './reply.js';\n", 'r', null],
    ['is used as a string name', "import { 'reply' as r } from './reply.js';\n", 'r', null],
    ['takes the name', "import { note } from './reply.js';\n", 'reply', "import { note, reply } from './reply.js';\n"],
    [
      'takes the name before a comma',
      "import { note, } from './reply.js';\n",
      'reply',
      "import { note, reply, } from './reply.js';\n",
    ],
    [
      'takes the name, in its own style',
      "import {note} from './reply';\n",
      'reply',
      "import {note, reply} from './reply';\n",
    ],
    [
      'takes a line',
      "import {\n  note,\n} from './reply.js';\n",
      'reply',
      "import {\n  note,\n  reply,\n} from './reply.js';\n",
    ],
    [
      'takes a line, no comma',
      "import {\n\ta,\n\tnote\n} from './reply.js';\n",
      'reply',
      "import {\n\ta,\n\tnote,\n\treply\n} from './reply.js';\n",
    ],
    [
      'takes a line, CRLF',
      "import {\r\n  note,\r\n} from './reply.js';\r\n",
      'reply',
      "import {\r\n  note,\r\n  reply,\r\n} from './reply.js';\r\n",
    ],
    [
      'takes a line behind a comment',
      "import {\n  note, // why\n} from './reply.js';\n",
      'reply',
      "import {\n  note, // why\n  reply,\n} from './reply.js';\n",
    ],
    [
      'takes a line behind a comment, no comma',
      "import {\n  note // why\n} from './reply.js';\n",
      'reply',
      "import {\n  note, // why\n  reply\n} from './reply.js';\n",
    ],
    [
      'takes braces behind a default',
      "import all from './reply.js';\n",
      'reply',
      "import all, { reply } from './reply.js';\n",
    ],
    [
      'takes the name behind a default',
      "import all, { note } from './reply.js';\n",
      'reply',
      "import all, { note, reply } from './reply.js';\n",
    ],
    [
      'takes the name in empty braces',
      "import {} from './reply.js';\n",
      'reply',
      "import { reply } from './reply.js';\n",
    ],
    [
      'takes the name beside an inline type',
      "import { type Reply } from './reply.js';\n",
      'reply',
      "import { type Reply, reply } from './reply.js';\n",
    ],
    [
      'is no value where the name is a type',
      "import { type reply } from './reply.js';\n",
      'mcpReply',
      "import { type reply, reply as mcpReply } from './reply.js';\n",
    ],
    [
      'of types is left alone',
      "import type { Reply } from './reply.js';\n",
      'reply',
      `import type { Reply } from './reply.js';\n${I}\n`,
    ],
    [
      'of a namespace is left alone',
      "import * as all from './reply.js';\n",
      'reply',
      `import * as all from './reply.js';\n${I}\n`,
    ],
    [
      'of default and namespace is left alone',
      "import d, * as all from './reply.js';\n",
      'reply',
      `import d, * as all from './reply.js';\n${I}\n`,
    ],
    ['for effects is left alone', "import './reply.js';\n", 'reply', `import './reply.js';\n${I}\n`],
    [
      'of another module of that name is another',
      "import { reply } from './other/reply.js';\n",
      'mcpReply',
      "import { reply } from './other/reply.js';\nimport { reply as mcpReply } from './reply.js';\n",
    ],
    ['awaited is used', "const { reply } = await import('./reply.js');\nexport {};\n", 'reply', null],
  ])('%s', (_, input, callee, output) => {
    expect(insert(input)).toEqual([callee, output ?? input]);
  });

  it('is found behind an alias that the project resolves', () => {
    const text = "import { reply as r } from 'house/reply';\n";
    const { ast } = parseForESLint(text, { range: true, loc: true });
    const edit = importHelper({
      file: '/app/src/tools.ts',
      text,
      program: ast,
      helper: { module: '/app/src/reply.ts', name: 'reply' },
      names: new Set(['r']),
      hidden: new Set(),
      project: { specifiers: 'js', commonjs: false },
      resolve: (specifier) => (specifier === 'house/reply' ? '/app/src/reply.ts' : null),
    });
    expect(edit).toEqual({ callee: 'r', insertions: [] });
  });
});

describe('names', () => {
  it.each<[name: string, input: string, callee: string]>([
    ['a local reply anywhere', "import a from 'a';\nfunction f() { const reply = a; return reply; }\n", 'mcpReply'],
    ['a parameter', "import a from 'a';\na((reply) => reply);\n", 'mcpReply'],
    ['a global of that name', "import a from 'a';\na(reply);\n", 'mcpReply'],
    ['the second choice taken too', "import a from 'a';\nconst reply = a, mcpReply = a;\n", 'mcpReply2'],
    ['a type', "import a from 'a';\ntype reply = typeof a;\n", 'mcpReply'],
    ['another import', "import { reply } from 'fastify';\n", 'mcpReply'],
  ])('%s', (_, input, callee) => {
    const [got, output] = insert(input);
    expect(got).toBe(callee);
    expect(output).toContain(`import { reply as ${callee} } from './reply.js';`);
  });

  it('adds a second name where the first is hidden in some scope', () => {
    const input = "import { reply } from './reply.js';\nexport const f = (reply: () => void) => reply();\n";
    const [callee, output] = insert(input);
    expect(callee).toBe('mcpReply');
    expect(output).toBe(input.replace('{ reply }', '{ reply, reply as mcpReply }'));
  });
});

describe('CommonJS', () => {
  const R = "const { reply } = require('./reply.js');";
  const options: Options = { file: '/app/src/tools.js', module: '/app/src/reply.js' };
  it.each<[name: string, input: string, callee: string, output: string, more?: Options]>([
    [
      'after the last require',
      "const a = require('a');\nconst b = require('./b.js');\n\nf();\n",
      'reply',
      `const a = require('a');\nconst b = require('./b.js');\n${R}\n\nf();\n`,
    ],
    [
      'without extension, as its siblings',
      "const b = require('./b');\n",
      'reply',
      "const b = require('./b');\nconst { reply } = require('./reply');\n",
    ],
    [
      'after a require that is used at once',
      "const d = require('d')('x');\nrequire('e').config();\nf();\n",
      'reply',
      `const d = require('d')('x');\nrequire('e').config();\n${R}\nf();\n`,
    ],
    [
      'declarations between',
      "const a = require('a');\nconst x = 1;\nconst b = require('b');\nf();\n",
      'reply',
      `const a = require('a');\nconst x = 1;\nconst b = require('b');\n${R}\nf();\n`,
    ],
    [
      'before code that may call a handler',
      "const a = require('a');\nmain();\nconst b = require('b');\n",
      'reply',
      `const a = require('a');\n${R}\nmain();\nconst b = require('b');\n`,
    ],
    ['exports only', "'use strict';\nexports.a = 1;\n", 'reply', `'use strict';\n\n${R}\n\nexports.a = 1;\n`],
    [
      '.cjs',
      'f();\n',
      'reply',
      "const { reply } = require('./reply.cjs');\n\nf();\n",
      { file: '/app/t.cjs', module: '/app/reply.cjs' },
    ],
    ['a package without type', 'f();\n', 'reply', `${R}\n\nf();\n`, { ...options, commonjs: true }],
    [
      'an import wins',
      "import a from 'a';\nconst b = require('b');\n",
      'reply',
      `import a from 'a';\n${I}\nconst b = require('b');\n`,
    ],
    ['joins', "const { note } = require('./reply.js');\n", 'reply', "const { note, reply } = require('./reply.js');\n"],
    ['is used', "const { reply: r } = require('./reply');\n", 'r', "const { reply: r } = require('./reply');\n"],
    [
      'whole module is left alone',
      "const all = require('./reply.js');\n",
      'reply',
      `const all = require('./reply.js');\n${R}\n`,
    ],
    [
      'rest stays last',
      "const { note, ...rest } = require('./reply.js');\n",
      'reply',
      "const { note, reply, ...rest } = require('./reply.js');\n",
    ],
    [
      'rest alone is left',
      "const { ...rest } = require('./reply.js');\n",
      'reply',
      `const { ...rest } = require('./reply.js');\n${R}\n`,
    ],
    [
      'alias',
      "const reply = require('a');\n",
      'mcpReply',
      "const reply = require('a');\nconst { reply: mcpReply } = require('./reply.js');\n",
    ],
    [
      'no semicolons, glue',
      "const a = require('a')\nclass B {}\n(function () {})()\n",
      'reply',
      "const a = require('a')\nconst { reply } = require('./reply.js')\nclass B {}\n(function () {})()\n",
    ],
  ])('%s', (_, input, callee, output, more) => {
    expect(insert(input, more ?? options)).toEqual([callee, output]);
  });

  it('ends the new statement where the next line would go on', () => {
    const input = "'use strict'\n;/x/.test(a)\n";
    expect(insert(input, { ...options, commonjs: true })[1]).toBe(
      `'use strict'\n\n${R.slice(0, -1)}\n\n;/x/.test(a)\n`,
    );
    expect(insert('(function () {})()\n', { ...options, commonjs: true })[1]).toBe(`${R}\n\n(function () {})()\n`);
  });
});

describe('import x = require() alone', () => {
  it('calls the helper through the module', () => {
    const options: Options = { file: '/app/src/tools.cts', module: '/app/src/reply.cts' };
    const input = "import fs = require('fs');\nimport type { A } from './a.cjs';\n\nexport = fs;\n";
    expect(insert(input, options)).toEqual([
      'replyModule.reply',
      "import fs = require('fs');\nimport type { A } from './a.cjs';\nimport replyModule = require('./reply.cjs');\n\nexport = fs;\n",
    ]);
  });
});

describe('specifiers', () => {
  it.each([
    ['/a/src/t.ts', '/a/src/reply.ts', 'js', './reply.js'],
    ['/a/src/t.ts', '/a/src/reply.ts', 'ts', './reply.ts'],
    ['/a/src/t.ts', '/a/src/reply.ts', 'none', './reply'],
    ['/a/src/x/t.ts', '/a/src/reply.ts', 'js', '../reply.js'],
    ['/a/src/t.ts', '/a/src/x y/ü.ts', 'js', './x y/ü.js'],
    ['/a/t.ts', '/a/reply.tsx', 'js', './reply.js'],
    ['/a/t.ts', '/a/reply.jsx', 'js', './reply.jsx'],
    ['/a/t.mjs', '/a/reply.mjs', 'none', './reply.mjs'],
    ['/a/t.ts', 'pkg/reply', 'none', 'pkg/reply'],
  ] as const)('%s -> %s (%s)', (from, helper, style, specifier) => {
    expect(moduleSpecifier(from, helper, style)).toBe(specifier);
  });

  it('reads the style by majority', () => {
    expect(specifierStyle(['zod', 'node:fs'])).toBeNull();
    expect(specifierStyle(['./a.js', './b', './c.js'])).toBe('js');
    expect(specifierStyle(['.', '..', './', '../x'])).toBe('none');
    expect(specifierStyle(['./a.config', './b.config'])).toBe('none');
  });

  it('compares modules, not spellings', () => {
    const from = '/a/src/t.ts';
    for (const same of ['./reply', './reply.js', './reply.ts', '../src/reply.js', '@/reply', '~/reply.js', 'src/reply'])
      expect(namesModule(from, same, '/a/src/reply.ts'), same).toBe(true);
    for (const other of ['./replys', '../reply', 'reply', '@/x/reply', '@scope/reply', './reply.json'])
      expect(namesModule(from, other, '/a/src/reply.ts'), other).toBe(false);
    expect(namesModule(from, './lib', '/a/src/lib/index.ts')).toBe(true);
  });
});
