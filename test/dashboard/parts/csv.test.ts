import { csvLine, readCsv } from '../../../dashboard/src/parts/csv.ts';
import { expect, test } from '../../jest.ts';

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a\tb\r1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['\uFEFF"a ""b"", c",d', [['a "b", c', 'd']]],
  ['\n  \na\n\n', [['a']]],
  ['a,"open\nb', [['a', '"open'], ['b']]],
  ['', []],
])('the rows of a CSV file are read: %j', (text, rows) => {
  expect(cellsOf(text)).toEqual(rows);
});

test('each row has the line on which it begins, also after a cell with line breaks', () => {
  expect(readCsv('a\n"b\nc"\n\nd').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test('a line that is written is read again', () => {
  const cells = ['a "b"', 'c;d', 'e\nf', '', 'g'];

  expect(cellsOf(csvLine(cells))).toEqual([cells]);
});
