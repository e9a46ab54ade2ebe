import { lookUp, withDefaults } from '../../../../shared/engine/flow/variables.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  [{}, { name: 'friend' }],
  [{ name: null }, { name: 'friend' }],
  [{ name: undefined }, { name: 'friend' }],
  [{ name: '' }, { name: '' }],
  [{ name: 0 }, { name: 0 }],
  [{ name: false }, { name: false }],
  [{ name: [] }, { name: [] }],
])('a default replaces a missing value and null: %j', (variables, expected) => {
  expect(withDefaults(variables, [{ name: 'name', value: 'friend' }])).toEqual(expected);
});

test.each([
  [{}, { customer: { name: 'friend' } }],
  [{ customer: null }, { customer: { name: 'friend' } }],
  [{ customer: { id: 1 } }, { customer: { id: 1, name: 'friend' } }],
  [{ customer: { name: null } }, { customer: { name: 'friend' } }],
  [{ customer: { name: 'Ann' } }, { customer: { name: 'Ann' } }],
  [{ customer: 'Ann' }, { customer: 'Ann' }],
  [{ customer: [1] }, { customer: [1] }],
])('a default of a dotted name is put into its object: %j', (variables, expected) => {
  expect(withDefaults(variables, [{ name: 'customer.name', value: 'friend' }])).toEqual(expected);
});

test('applying a default does not change the given variables', () => {
  const variables = { customer: { id: 1 } };

  withDefaults(variables, [
    { name: 'customer.name', value: 'friend' },
    { name: 'a', value: 1 },
  ]);

  expect(variables).toEqual({ customer: { id: 1 } });
});

test('a default never becomes a prototype', () => {
  const variables = JSON.parse('{"__proto__": {"id": 1}}');

  const filled = withDefaults(variables, [
    { name: '__proto__.name', value: 'friend' },
    { name: 'a.__proto__', value: { b: 1 } },
  ]);

  expect(JSON.stringify(filled)).toBe(
    '{"__proto__":{"id":1,"name":"friend"},"a":{"__proto__":{"b":1}}}',
  );
  expect(lookUp(filled, 'name')).toBeUndefined();
  expect(lookUp(filled, 'a.b')).toBeUndefined();
});
