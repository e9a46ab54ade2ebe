import { describe, expect, test } from 'vitest';
import { parseData } from '../../../../dashboard/src/draft/test-data.ts';
import {
  changeField,
  type DataField,
  fieldsOf,
  selfNamingData,
} from '../../../../dashboard/src/pages/editor/data/data-fields.ts';
import { type TemplateVariable, variable } from './variable.ts';

describe('the text of the test data', () => {
  test.each([
    ['an object', '{"a":1}', { ok: true, data: { a: 1 } }],
    ['nothing', ' \n', { ok: true, data: {} }],
    [
      'a list',
      '[1]',
      {
        ok: false,
        detail: 'Test data must be a JSON object, such as { "name": "value" }',
        offset: 0,
      },
    ],
    [
      'a last comma',
      '{"a":1,}',
      {
        ok: false,
        detail: 'Write a name in double quotes here, or remove the comma before it',
        offset: 7,
      },
    ],
    ['no closing brace', '{"a":1', { ok: false, detail: 'A closing } is missing here', offset: 6 }],
  ])('the text of the test data is read: %s', (_what, text, parsed) => {
    expect(parseData(text)).toEqual(parsed);
  });
});

const plain: Omit<DataField, 'name'> = {
  kind: 'text',
  fallback: null,
  members: [],
  value: null,
};

describe('the fields of the test data', () => {
  test('the test data has a field for each variable, with its value and its default', () => {
    const variables = [
      variable('name', { required: true }),
      variable('city', { defaults: ['Paris'] }),
      variable('user.age'),
    ];

    const fields = fieldsOf(variables, { name: 'Ada', user: { age: 36 } });

    expect(fields).toEqual([
      { ...plain, name: 'name', value: 'Ada' },
      { ...plain, name: 'city', fallback: 'Paris' },
      { ...plain, name: 'user.age', value: '36' },
    ]);
  });

  test('the field of a section is JSON, and names the fields of its items', () => {
    const variables = [
      variable('items', { uses: ['section'] }),
      variable('price', { within: ['items'] }),
      variable('name', { within: ['items'] }),
    ];

    const fields = fieldsOf(variables, { items: [{ price: 1 }] });

    expect(fields).toEqual([
      {
        ...plain,
        name: 'items',
        kind: 'json',
        members: ['price', 'name'],
        value: '[{"price":1}]',
      },
    ]);
  });

  test('the field of a section that prints itself is text', () => {
    const variables: TemplateVariable[] = [
      variable('note', { uses: ['section'] }),
      variable('note', { within: ['note'] }),
    ];

    expect(fieldsOf(variables, {})).toEqual([{ ...plain, name: 'note' }]);
  });

  test('a name in a section over true has its own field, since it is looked up in the data', () => {
    const variables = [
      variable('vip', { uses: ['section'] }),
      variable('name', { within: ['vip'] }),
    ];

    expect(fieldsOf(variables, { vip: true })).toEqual([
      { ...plain, name: 'vip', kind: 'json', value: 'true' },
      { ...plain, name: 'name' },
    ]);
  });

  test('a field does not read inherited properties', () => {
    expect(fieldsOf([variable('constructor')], {})).toEqual([{ ...plain, name: 'constructor' }]);
  });
});

const text = '{\n  "name": "Ada",\n  "age": 36\n}\n';
const field = (name: string, kind: DataField['kind'] = 'text'): DataField => ({
  ...plain,
  name,
  kind,
});

describe('typing into a field', () => {
  test.each([
    ['changes its value alone', field('name'), 'Grace', text.replace('Ada', 'Grace')],
    ['leaves a number a number', field('age'), '37', text.replace('36', '37')],
    ['takes text where a number was', field('age'), 'old', text.replace('36', '"old"')],
    ['removes what is emptied', field('age'), '', '{\n  "name": "Ada"\n}\n'],
    [
      'writes JSON as it is',
      field('age', 'json'),
      '[1]',
      '{\n  "name": "Ada",\n  "age": [\n    1\n  ]\n}\n',
    ],
    ['leaves alone what was not there and is not given', field('city'), '', text],
  ])('%s', (_what, at, typed, changed) => {
    expect(changeField(text, at, typed)).toEqual({ ok: true, text: changed });
  });

  test.each([
    ['a new object', '{}', { user: { age: '3' } }],
    ['an object that is there', '{"user":{"name":"x"}}', { user: { name: 'x', age: '3' } }],
    ['the place of a text', '{"user":"x"}', { user: { age: '3' } }],
    ['a blank text', ' ', { user: { age: '3' } }],
  ])('a dotted name is written into %s', (_what, before, data) => {
    const changed = changeField(before, field('user.age'), '3');

    expect(changed.ok && JSON.parse(changed.text)).toEqual(data);
  });

  test('a field for JSON refuses other text', () => {
    expect(changeField(text, field('items', 'json'), '[1')).toEqual({
      ok: false,
      detail: 'Write valid JSON: true, false, a list [ … ] or an object { … }',
    });
  });
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
