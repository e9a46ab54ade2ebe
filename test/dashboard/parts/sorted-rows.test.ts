import { nextSort, sortedRows } from '../../../dashboard/src/parts/sorted-rows.ts';
import { expect, test } from '../../jest.ts';

interface Row {
  name: string;
  count: number | null;
}

const rows: readonly Row[] = [
  { name: 'key 10', count: 3 },
  { name: 'key 9', count: null },
  { name: 'Key 1', count: 20 },
];
const name = { head: 'Name', sortBy: (row: Row) => row.name };
const count = { head: 'Count', sortBy: (row: Row) => row.count, isNumber: true };
const columns = [name, count, { head: 'Actions' }];

const namesBy = (by: string, isDown: boolean) =>
  sortedRows(rows, columns, { by, isDown }).map((row) => row.name);

test('a column of words sorts without regard to case, and numbers in them by their value', () => {
  expect(namesBy('Name', false)).toEqual(['Key 1', 'key 9', 'key 10']);
  expect(namesBy('Name', true)).toEqual(['key 10', 'key 9', 'Key 1']);
});

test('rows without a value come last in both directions', () => {
  expect(namesBy('Count', false)).toEqual(['key 10', 'Key 1', 'key 9']);
  expect(namesBy('Count', true)).toEqual(['Key 1', 'key 10', 'key 9']);
});

test('without an order, or by a column that does not sort, the rows stay as they are', () => {
  expect(sortedRows(rows, columns, undefined)).toBe(rows);
  expect(sortedRows(rows, columns, { by: 'Actions', isDown: false })).toBe(rows);
});

test('the first press of a head sorts words upwards and numbers downwards, and the second turns it round', () => {
  expect(nextSort(name, undefined)).toEqual({ by: 'Name', isDown: false });
  expect(nextSort(name, { by: 'Name', isDown: false })).toEqual({ by: 'Name', isDown: true });
  expect(nextSort(count, { by: 'Name', isDown: false })).toEqual({ by: 'Count', isDown: true });
  expect(nextSort(count, { by: 'Count', isDown: true })).toEqual({ by: 'Count', isDown: false });
});
