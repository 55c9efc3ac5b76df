import { run, tool } from './tester.js';

const image = (data: string, mimeType = "'image/png'", before = ''): string =>
  tool(`${before}return { content: [{ type: 'image', data: ${data}, mimeType: ${mimeType} }] };`);
const say = (text: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }] };`);
const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(8);

run('no-data-image', {
  valid: [
    image("png.toString('base64')"),
    image('data', 'mimeType'),
    image("Buffer.from(bytes).toString('base64')"),
    image("readFileSync(path, 'base64')"),
    { name: 'a token is base64 too', code: say("Buffer.from(session.id).toString('base64')") },
    { name: 'a cursor', code: say("`Next page: ${cursor.toString('base64')}`") },
    { name: 'an example of a data URL', code: say("'Pass it as data:image/png;base64,AAAA.'") },
    { name: 'a text about images', code: say('`Saved ${path} (image/png).`') },
    {
      name: 'an image beside a view is disputed',
      code: tool(
        "return { content: [{ type: 'image', data: png, mimeType: 'image/png' }], structuredContent: { ok: true } };",
      ),
    },
    {
      name: 'a chart beside its data',
      code: tool(
        "return { content: [{ type: 'text', text: table(rows) }, { type: 'image', data: chartPng(rows), mimeType: 'image/png' }] };",
      ),
      options: [{ charts: true, besideView: false }],
    },
    { name: 'a chart', code: image('chartPng(rows)') },
    { name: 'not a block', code: "upload({ type: 'image', mimeType: 'text/csv', data });" },
  ],
  invalid: [
    {
      name: 'a type that is no picture',
      code: image('data', "«'text/csv'»"),
      errors: [{ messageId: 'notImage', data: { mimeType: 'text/csv' } }],
    },
    {
      name: 'SVG',
      code: image('btoa(svg)', "«'image/svg+xml'»"),
      errors: [{ messageId: 'notImage', data: { mimeType: 'image/svg+xml' } }],
    },
    {
      name: 'JSON as a picture',
      code: image("«Buffer.from(JSON.stringify(rows)).toString('base64')»"),
      errors: [{ messageId: 'textInImage', data: { form: 'JSON' } }],
    },
    {
      name: 'CSV as a picture, by its name',
      code: image("«Buffer.from(csv, 'utf8').toString('base64')»"),
      errors: [{ messageId: 'textInImage', data: { form: 'CSV' } }],
    },
    {
      name: 'SVG source as a picture',
      code: image('«btoa(`<svg width="${w}"></svg>`)»'),
      errors: [{ messageId: 'textInImage', data: { form: 'SVG' } }],
    },
    {
      name: 'a picture inside JSON',
      code: say("JSON.stringify({ type: 'image', «data: b64» })"),
      errors: ['imageInText'],
    },
    { name: 'a picture as a text', code: say("«screenshot.toString('base64')»"), errors: ['imageInText'] },
    {
      name: 'by way of a name',
      code: say('`Here: ${«shot»}`', "const shot = (await page.screenshot()).toString('base64'); ")
        .replace('${«shot»}', '${shot}')
        .replace('`Here: ${shot}`', '«`Here: ${shot}`»'),
      errors: ['imageInText'],
    },
    { name: 'a data URL', code: say('«`data:image/png;base64,${png}`»'), errors: ['imageInText'] },
    {
      name: 'a picture in Markdown',
      code: say('`![chart](${«`data:image/png;base64,${png}`»})`'),
      errors: ['imageInText'],
    },
    { name: 'a long run of base64', code: say(`«'${BASE64}'»`), errors: ['imageInText'] },
    {
      name: 'a reply helper',
      code: "import { reply } from './reply.js';\n" + tool('return reply({ path }, «canvas.toDataURL()»);'),
      errors: ['imageInText'],
    },
    {
      name: 'a prompt',
      code: "server.registerPrompt('p', {}, () => ({ messages: [{ role: 'user', content: { type: 'image', data, mimeType: «'text/plain'» } }] }));",
      errors: ['notImage'],
    },
    {
      name: 'a chart that is all there is',
      code: tool("return { content: [«{ type: 'image', data: chartPng(rows), mimeType: 'image/png' }»] };"),
      options: [{ charts: true, besideView: false }],
      errors: ['chart'],
    },
    {
      name: 'an image beside a view',
      code: tool(
        "return { content: [«{ type: 'image', data: png, mimeType: 'image/png' }»], structuredContent: { ok: true } };",
      ),
      options: [{ charts: false, besideView: true }],
      errors: ['besideView'],
    },
  ],
});
