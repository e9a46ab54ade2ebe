import {
  amongWords,
  summaryOf,
  upcomingOf,
} from '../../../../dashboard/src/pages/home/recent-messages.ts';
import { expect, test } from '../../../jest.ts';
import { summary } from '../../messages.ts';

test('problems are the newest first, limited, and all counted', () => {
  const states = ['UNKNOWN', 'DELIVERED', 'DELAYED', 'REJECTED', 'COMPLAINED', 'FAILED'] as const;

  const { problems, problemCount } = summaryOf(
    states.map((state) => summary(state, state)),
    2,
  );

  expect(problems.map(({ id }) => id)).toEqual(['UNKNOWN', 'REJECTED']);
  expect(problemCount).toBe(4);
});

test('scheduled messages are listed the soonest first, limited, and all counted', () => {
  const at = (id: string, sendAt: string) => ({ ...summary(id, 'SCHEDULED'), sendAt });
  const messages = [
    at('4', '2027-01-02T09:00:00.000Z'),
    at('3', '2026-12-24T09:00:00.000Z'),
    { ...at('2', '2026-12-01T09:00:00.000Z'), state: 'CANCELLED' as const },
    at('1', '2026-12-31T09:00:00.000Z'),
  ];

  const { upcoming, count } = upcomingOf(messages, 2);

  expect({ ids: upcoming.map(({ id }) => id), count }).toEqual({ ids: ['3', '1'], count: 3 });
});

test.each([
  [100, true, 'the newest 100 messages'],
  [7, false, 'all 7 messages'],
  [1, false, 'the only message'],
])('the number of %i messages, with more behind: %s, reads "%s"', (count, isMore, words) => {
  expect(amongWords(count, isMore)).toBe(words);
});
