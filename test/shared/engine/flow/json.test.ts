import { isJson } from '../../../../shared/engine/flow/graph.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  [null],
  [''],
  [0],
  [false],
  [[]],
  [{ a: [1] }],
  [JSON.parse('{"__proto__": 1}')],
  [Object.create(null)],
])('%j is JSON', (value) => {
  expect(isJson(value, 2)).toBe(true);
});

test.each([
  [undefined],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1n],
  [Symbol('a')],
  [() => 1],
  [new Date(0)],
  [[new Map()]],
  [[undefined]],
  [{ a: [[]] }],
])('%p is not JSON, or too deep', (value) => {
  expect(isJson(value, 2)).toBe(false);
});
