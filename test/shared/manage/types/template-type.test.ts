import { compileSource } from '../../../../shared/manage/templates/compile-source.ts';
import { templateType } from '../../../../shared/manage/types/template-type.ts';
import { declarationOf } from '../../../../shared/manage/types/written-types.ts';
import { expect, test } from '../../../jest.ts';

test.each<[string, string, string, object?]>([
  [
    'a section that prints its own name is a value',
    '{{#order}}Order {{order}}{{/order}}',
    '{ order?: Value; }',
  ],
  ['a name that is no identifier is quoted', '{{order-no}}', '{ "order-no": Value; }'],
  [
    'a list has its length without being given one',
    '{{items.length}} {{#items}}{{name}}{{/items}}',
    '{ items: readonly { name: Value; }[]; }',
  ],
  [
    'a section that prints its current item is a list of values',
    '{{#tags}}{{.}}{{/tags}}',
    '{ tags?: readonly Value[]; }',
  ],
  [
    'a section that is a boolean in the test data leaves its names to what is around it',
    '{{#premium}}Thank you, {{name}}{{/premium}}',
    '{ premium?: Value; name: Value; }',
    { premium: true, name: 'Ada' },
  ],
  [
    'without test data a name that is only in a section belongs to its items',
    '{{#premium}}Thank you, {{name}}{{/premium}}',
    '{ premium?: { name: Value; } | readonly { name: Value; }[]; }',
  ],
  [
    'a name that is also used outside a section belongs to what is around it',
    '{{name}} {{#items}}{{name}} {{price}}{{/items}}',
    '{ name: Value; items?: { price: Value; } | readonly { price: Value; }[]; }',
  ],
  [
    'an object is optional, and its own fields required, if only its section needs them',
    '{{#customer}}{{customer.name}}{{/customer}}',
    '{ customer?: { name: Value; }; }',
  ],
])('%s', async (_, html, expected, testData) => {
  const declared = await declarationFor({ html, testData });

  expect(declared).toContain(`letter: { variables: ${expected}; sends: false; };`);
});

test('a default of the flow makes a variable optional in execute, and required in render', async () => {
  const declared = await declarationFor({
    html: '{{days}} {{name|you}}',
    flow: {
      nodes: [
        { id: 'inputs', type: 'variables', variables: [{ name: 'days', default: 7 }] },
        { id: 'given', type: 'verification', kind: 'required_fields', fields: ['name'] },
        { id: 'letter', type: 'template' },
        { id: 'return', type: 'callback' },
      ],
      edges: [
        { from: 'inputs', to: 'given' },
        { from: 'given', to: 'letter' },
        { from: 'letter', to: 'return' },
      ],
    },
  });

  expect(declared).toContain(
    'variables: { days?: Value; name: Value; }; rendered: { days: Value; name?: Value; }; sends: false;',
  );
});

test('a placeholder of the address to unsubscribe is a variable of execute, and render does not need it', async () => {
  const unsubscribe = 'https://acme.example/{{list|all}}/{{%user.id}}';
  const declared = await declarationFor({
    html: 'Hello',
    flow: {
      nodes: [
        { id: 'letter', type: 'template' },
        { id: 'send', type: 'provider', provider: 'ses', from: 'hi@acme.example', unsubscribe },
      ],
      edges: [{ from: 'letter', to: 'send' }],
    },
  });

  expect(declared).toContain(
    'variables: { list?: Value; user: { id: Value; }; }; rendered: { list?: Value; user?: { id?: Value; }; }; sends: true;',
  );
});

async function declarationFor(parts: { html: string; testData?: object; flow?: unknown }) {
  const source = { templateId: 'letter', name: 'Letter', subject: 'Hello', ...parts };
  const { html, flow } = parts;
  const testData = parts.testData as Record<string, unknown> | undefined;
  const compilation = await compileSource({ ...source, html, flow, testData });
  if (!compilation.ok) throw new Error('The template of this test is wrong');
  return declarationOf([templateType('letter', compilation.revision)]).replace(/\s+/g, ' ');
}
