import { replaceText } from '../../../dashboard/src/copy/replace-text.ts';
import { expect, test } from '../../jest.ts';
import { decode } from './decode.ts';

const replaced = (source: string, before: string, after: string) =>
  replaceText(source, before, after, decode);

test.each([
  ['Hello', 'Hello', 'Hello you', 'Hello you'],
  [
    '\n  Gr&uuml;&szlig;e  an&nbsp;dich\n',
    ' Grüße an\u00a0dich ',
    ' Grüße an\u00a0euch ',
    '\n  Gr&uuml;&szlig;e  an&nbsp;euch\n',
  ],
  ['a\n    b', 'a b', 'a x b', 'a\n    x b'],
  ['a\r\nb', 'a\nb', 'a\nc', 'a\r\nc'],
  ['&copy 2025 AT&T', '© 2025 AT&T', '© 2026 AT&T', '&copy 2026 AT&T'],
  ['👋🏽 hi', '👋🏽 hi', '👋 hi', '👋 hi'],
  ['', '', 'new', 'new'],
  ['gone', 'gone', '', ''],
])(
  'a text changes from its first to its last changed character alone: %j',
  (source, before, after, expected) => {
    expect(replaced(source, before, after)).toBe(expected);
  },
);

test.each([
  ['a', 'a & b < c', 'a &amp; b &lt; c'],
  ['a', 'a {{name}}', 'a &#123;&#123;name}}'],
  ['a', 'a\u00a0b', 'a&nbsp;b'],
  ['1 <', '1 <b', '1 &lt;b'],
  ['R&D &', 'R&D &lt;', 'R&D &amp;lt;'],
  ['&copy', '©;', '©;'],
])(
  'a typed text makes no tag, no placeholder and no character reference: %j',
  (before, after, expected) => {
    expect(replaced(before, decode(before), after)).toBe(expected);
  },
);

test('a source that does not show the text is not changed', () => {
  expect(replaced('Hello', 'Hallo', 'Hullo')).toBe(null);
});
