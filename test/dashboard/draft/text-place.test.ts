import {
  editorOffset,
  markedLength,
  offsetOf,
  placeOf,
  textOffset,
} from '../../../dashboard/src/draft/text-place.ts';
import { expect, test } from '../../jest.ts';

const text = 'ab\r\ncd\nef {{bad name}} x';

test.each([
  [{ line: 1, column: 1 }, 0],
  [{ line: 2, column: 2 }, 5],
  [{ line: 3, column: 4 }, 10],
])('the place %j has an offset, and the offset leads back to the place', (place, offset) => {
  const found = offsetOf(text, place);

  expect([found, placeOf(text, found)]).toEqual([offset, place]);
});

test.each([
  ['a column after the end of the line', { line: 2, column: 40 }, 6],
  ['a line after the end of the text', { line: 9, column: 1 }, text.length],
])('a place that the text no longer has becomes the nearest one: %s', (_what, place, offset) => {
  expect(offsetOf(text, place)).toBe(offset);
});

test('an offset in the editor counts each line break as one character', () => {
  expect([editorOffset(text, 1), editorOffset(text, 5), editorOffset(text, 10)]).toEqual([1, 4, 9]);
  expect([textOffset(text, 1), textOffset(text, 4), textOffset(text, 9)]).toEqual([1, 5, 10]);
});

test.each([
  ['a tag whole', '{{bad name}} x', 12],
  ['a raw tag whole', '{{{raw}}} x', 9],
  ['a tag that is not closed, as far as the markup', '{{open</p>', 6],
  ['a word', 'word and', 4],
  ['one character where nothing begins', ' x', 1],
])('the mark of a problem covers %s', (_what, source, length) => {
  expect(markedLength(source, 0)).toBe(length);
});
