import { changedAs, type Draft, type DraftState } from '../../../dashboard/src/draft/draft.ts';
import { draftInLanguage } from '../../../dashboard/src/draft/draft-in-language.ts';
import { refusedParts } from '../../../dashboard/src/draft/draft-problems.ts';
import { DraftStore } from '../../../dashboard/src/draft/draft-store.ts';
import { expect, test } from '../../jest.ts';
import { draft as empty, refusalOf } from '../template.ts';

const content = (subject: string) => ({ subject, html: `<p>${subject}</p>`, text: null });
const draft = { ...empty, ...content('Hello'), language: 'en', languages: { pt: content('Olá') } };
const state = (languages: Draft['languages']): DraftState => ({
  ...{ revision: 1, saved: draft, draft: { ...draft, languages }, stored: null },
});

test('a language is edited like the template itself, which stays as it is', () => {
  const store = new DraftStore(state(draft.languages));
  const view = draftInLanguage(store, 'pt');

  view.dispatch({ kind: 'written', changes: { html: '<p>Oi</p>', text: 'Oi' } });
  view.dispatch({ kind: 'written', changes: { name: 'Boas-vindas', text: null } });

  const pt = { subject: 'Olá', html: '<p>Oi</p>', text: null };
  const all = { ...draft, name: 'Boas-vindas', languages: { pt } };
  expect(store.current().draft).toEqual(all);
  expect(view.current().draft).toEqual({ ...all, ...pt, language: 'pt' });
  expect(view.current()).toBe(view.current());
});

test('a field that closes after its language was removed does not bring it back', () => {
  const store = new DraftStore(state(draft.languages));
  const view = draftInLanguage(store, 'pt');
  store.dispatch({ kind: 'written', changes: { languages: {} } });

  view.dispatch({ kind: 'written', changes: { html: '<p>Late</p>' } });

  expect(store.current().draft).toEqual({ ...draft, languages: {} });
});

test("a save over another author's revision keeps the languages that only they changed", () => {
  const theirs = { ...draft, languages: { pt: content('Deles'), de: content('Hallo') } };

  const added = changedAs(state({ pt: content('Olá'), fr: content('Salut') }), theirs);
  const changed = changedAs(state({ pt: content('Meu') }), theirs);
  const removed = changedAs(state({}), theirs);

  expect(added.languages).toEqual({ ...theirs.languages, fr: content('Salut') });
  expect(changed.languages).toEqual({ pt: content('Meu'), de: content('Hallo') });
  expect(removed.languages).toEqual({ de: content('Hallo') });
});

test('a problem of a language is at the part of that language', () => {
  const refusal = refusalOf(
    { pointer: '/languages/pt/html', detail: 'not closed', line: 2, column: 1 },
    { pointer: '/language', detail: 'no tag' },
  );

  expect(refusedParts(refusal)).toMatchObject([
    { part: 'html', language: 'pt', place: { line: 2, column: 1 } },
    { part: 'languages' },
  ]);
});
