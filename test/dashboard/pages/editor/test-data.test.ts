import { parseData } from '../../../../dashboard/src/draft/test-data.ts';
import {
  type DataNode,
  dataTree,
  setValue,
  typedValue,
} from '../../../../dashboard/src/pages/editor/data/data-tree.ts';
import {
  fillWithSamples,
  selfNamingData,
} from '../../../../dashboard/src/pages/editor/data/samples.ts';
import { expect, test } from '../../../jest.ts';
import { type TemplateVariable, variable } from './variable.ts';

test.each([
  ['an object', '{"a":1}', { a: 1 }],
  ['nothing', ' \n', {}],
])('the text of the test data is read: %s', (_what, text, data) => {
  expect(parseData(text)).toEqual({ ok: true, data });
});

test.each([
  ['[1]', 0, 'Test data must be a JSON object, such as { "name": "value" }'],
  ['{"a":1,}', 7, 'Write a name in double quotes here, or remove the comma before it'],
  ['{"a":1', 6, 'A closing } is missing here'],
])('the text %j is no test data, and the place of the mistake is named', (text, offset, detail) => {
  expect(parseData(text)).toEqual({ ok: false, detail, offset });
});

/** A node and its children in short form: `name: text "Ada"`. */
function wordsOf(node: DataNode): unknown {
  if (node.kind === 'group') return { [node.name]: node.fields.map(wordsOf) };
  if (node.kind === 'list') {
    return { [node.name]: node.rows.map(({ fields }) => fields.map(wordsOf)), list: true };
  }
  if (node.kind === 'json') return `${node.name}: json`;
  return `${node.name}: ${node.kind} ${node.isGiven ? JSON.stringify(node.value) : 'without a value'}`;
}

const section = (name: string, within: string[] = []) =>
  variable(name, { uses: ['section'], within });

const list = (name: string, ...rows: unknown[][]) => ({ [name]: rows, list: true });

const treeOf = (...[variables, data]: Parameters<typeof dataTree>) =>
  dataTree(variables, data).map(wordsOf);

test('an object is a group, a list has rows, and a section without content is a yes or no', () => {
  const variables = [
    variable('name', { required: true }),
    variable('user.age'),
    section('items'),
    variable('price', { within: ['items'] }),
    variable('user.city', { within: ['items'] }),
    section('paid'),
  ];

  const data = { name: 'Ada', user: { age: 36 }, items: [{ price: 1 }, { price: 2 }] };

  expect(treeOf(variables, data)).toEqual([
    'name: text "Ada"',
    { user: ['age: text "36"'] },
    list(
      'items',
      ['price: text "1"', { user: ['city: text without a value'] }],
      ['price: text "2"', { user: ['city: text without a value'] }],
    ),
    'paid: flag without a value',
  ]);
});

test.each<[string, TemplateVariable[], Record<string, unknown>, unknown[]]>([
  [
    'a section without a value is a list, if its name is a plural',
    [section('items'), variable('title', { within: ['items'] })],
    {},
    [list('items')],
  ],
  [
    'a section without a value is one object, if its name is no plural',
    [section('customer'), variable('title', { within: ['customer'] })],
    {},
    [{ customer: ['title: text without a value'] }],
  ],
  [
    'a name in a section that asks a question has its own field outside of it',
    [section('isVip'), variable('name', { within: ['isVip'] })],
    {},
    ['isVip: flag without a value', 'name: text without a value'],
  ],
  [
    'a name in a section that is true has its own field outside of it',
    [section('vip'), variable('name', { within: ['vip'] })],
    { vip: true },
    ['vip: flag true', 'name: text without a value'],
  ],
  [
    'a section that prints itself is a text',
    [section('note'), variable('note', { within: ['note'] })],
    {},
    ['note: text without a value'],
  ],
  [
    'a list of texts has a field without a name in each row',
    [section('tags'), variable('.', { within: ['tags'] })],
    { tags: ['a', 'b'] },
    [list('tags', [': text "a"'], [': text "b"'])],
  ],
  [
    'sections in sections are lists in rows',
    [
      section('orders'),
      section('items', ['orders']),
      variable('title', { within: ['orders', 'items'] }),
    ],
    { orders: [{ items: [{ title: 'Ink' }] }] },
    [list('orders', [list('items', ['title: text "Ink"'])])],
  ],
  [
    'a structure where the template prints a text has no field',
    [variable('name')],
    { name: { first: 'Ada' } },
    ['name: json'],
  ],
  [
    'a field does not read inherited properties',
    [variable('constructor')],
    {},
    ['constructor: text without a value'],
  ],
])('%s', (_what, variables, data, words) => {
  expect(treeOf(variables, data)).toEqual(words);
});

