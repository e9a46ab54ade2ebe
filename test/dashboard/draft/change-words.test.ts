import {
  changeWords,
  differenceWords,
  languageToShow,
} from '../../../dashboard/src/draft/change-words.ts';
import type { Draft } from '../../../dashboard/src/draft/draft.ts';
import { expect, test } from '../../jest.ts';
import { draft as own } from '../template.ts';

const german = { subject: 'Hallo', html: '<p>Hallo</p>', text: null };
const draft: Draft = { ...own, language: 'en', languages: { de: german } };
const changed = { ...german, subject: 'Guten Tag' };

test.each<[Partial<Draft>, string, string | null]>([
  [{}, 'The two are the same.', null],
  [{ subject: 'Hello' }, 'Different: Subject.', null],
  [{ layout: 'main' }, 'Different: Layout (none and main).', null],
  [{ languages: { de: changed } }, 'Different: Other languages (de).', 'de'],
  [{ languages: {} }, 'Different: Other languages (de).', 'de'],
  [{ languages: { de: german, fr: german } }, 'Different: Other languages (fr).', 'fr'],
  [
    { subject: 'Hello', languages: { de: changed, fr: german } },
    'Different: Subject, Other languages (de, fr).',
    null,
  ],
])(
  'a revision with the changes %j reads "%s", and shows the language %j',
  (changes, words, tag) => {
    const after = { ...draft, ...changes };

    expect(differenceWords(draft, after)).toBe(words);
    expect(languageToShow(draft, after)).toBe(tag);
  },
);

test.each<[Partial<Draft>, string[]]>([
  [{}, []],
  [{ subject: 'Hello' }, ['Subject: “Hi” becomes “Hello”']],
  [{ layout: 'main' }, ['Layout: “(none)” becomes “main”']],
  [{ html: 'one\nthree' }, ['HTML: 1 line changed']],
  [{ html: 'one\ntwo\nthree\nfour' }, ['HTML: 2 lines added, 0 removed']],
  [{ html: 'one\r\ntwo' }, ['HTML: line ends or the order of lines changed']],
  [{ text: 'plain' }, ['Plain text: added']],
  [{ flow: { nodes: [] } }, ['Flow: added']],
  [{ testData: '{"other":1}' }, ['Test data: 1 line changed']],
  [
    { languages: { fr: german, de: changed } },
    ['Language de: Subject changed', 'Language fr: added'],
  ],
  [{ languages: {} }, ['Language de: removed']],
])('the changes %j are said as %j', (changes, words) => {
  const before = { ...draft, subject: 'Hi', html: 'one\ntwo', testData: '{}', flow: null };

  expect(changeWords(before, { ...before, ...changes })).toEqual(words);
});
