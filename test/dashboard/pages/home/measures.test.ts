import {
  alarmOf,
  barsOf,
  changeOf,
  dayPath,
  measures,
  numberOf,
  percentWords,
  rateOf,
  sumOf,
  tallyOf,
} from '../../../../dashboard/src/pages/home/figures/measures.ts';
import type { MessageCounts } from '../../../../functions/manage/contracts/overview.ts';
import { expect, test } from '../../../jest.ts';

const measureOf = (id: string) => {
  const found = measures.find((measure) => measure.id === id);
  if (!found) throw new Error(`No measure ${id}`);
  return found;
};

const counts: MessageCounts = {
  states: {
    ...{ DELIVERED: 900, SENT: 3, DELAYED: 2, BOUNCED: 80, COMPLAINED: 10, REJECTED: 5 },
    ...{ REFUSED: 40, FAILED: 30, UNKNOWN: 20, SCHEDULED: 10, CANCELLED: 1, SENDING: 1 },
  },
  hardBounces: 50,
};

test('every mail that SES accepted counts as sent, and nothing else does', () => {
  const numbers = measures.map((measure) => [measure.id, numberOf(measure, counts)]);

  expect(Object.fromEntries(numbers)).toEqual({
    ...{ sent: 1000, delivered: 900, bounced: 80, complained: 10, refused: 40 },
  });
});

test('the bounce rate counts permanent bounces only, and only SES’s two rates have limits', () => {
  const rates = measures.map((measure) => [measure.id, rateOf(measure.id, tallyOf(counts))]);

  expect(Object.fromEntries(rates)).toEqual({
    sent: null,
    delivered: { share: 0.9, limit: null },
    bounced: { share: 0.05, limit: 0.05 },
    complained: { share: 0.01, limit: 0.001 },
    refused: null,
  });
});

test('without sent mails there is no rate', () => {
  const refused = { states: { REFUSED: 3 }, hardBounces: 0 };

  expect(measures.map((measure) => rateOf(measure.id, tallyOf(refused)))).toEqual(
    Array(5).fill(null),
  );
});

test.each([
  ['bounced', 1, 10, null],
  ['bounced', 2, 81, null],
  ['bounced', 2, 80, 'near'],
  ['bounced', 5, 100, 'over'],
  ['complained', 2, 4001, null],
  ['complained', 2, 4000, 'near'],
  ['complained', 2, 2000, 'over'],
  ['refused', 90, 100, null],
] as const)('%s %d of %d sent in a day raise the alarm: %s', (id, count, sent, alarm) => {
  const none = { delivered: 0, bounced: 0, hard: 0, complained: 0, refused: 0 };

  expect(alarmOf(id, { ...none, sent, hard: count, [id]: count })).toBe(alarm);
});

test('the sum leaves out days that are not counted', () => {
  const sum = sumOf([
    { date: '2026-11-20', counts: { states: { SENT: 1, BOUNCED: 2 }, hardBounces: 2 } },
    { date: '2026-11-21', counts: null },
    { date: '2026-11-22', counts: { states: { BOUNCED: 1 }, hardBounces: 0 } },
  ]);

  expect(sum).toEqual({ states: { SENT: 1, BOUNCED: 3 }, hardBounces: 2 });
});

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 0, 0],
  [5, 0, null],
  [5, null, null],
])('the change from %s, after %s before, is %s', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

test.each([
  [0, '0%'],
  [0.00042, '0.042%'],
  [0.98765, '98.8%'],
  [0.9999, '99.9%'],
  [1, '100%'],
])('a share of %s reads %s', (share, words) => {
  expect(percentWords(share)).toBe(words);
});

test('a bar says its numbers in words, and a day that is not counted says so', () => {
  const days = [
    { date: '2026-11-22', counts: { states: { DELIVERED: 1200, BOUNCED: 1 }, hardBounces: 1 } },
    { date: '2026-11-23', counts: null },
  ];

  const [sent, bounced] = [measureOf('sent'), measureOf('bounced')].map((measure) =>
    barsOf(measure, days).map(({ words }) => words),
  );

  expect(sent).toEqual([
    'Sun 22 Nov: 1,201 sent, 1,200 delivered, 1 bounced',
    'Mon 23 Nov: not counted',
  ]);
  expect(bounced?.[0]).toBe('Sun 22 Nov: 1 bounced');
});

test('a day leads to its messages in UTC, those of the measure’s state', () => {
  expect(
    [measureOf('bounced'), measureOf('sent')].map((each) => dayPath(each, '2026-11-23')),
  ).toEqual([
    '/messages?state=BOUNCED&since=2026-11-23T00%3A00%3A00.000Z&until=2026-11-23T23%3A59%3A59.999Z',
    '/messages?since=2026-11-23T00%3A00%3A00.000Z&until=2026-11-23T23%3A59%3A59.999Z',
  ]);
});