test.each([
  ['a text', '', 'Grace', 'Grace'],
  ['a number as a number', 36, '37', 37],
  ['a text in place of a number', 36, 'old', 'old'],
  ['no value if it is empty', 'x', '', undefined],
])('a field writes %s', (_what, before, typed, value) => {
  const [node] = dataTree([variable('age')], { age: before });

  expect(node?.kind === 'text' && typedValue(node, typed)).toBe(value);
});

test.each([
  ['a new object', '{}', { user: { age: '3' } }],
  ['an object that is there', '{"user":{"name":"x"}}', { user: { name: 'x', age: '3' } }],
  ['the place of a text', '{"user":"x"}', { user: { age: '3' } }],
  ['a blank text', ' ', { user: { age: '3' } }],
  ['no text that is not JSON', '{"a":', null],
])('a value is written into %s', (_what, before, data) => {
  const written = setValue(before, ['user', 'age'], '3');

  expect(written).toBe(data === null ? before : JSON.stringify(data, null, 2));
});

test('a value is written into a row, and removed', () => {
  const before = '{"a":1,"items":[{"x":1},{"x":2}]}';

  expect(JSON.parse(setValue(before, ['items', 1, 'x'], 3)).items).toEqual([{ x: 1 }, { x: 3 }]);
  expect(JSON.parse(setValue(before, ['a'], undefined))).toEqual({ items: [{ x: 1 }, { x: 2 }] });
});

test('samples fill what has neither a value nor a default, by name and by use', () => {
  const variables = [
    variable('firstName'),
    variable('city', { defaults: ['Paris'] }),
    variable('name'),
    variable('action'),
    section('items'),
    variable('price', { within: ['items'] }),
    section('is_paid'),
  ];

  const filled = fillWithSamples('{"name":"Grace"}', variables, '<a href="{{action}}">Go</a>');

  expect(JSON.parse(filled)).toEqual({
    name: 'Grace',
    firstName: 'Ada Lovelace',
    action: 'https://example.com/',
    items: [{ price: '49.00' }, { price: '49.00' }],
    is_paid: true,
  });
});

test('samples fill the gaps in rows that are there', () => {
  const variables = [section('items'), variable('title', { within: ['items'] })];

  const filled = fillWithSamples('{"items":[{"title":"Pens"},{}]}', variables, '');

  expect(JSON.parse(filled)).toEqual({ items: [{ title: 'Pens' }, { title: 'Sample title' }] });
});

test('the data for a first own plain text has each placeholder as its own value', () => {
  const variables = [
    variable('name', { required: true }),
    variable('city', { defaults: ['Paris'] }),
    variable('user.age'),
    variable('items', { uses: ['section'] }),
    variable('price', { within: ['items'] }),
    variable('note', { uses: ['section'] }),
    variable('note', { within: ['note'] }),
  ];

  const data = selfNamingData(variables);

  expect(JSON.parse(JSON.stringify(data))).toEqual({
    name: '{{name}}',
    city: '{{city|Paris}}',
    user: { age: '{{user.age}}' },
    items: true,
    price: '{{price}}',
    note: '{{note}}',
  });
});
