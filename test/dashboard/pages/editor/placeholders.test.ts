import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import {
  completeTag,
  namesIn,
} from '../../../../dashboard/src/pages/editor/source/complete-tag.ts';
import { expect, test } from '../../../jest.ts';
import { variable } from './variable.ts';

const known = {
  variables: ['name', 'note'],
  sections: ['items'],
  partials: ['footer', 'note-box'],
};

/** The completions at the `¦` in the text, and the range that they would replace. */
function offeredIn(marked: string) {
  const pos = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  const state = EditorState.create({ doc });
  const found = completeTag(new CompletionContext(state, pos, false), known);
  return (
    found && {
      from: found.from,
      apply: found.options.flatMap(({ apply }) => (typeof apply === 'string' ? [apply] : [])),
    }
  );
}

test.each([
  ['closes the braces', 'a {{na¦', { from: 4, apply: ['name}}', 'note}}'] }],
  ['leaves closed braces', 'a {{na¦}} b', { from: 4, apply: ['name', 'note'] }],
  ['leaves a default', '{{¦|x}}', { from: 2, apply: ['name', 'note'] }],
  ['closes three braces by three', '{{{n¦', { from: 3, apply: ['name}}}', 'note}}}'] }],
  ['knows sections', '{{#n¦', { from: 3, apply: ['items}}', 'name}}', 'note}}'] }],
  [
    'ends the innermost section first',
    '{{#a}}{{#b}}{{#c}}{{/c}}\n{{/¦',
    { from: 28, apply: ['b}}', 'a}}'] },
  ],
  ['ends a section after two braces', '{{#a}}{{¦}}', { from: 8, apply: ['name', 'note', '/a'] }],
  ['offers partials', 'a {{> f¦', { from: 6, apply: ['footer}}', 'note-box}}'] }],
  ['leaves a closed partial', '{{>¦}}', { from: 3, apply: ['footer', 'note-box'] }],
  ['knows encoded values', '?n={{%n¦', { from: 6, apply: ['name}}', 'note}}'] }],
  ['offers nothing outside of braces', 'name¦', null],
  ['offers nothing in a default', '{{a|n¦', null],
])('the completion of a placeholder %s', (_what, text, offered) => {
  expect(offeredIn(text)).toEqual(offered);
});

test('after two braces the completion explains each sign', () => {
  const state = EditorState.create({ doc: '{{' });
  const found = completeTag(new CompletionContext(state, 2, false), known);
  const offered = found?.options.filter(({ detail }) => detail) ?? [];

  expect(offered.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
    '# a section: once for each item of a list, or if there is a value',
    '^ the opposite: if there is no value, or an empty list',
    '> a partial',
    '% a value in an address: ?q={{%name}}',
    '& HTML that you trust, without escaping',
  ]);
});

test('the names come from the template and its test data', () => {
  const testData = '{"customer":{"name":"Ada"},"items":[{"title":"Ink"}],"tags":["a"]}';

  const names = namesIn(testData, [variable('greeting')]);

  expect(names).toEqual({
    variables: ['greeting', 'customer.name', 'title'],
    sections: ['customer', 'items', 'tags'],
  });
});
