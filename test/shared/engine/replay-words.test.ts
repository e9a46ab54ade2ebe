import { changeWords, replayWords } from '../../../shared/engine/trail-actions.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [{ same: 44, text: 4, fail: 2 }, 'of 50 kept mails 4 differ in their text and 2 would fail'],
  [
    { same: 1, text: 1, html: 1, fail: 3 },
    'of 6 kept mails 1 differs in its text, 1 differs in its HTML alone and 3 would fail',
  ],
  [{ fail: 1 }, 'of 1 kept mail 1 would fail'],
  [{ same: 7 }, 'all 7 kept mails stay the same'],
  [{ same: 1 }, 'the only kept mail stays the same'],
  [{}, 'no kept mail could be made again'],
])('a replay with %j is said to be “%s”', (counts, words) => {
  const mails = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(replayWords({ same: 0, text: 0, html: 0, fail: 0, ...counts, mails })).toBe(words);
});

test('the words of an entry name a replay as the page of the draft does', () => {
  const replay = { mails: 1, same: 0, text: 0, html: 0, fail: 1 };
  const change = { revision: [1, 2], approvedBy: ['s-1'], replay };
  expect(changeWords({ change, override: null })).toBe(
    'revision 1 to 2, approvedBy s-1, replay of 1 kept mail 1 would fail',
  );
});
