import {
  maxImported,
  readSuppressionCsv,
} from '../../../../dashboard/src/pages/settings/read-suppressions.ts';
import { csvLine } from '../../../../dashboard/src/parts/csv.ts';
import { expect, test } from '../../../jest.ts';

test('a list of addresses without heads is read, with notes from the second column', () => {
  expect(readSuppressionCsv('ada@example.com\nBob@Example.com,moved\n')).toEqual({
    entries: [
      { line: 1, address: 'ada@example.com', note: null },
      { line: 2, address: 'Bob@Example.com', note: 'moved' },
    ],
    ...{ refused: [], repeated: 0 },
  });
});

test('a file of another service is read by its heads, and wrong and repeated lines are told', () => {
  const text =
    'reason,Email,created\r\n"550\nunknown",ada@example.com,1\r\nx,ada.example.com,2\r\nx,ADA@example.com,3\r\n';

  expect(readSuppressionCsv(text)).toEqual({
    entries: [{ line: 2, address: 'ada@example.com', note: '550 unknown' }],
    refused: [{ line: 4, text: 'ada.example.com', detail: 'it has no @' }],
    repeated: 1,
  });
});

test('the dashboard’s own file is read, also with an address that looks like a formula', () => {
  const own = [
    csvLine(['address', 'reason', 'since', 'detail', 'message']),
    csvLine(['+1@example.com', 'bounce', '2026-05-01', 'smtp; 550', '01K']),
  ].join('');

  expect(readSuppressionCsv(own).entries).toEqual([
    { line: 2, address: '+1@example.com', note: 'smtp; 550' },
  ]);
});

test('addresses beyond the most of one file are refused', () => {
  const text = Array.from({ length: maxImported + 1 }, (_, at) => `a${at}@example.com`).join('\n');

  const { entries, refused } = readSuppressionCsv(text);

  expect([entries.length, refused]).toEqual([
    maxImported,
    [{ line: 5001, text: 'a5000@example.com', detail: 'one file may add 5,000 addresses' }],
  ]);
});
