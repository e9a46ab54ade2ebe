import {
  begin,
  type Draft,
  type DraftState,
  differingParts,
  isChanged,
  reduceDraft,
} from '../../../dashboard/src/draft/draft.ts';
import { expect, test } from '../../jest.ts';
import { templateOf } from '../template.ts';

const state: DraftState = begin(
  templateOf({ testData: { name: 'Ada', age: 36 }, keep: '7d', secret: ['code'], revision: 3 }),
);

const write = (changes: Partial<Draft>, from = state) =>
  reduceDraft(from, { kind: 'written', changes });

test('a draft is unchanged when it is opened, changed by an edit, and unchanged when the edit is reverted', () => {
  const written = write({ html: '<p>x</p>' });
  const back = write({ html: state.saved.html }, written);

  expect([state, written, back].map(isChanged)).toEqual([false, true, false]);
  expect(state.revision).toBe(3);
});

test.each([
  ['other white space', '{"name":"Ada","age":36}', false],
  ['another value', '{"name":"Ada","age":37}', true],
  ['no JSON', '{"name":"Ada"', true],
])('a draft is changed by test data with another value: %s', (_what, testData, changed) => {
  expect(isChanged(write({ testData }))).toBe(changed);
});

test('a draft has how long copies are kept and the secret variables, so that a save does not lose them', () => {
  expect(state.draft).toMatchObject({ keep: '7d', secret: ['code'] });
});

test.each<[Partial<Draft>, string[]]>([
  [{ keep: null, secret: ['code'] }, ['keep']],
  [{ secret: [] }, ['secret']],
  [{ secret: ['code'] }, []],
  // The author's own plain text counts, even an empty one.
  [{ text: '' }, ['text']],
])('a draft with %j differs in %j', (changes, parts) => {
  expect(differingParts(state.saved, write(changes).draft)).toEqual(parts);
});

test('a draft keeps what was written during a save', () => {
  const sent = write({ html: 'sent' });
  const meanwhile = write({ html: 'sent, and more' }, sent);

  const saved = reduceDraft(meanwhile, { kind: 'saved', revision: 4, content: sent.draft });

  expect(saved).toMatchObject({
    ...{ revision: 4, saved: { html: 'sent' }, draft: { html: 'sent, and more' } },
  });
  expect(isChanged(saved)).toBe(true);
});

test("another author's save replaces a draft", () => {
  const content = { ...state.saved, html: 'theirs' };

  const taken = reduceDraft(write({ html: 'mine' }), { kind: 'replaced', revision: 5, content });

  expect(taken).toEqual({ revision: 5, saved: content, draft: content, stored: null });
});

test("a draft keeps its changed parts on top of another author's save", () => {
  const content = { ...state.saved, html: 'theirs', subject: 'theirs' };

  const rebased = reduceDraft(write({ html: 'mine' }), { kind: 'rebased', revision: 5, content });

  expect(rebased).toEqual({
    ...{ revision: 5, saved: content, stored: null },
    draft: { ...content, html: 'mine' },
  });
});

test('a draft is not changed by a flow whose fields only have another order', () => {
  const flow = { nodes: [{ id: 'mail', type: 'template' }], edges: [] };
  const other = { edges: [], nodes: [{ type: 'template', id: 'mail' }] };

  expect(differingParts({ ...state.saved, flow }, { ...state.saved, flow: other })).toEqual([]);
});
