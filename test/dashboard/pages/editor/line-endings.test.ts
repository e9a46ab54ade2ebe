import { EditorState } from '@codemirror/state';
import {
  lineEndings,
  readLineEndings,
  textOf,
} from '../../../../dashboard/src/pages/editor/source/line-endings.ts';
import { expect, test } from '../../../jest.ts';

const open = (text: string) =>
  EditorState.create({ doc: text, extensions: lineEndings.init(() => readLineEndings(text)) });

test.each([
  ['line feeds', 'a\nb\n'],
  ['carriage returns with line feeds', 'a\r\nb\r\n'],
  ['carriage returns', 'a\rb\r'],
  ['all of them mixed', 'a\r\nb\nc\rd\r\n\r\n\n\re'],
  ['no last line break', 'a\r\nb'],
  ['a byte order mark, tabs and odd spaces', '\ufeffa\t\u00a0\u2028 \f\r\n  b  '],
  ['nothing', ''],
])('the editor keeps the line endings of a text: %s', (_what, text) => {
  expect(textOf(open(text))).toBe(text);
});

test.each([
  ['a new line gets the most frequent', { from: 1, insert: '\nnew' }, 'a\r\nnew\r\nb\r\nc\nd'],
  [
    'a different one stays while the text before it changes',
    { from: 0, insert: 'xyz' },
    'xyza\r\nb\r\nc\nd',
  ],
  ['deleting a line break also deletes its', { from: 5, to: 6 }, 'a\r\nb\r\ncd'],
])('of the line endings of a text, %s', (_what, changes, written) => {
  expect(textOf(open('a\r\nb\r\nc\nd').update({ changes }).state)).toBe(written);
});
