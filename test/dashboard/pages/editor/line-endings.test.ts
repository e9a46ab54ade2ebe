import { EditorState } from '@codemirror/state';
import {
  lineEndings,
  readLineEndings,
  textOf,
} from '../../../../dashboard/src/pages/editor/source/line-endings.ts';
import { expect, test } from '../../../jest.ts';

function open(text: string): EditorState {
  return EditorState.create({
    doc: text,
    extensions: lineEndings.init(() => readLineEndings(text)),
  });
}

test.each([
  ['line feeds', 'a\nb\n'],
  ['carriage returns with line feeds', 'a\r\nb\r\n'],
  ['carriage returns', 'a\rb\r'],
  ['all of them mixed', 'a\r\nb\nc\rd\r\n\r\n\n\re'],
  ['no last line break', 'a\r\nb'],
  ['a byte order mark, tabs and odd spaces', '\ufeffa\t\u00a0\u2028 \f\r\n  b  '],
  ['nothing', ''],
])('the editor keeps the line endings of a text: %s', (_what, text) => {
  const state = open(text);

  const back = textOf(state);

  expect(back).toBe(text);
});

test('a new line gets the most frequent line ending of the text', () => {
  const state = open('a\r\nb\r\nc\nd');

  const written = state.update({ changes: { from: 1, insert: '\nnew' } }).state;

  expect(textOf(written)).toBe('a\r\nnew\r\nb\r\nc\nd');
});

test('a different line ending stays while the text before it changes', () => {
  const state = open('a\r\nb\r\nc\nd');

  const written = state.update({ changes: { from: 0, insert: 'xyz' } }).state;

  expect(textOf(written)).toBe('xyza\r\nb\r\nc\nd');
});

test('deleting a line break also deletes its line ending', () => {
  const state = open('a\r\nb\r\nc\nd');

  const written = state.update({ changes: { from: 5, to: 6 } }).state;

  expect(textOf(written)).toBe('a\r\nb\r\ncd');
});
