import {
  declaredTypes,
  whyNotCompared,
} from '../../../../dashboard/src/pages/flow/model/declared-types.ts';
import { expect, test } from '../../../jest.ts';

const text = { type: ['string', 'number', 'boolean'] };
const items = { type: 'array', items: { type: 'object', properties: { name: text } } };
const properties = { plan: text, items, order: { type: 'object', properties: { total: text } } };
const schema = { $defs: { receipt: { type: 'object', properties } } };

test('the types of variables are found by their names, also within an object', () => {
  expect(Object.fromEntries(declaredTypes(schema, 'receipt'))).toEqual({
    ...{ plan: 'value', items: 'list', order: 'object' },
    'order.total': 'value',
  });
  expect([...declaredTypes(undefined, 'receipt'), ...declaredTypes(schema, 'other')]).toEqual([]);
});

test('a list and an object cannot be compared, and the sentence says so', () => {
  const types = declaredTypes(schema, 'receipt');

  expect(whyNotCompared(types, 'items')).toBe(
    'items is a list in the template, and only a text, a number, true or false can be compared',
  );
  expect(['plan', 'order.total', '_to'].map((name) => whyNotCompared(types, name))).toEqual(
    Array(3).fill(undefined),
  );
});
