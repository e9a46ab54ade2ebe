import { stripVTControlCharacters } from 'node:util';
import { fields, table } from '../../../cli/terminal/result.ts';
import { expect, test } from '../../jest.ts';

const headings = ['MESSAGE', 'WHEN', 'TO', 'SUBJECT'];
const rows = [
  ['01KQHFP6800000000000000001', '2026-05-01 10:00:00', 'ada@example.com +1', 'Welcome, Ada'],
  ['01KQHFP6800000000000000002', '2026-05-01 10:00:00', 'bob@example.com', '日本語の件名です'],
];
const withGap = [['01KQHFP6800000000000000001', '', 'ada@example.com', 'Welcome, Ada']];
const shown = (columns?: number) => stripVTControlCharacters(table(headings, rows, columns));

test('a table has a line for each row if it fits, and in a pipe', () => {
  const whole = `
MESSAGE                     WHEN                 TO                  SUBJECT
01KQHFP6800000000000000001  2026-05-01 10:00:00  ada@example.com +1  Welcome, Ada
01KQHFP6800000000000000002  2026-05-01 10:00:00  bob@example.com     日本語の件名です`;

  expect(`\n${shown(85)}`).toBe(whole);
  expect(`\n${shown()}`).toBe(whole);
});

test('a table is a block for each row on a narrow terminal', () => {
  expect(`\n${shown(50)}`).toBe(`
MESSAGE  01KQHFP6800000000000000001
WHEN     2026-05-01 10:00:00
TO       ada@example.com +1
SUBJECT  Welcome, Ada

MESSAGE  01KQHFP6800000000000000002
WHEN     2026-05-01 10:00:00
TO       bob@example.com
SUBJECT  日本語の件名です`);
});

test("a table's blocks leave out empty cells", () => {
  expect(stripVTControlCharacters(table(headings, withGap, 40))).toBe(
    'MESSAGE  01KQHFP6800000000000000001\nTO       ada@example.com\nSUBJECT  Welcome, Ada',
  );
});

test('the values of a block and of fields wrap between words on a narrow terminal', () => {
  const subject = ['SUBJECT', 'Your receipt for order 1001 of Acme and others'] as const;
  const url = ['URL', 'https://example.com/a/very/long/address/that/stays/whole'] as const;

  expect(`\n${fields([subject, url], 40)}`).toBe(`
SUBJECT  Your receipt for order 1001 of
         Acme and others
URL      https://example.com/a/very/long/address/that/stays/whole`);
  expect(fields([subject])).toBe('SUBJECT  Your receipt for order 1001 of Acme and others');
  expect(
    stripVTControlCharacters(table(['ID', 'SUBJECT'], [['1'.repeat(30), subject[1]]], 36)),
  ).toBe(`ID       ${'1'.repeat(30)}
SUBJECT  Your receipt for order 1001
         of Acme and others`);
});
