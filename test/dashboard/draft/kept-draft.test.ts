import type { DraftState } from '../../../dashboard/src/draft/draft.ts';
import {
  draftKey,
  forgetDraft,
  keepDraft,
  readKeptDraft,
} from '../../../dashboard/src/draft/kept-draft.ts';
import { expect, test } from '../../jest.ts';
import { draft } from '../template.ts';

const html = '<p>\r\n';
const state: DraftState = { revision: 3, saved: draft, draft: { ...draft, html }, stored: null };
const key = draftKey('acc_1', 'welcome');

/** A browser's storage that holds `room` characters. */
function storage(room = 1000): Storage {
  const items = new Map<string, string>();
  const parts: Partial<Storage> = {
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => void items.delete(name),
    setItem: (name, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(name, value);
    },
  };
  return parts as Storage;
}

test('a kept draft has the changed parts, and the revision that they began from, for its account until it is forgotten', () => {
  const tab = storage();

  const isKept = keepDraft(tab, key, state);
  const [own, other] = [key, draftKey('acc_2', 'welcome')].map((name) => readKeptDraft(tab, name));
  forgetDraft(tab, key);

  expect([isKept, own, other, readKeptDraft(tab, key)]).toEqual([
    ...[true, { revision: 3, stored: null, changes: { html } }, null, null],
  ]);
});

test('a draft for which the browser has no room is not kept, and no older one is either', () => {
  const tab = storage();
  keepDraft(tab, key, state);

  const isKept = keepDraft(tab, key, { ...state, draft: { ...draft, html: 'x'.repeat(2000) } });

  expect([isKept, readKeptDraft(tab, key)]).toEqual([false, null]);
});

test.each(['no JSON', '{"revision":1}', 'null', '[]'])('no draft is read if %s is kept', (text) => {
  const tab = storage();
  tab.setItem(key, text);

  expect(readKeptDraft(tab, key)).toBeNull();
});
