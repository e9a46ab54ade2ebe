import type { Draft } from '../../../../dashboard/src/draft/draft.ts';
import {
  differenceWords,
  howWords,
  languageToShow,
} from '../../../../dashboard/src/pages/revisions/revision-words.ts';
import { expect, test } from '../../../jest.ts';
import { draft as own } from '../../template.ts';

test.each([
  ['push', 'pushed from files'],
  ['dashboard', 'saved in the dashboard'],
  ['mcp', 'saved by an agent'],
  ['deploy', 'made by the deployment'],
  ['restore of 6', 'went back to revision 6'],
  ['rollback to 6', 'went back to revision 6'],
  ['promote from staging', 'promoted from staging'],
  ['publish of draft by ada@example.com', 'published the draft of ada@example.com'],
  ['something newer', 'something newer'],
])('a revision that came by “%s” is said to be “%s”', (how, words) => {
  expect(howWords(how)).toBe(words);
});

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
