import { exampleVariables } from '../../../../dashboard/src/pages/api/examples.ts';
import { expect, test } from '../../../jest.ts';
import { variable } from '../editor/variable.ts';

const required = (...names: string[]) => names.map((name) => variable(name, { required: true }));

test.each([
  [
    'has the test data, and a value for each required variable without one',
    { name: 'Ada', extra: [1] },
    [...required('name', 'link'), variable('place')],
    { name: 'Ada', extra: [1], link: 'link' },
  ],
  [
    'makes objects of dotted names, beside the values that are there',
    { user: { name: 'Ada' } },
    required('user.name', 'user.mail.home', 'order.id'),
    { user: { name: 'Ada', mail: { home: 'user.mail.home' } }, order: { id: 'order.id' } },
  ],
  [
    'takes null for missing, but neither "" nor 0',
    { a: null, b: '', c: 0 },
    required('a', 'b', 'c'),
    { a: 'a', b: '', c: 0 },
  ],
  [
    'keeps a value that blocks a dotted name',
    { user: 'Ada' },
    required('user.name'),
    { user: 'Ada' },
  ],
])('an example %s', (_, testData, variables, given) => {
  expect(exampleVariables({ testData, variables })).toEqual(given);
});

test('__proto__ and constructor are names like others', () => {
  const variables = required('__proto__', 'constructor.name');

  expect(JSON.stringify(exampleVariables({ testData: {}, variables }))).toBe(
    '{"__proto__":"__proto__","constructor":{"name":"constructor.name"}}',
  );
});
