import { expect, test } from 'vitest';
import { amongWords, summaryOf } from '../../../../dashboard/src/pages/home/recent-messages.ts';
import { summary } from '../../messages.ts';

test('messages are counted by state in the order of their life, without empty states', () => {
  const messages = [summary('3', 'BOUNCED'), summary('2', 'SENT'), summary('1', 'BOUNCED')];

  const { counts } = summaryOf(messages);

  expect(counts).toEqual([
    { state: 'SENT', count: 1 },
    { state: 'BOUNCED', count: 2 },
  ]);
});

test('problems are the newest first, limited, and all counted', () => {
  const messages = [
    summary('6', 'UNKNOWN'),
    summary('5', 'DELIVERED'),
    summary('4', 'DELAYED'),
    summary('3', 'REJECTED'),
    summary('2', 'COMPLAINED'),
    summary('1', 'FAILED'),
  ];

  const { problems, problemCount } = summaryOf(messages, 2);

  expect({ ids: problems.map(({ id }) => id), problemCount }).toEqual({
    ids: ['6', '3'],
    problemCount: 4,
  });
});

test.each([
  [100, true, 'the newest 100 messages'],
  [7, false, 'all 7 messages'],
  [1, false, 'the only message'],
])('the number of %i messages, with more behind: %s, reads "%s"', (count, isMore, words) => {
  expect(amongWords(count, isMore)).toBe(words);
});
