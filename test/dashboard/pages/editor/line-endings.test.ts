import { withLineFeeds, writtenText } from '../../../../dashboard/src/draft/text-place.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['line feeds', 'a\nb\n'],
  ['carriage returns with line feeds', 'a\r\nb\r\n'],
  ['carriage returns', 'a\rb\r'],
  ['all of them mixed', 'a\r\nb\nc\rd\r\n\r\n\n\re'],
  ['no last line break', 'a\r\nb'],
  ['a byte order mark, tabs and odd spaces', '\ufeffa\t\u00a0\u2028 \f\r\n  b  '],
  ['nothing', ''],
])('the editor keeps the line endings of a text: %s', (_what, text) => {
  expect(writtenText(text, withLineFeeds(text))).toBe(text);
});

test.each([
  ['a new line gets the most frequent', 'a\nnew\nb\nc\nd', 'a\r\nnew\r\nb\r\nc\nd'],
  ['a different one stays while the text before it changes', 'xyza\nb\nc\nd', 'xyza\r\nb\r\nc\nd'],
  ['deleting a line break also deletes its', 'a\nb\ncd', 'a\r\nb\r\ncd'],
])('of the line endings of a text, %s', (_what, held, written) => {
  expect(writtenText('a\r\nb\r\nc\nd', held)).toBe(written);
});
