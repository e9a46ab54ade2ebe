import { monthCost } from '../../../../dashboard/src/pages/settings/month-cost.ts';
import { expect, test } from '../../../jest.ts';

const row = (id: string, service: number, test = false) => ({
  ...{ id, name: id, test, mails: 1, recipients: 1, otherRequests: 0, service },
  ses: { 'à la carte': 1, Essentials: 2 },
});

const rows = [
  row('2026-10-31', 99),
  ...['02', '03', '04', '05', '06', '07', '08'].map((day) => row(`2026-11-${day}`, 6)),
  row('2026-11-09', 0.5),
  row('2026-11-09', 0.5, true),
];
const ninth = new Date('2026-11-09T12:00:00Z');

test.each([
  // Seven days of 7 dollars, 3 dollars today; then 7 dollars today and on each of the 21 days after it.
  ['à la carte', { soFar: 52, forecast: 49 + 7 + 21 * 7 }],
  ['Essentials', { soFar: 61, forecast: 56 + 8 + 21 * 8 }],
] as const)(
  'the cost of the month with SES %s goes on as in the last seven whole days',
  (plan, cost) => {
    expect(monthCost(rows, plan, ninth)).toEqual(cost);
  },
);

test('a month without requests costs nothing', () => {
  expect(monthCost([], 'Essentials', ninth)).toEqual({ soFar: 0, forecast: 0 });
});
