import { run, tool } from './tester.js';

const note = (annotations: string): string => `{ type: 'text', text: words, annotations: ${annotations} }`;

run('no-audience-routing', {
  valid: [
    { name: 'priority alone', code: tool(`return { content: [${note('{ priority: 0.9 }')}] };`) },
    { name: 'both may read it', code: tool(`return { content: [${note("{ audience: ['user', 'assistant'] }")}] };`) },
    { name: 'an audience that is not shown', code: tool(`return { content: [${note('{ audience: readers }')}] };`) },
    { name: 'the wrong shape is another fault', code: tool(`return { content: [${note("{ audience: 'user' }")}] };`) },
    { name: 'not a block', code: "token.verify({ annotations: { audience: ['user'] } });" },
  ],
  invalid: [
    {
      name: 'for the user',
      code: tool(`return { content: [${note("{ «audience: ['user']», priority: 0.5 }")}] };`),
      errors: [
        {
          messageId: 'hidden',
          suggestions: [['removeAudience', tool(`return { content: [${note('{ priority: 0.5 }')}] };`)]],
        },
      ],
    },
    {
      name: 'for the model',
      code: tool(`return { content: [${note("{ priority: 0.9, «audience: ['assistant']» }")}] };`),
      errors: [
        {
          messageId: 'directed',
          suggestions: [['removeAudience', tool(`return { content: [${note('{ priority: 0.9 }')}] };`)]],
        },
      ],
    },
    {
      name: 'two texts are one fault',
      code: tool(`return { content: [${note("{ «audience: ['user']» }")}, ${note("{ audience: ['assistant'] }")}] };`),
      errors: [
        {
          messageId: 'twoTexts',
          suggestions: [
            ['removeAudience', tool(`return { content: [${note('{  }')}, ${note("{ audience: ['assistant'] }")}] };`)],
          ],
        },
      ],
    },
    {
      name: 'an image',
      code: tool("return { content: [{ type: 'image', data, mimeType, annotations: { «audience: ['user']» } }] };"),
      errors: [
        {
          messageId: 'hidden',
          suggestions: [
            ['removeAudience', tool("return { content: [{ type: 'image', data, mimeType, annotations: {  } }] };")],
          ],
        },
      ],
    },
    {
      name: 'a prompt',
      code: `server.registerPrompt('p', {}, () => ({ messages: [{ role: 'user', content: ${note("{ «audience: ['assistant']» }")} }] }));`,
      errors: [
        {
          messageId: 'directed',
          suggestions: [
            [
              'removeAudience',
              `server.registerPrompt('p', {}, () => ({ messages: [{ role: 'user', content: ${note('{  }')} }] }));`,
            ],
          ],
        },
      ],
    },
    {
      name: 'annotations by way of a name',
      code: `const FOR_USER = { audience: ['user'] };\n${tool(`return { content: [«${note('FOR_USER')}»] };`)}`,
      errors: ['hidden'],
    },
  ],
});
