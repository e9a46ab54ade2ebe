import {
  begin,
  type Draft,
  type DraftState,
  differingParts,
  isChanged,
  reduceDraft,
} from '../../../dashboard/src/draft/draft.ts';
import { expect, test } from '../../jest.ts';

const state: DraftState = begin({
  id: 'welcome',
  kind: 'template',
  isLayout: false,
  name: 'Welcome',
  layout: null,
  uses: [],
  subject: 'Hello',
  html: '<p>{{name}}</p>',
  text: null,
  language: null,
  languages: {},
  testData: { name: 'Ada', age: 36 },
  flow: null,
  keep: '7d',
  secret: ['code'],
  flowStatus: 'none',
  revision: 3,
  updatedAt: '2026-11-21T12:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
  draft: null,
  variables: [],
  usedBy: [],
});

const write = (changes: Partial<Draft>, from = state) =>
  reduceDraft(from, { kind: 'written', changes });

test('a draft is unchanged when it is opened', () => {
  expect([isChanged(state), state.revision]).toEqual([false, 3]);
});

test('a draft is changed by an edit, and unchanged again when the edit is reverted', () => {
  const written = write({ html: '<p>x</p>' });
  const back = write({ html: '<p>{{name}}</p>' }, written);

  expect([isChanged(written), isChanged(back)]).toEqual([true, false]);
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
  expect(differingParts(state.saved, write({ keep: null, secret: ['code'] }).draft)).toEqual([
    'keep',
  ]);
  expect(differingParts(state.saved, write({ secret: [] }).draft)).toEqual(['secret']);
  expect(isChanged(write({ secret: ['code'] }))).toBe(false);
});

test("the author's own plain text changes a draft, even an empty one", () => {
  expect(differingParts(state.saved, write({ text: '' }).draft)).toEqual(['text']);
});

test('a draft keeps what was written during a save', () => {
  const sent = write({ html: 'sent' });
  const meanwhile = write({ html: 'sent, and more' }, sent);

  const saved = reduceDraft(meanwhile, { kind: 'saved', revision: 4, content: sent.draft });

  expect([saved.revision, saved.saved.html, saved.draft.html, isChanged(saved)]).toEqual([
    4,
    'sent',
    'sent, and more',
    true,
  ]);
});

test("another author's save replaces a draft", () => {
  const content = { ...state.saved, html: 'theirs' };

  const taken = reduceDraft(write({ html: 'mine' }), {
    kind: 'replaced',
    revision: 5,
    content,
  });

  expect(taken).toEqual({ revision: 5, saved: content, draft: content });
});

test("a draft keeps its changed parts on top of another author's save", () => {
  const content = { ...state.saved, html: 'theirs', subject: 'theirs' };

  const rebased = reduceDraft(write({ html: 'mine' }), { kind: 'rebased', revision: 5, content });

  expect(rebased).toEqual({
    revision: 5,
    saved: content,
    draft: { ...content, html: 'mine' },
  });
});

test('a draft is not changed by a flow whose fields only have another order', () => {
  const flow = { nodes: [{ id: 'mail', type: 'template' }], edges: [] };
  const other = { edges: [], nodes: [{ type: 'template', id: 'mail' }] };

  expect(differingParts({ ...state.saved, flow }, { ...state.saved, flow: other })).toEqual([]);
});
