import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import {
  completeName,
  namesKnown,
  placeholders,
} from '../../../../dashboard/src/pages/editor/source/placeholders.ts';

/** What is offered where `|` stands in the text, and where it would be written. */
function offeredIn(marked: string) {
  const pos = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  const state = EditorState.create({ doc, extensions: placeholders });
  const known = state.update({
    effects: namesKnown.of({ variables: ['name', 'note'], partials: ['footer', 'note-box'] }),
  }).state;
  const found = completeName(new CompletionContext(known, pos, false));
  return found && { from: found.from, apply: found.options.map(({ apply }) => apply) };
}

describe('the completion of placeholders', () => {
  test.each([
    ['closes the braces', 'a {{na¦', { from: 4, apply: ['name}}', 'note}}'] }],
    ['leaves closed braces', 'a {{na¦}} b', { from: 4, apply: ['name', 'note'] }],
    ['leaves a default', '{{¦|x}}', { from: 2, apply: ['name', 'note'] }],
    ['closes three braces by three', '{{{n¦', { from: 3, apply: ['name}}}', 'note}}}'] }],
    ['knows sections', '{{#n¦', { from: 3, apply: ['name}}', 'note}}'] }],
    ['offers partials', 'a {{> f¦', { from: 6, apply: ['footer}}', 'note-box}}'] }],
    ['leaves a closed partial', '{{>¦}}', { from: 3, apply: ['footer', 'note-box'] }],
    ['knows encoded values', '?n={{%n¦', { from: 6, apply: ['name}}', 'note}}'] }],
    ['offers nothing outside of braces', 'name¦', null],
    ['offers nothing in a default', '{{a|n¦', null],
  ])('%s', (_what, text, offered) => {
    expect(offeredIn(text)).toEqual(offered);
  });
});
