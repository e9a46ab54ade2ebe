import { exampleVariables } from '../../../../dashboard/src/pages/api/examples.ts';
import { expect, test } from '../../../jest.ts';

const variable = (name: string, required = true) => ({
  name,
  within: [],
  uses: ['value' as const],
  required,
  defaults: [],
});

test('an example has the test data, and a value for each required variable without one', () => {
  const given = exampleVariables({
    testData: { name: 'Ada', extra: [1] },
    variables: [variable('name'), variable('link'), variable('place', false)],
  });

  expect(given).toEqual({ name: 'Ada', extra: [1], link: 'link' });
});

test('dotted names in an example become objects, beside the values that are there', () => {
  const given = exampleVariables({
    testData: { user: { name: 'Ada' } },
    variables: [variable('user.name'), variable('user.mail.home'), variable('order.id')],
  });

  expect(given).toEqual({
    user: { name: 'Ada', mail: { home: 'user.mail.home' } },
    order: { id: 'order.id' },
  });
});

test('in test data null counts as missing, "" and 0 do not', () => {
  const given = exampleVariables({
    testData: { a: null, b: '', c: 0 },
    variables: [variable('a'), variable('b'), variable('c')],
  });

  expect(given).toEqual({ a: 'a', b: '', c: 0 });
});

test('a value that blocks a dotted name stays', () => {
  const given = exampleVariables({ testData: { user: 'Ada' }, variables: [variable('user.name')] });

  expect(given).toEqual({ user: 'Ada' });
});

test('__proto__ and constructor are names like others', () => {
  const given = exampleVariables({
    testData: {},
    variables: [variable('__proto__'), variable('constructor.name')],
  });

  expect(JSON.stringify(given)).toBe(
    '{"__proto__":"__proto__","constructor":{"name":"constructor.name"}}',
  );
});
