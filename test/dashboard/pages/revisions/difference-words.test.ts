import type { Draft } from '../../../../dashboard/src/draft/draft.ts';
import {
  differenceWords,
  languageToShow,
} from '../../../../dashboard/src/pages/revisions/difference-words.ts';
import { expect, test } from '../../../jest.ts';
import { draft as own } from '../../template.ts';

const german = { subject: 'Hallo', html: '<p>Hallo</p>', text: null };
const draft: Draft = { ...own, language: 'en', languages: { de: german } };
const changed = { ...german, subject: 'Guten Tag' };

test.each<[Partial<Draft>, string, string | null]>([
  [{}, 'The two are the same.', null],
  [{ subject: 'Hello' }, 'Subject differs.', null],
  [{ layout: 'main' }, 'Layout (none and main) differs.', null],
  [{ languages: { de: changed } }, 'Other languages (de) differ.', 'de'],
  [{ languages: {} }, 'Other languages (de) differ.', 'de'],
  [{ languages: { de: german, fr: german } }, 'Other languages (fr) differ.', 'fr'],
  [
    { subject: 'Hello', languages: { de: changed, fr: german } },
    'Subject and Other languages (de, fr) differ.',
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
