import { readFileSync } from 'node:fs';
import { withTables } from '../../../../cli/commands/usage/cost-page.ts';
import { billOf, millionOf } from '../../../../shared/manage/cost/bill.ts';
import { standing, usageOf } from '../../../../shared/manage/cost/usage.ts';
import { expect, test } from '../../../jest.ts';

const page = readFileSync(new URL('../../../../docs/cost.md', import.meta.url), 'utf8');

const nothingDone = {
  ...{ render: 0, send: 0, scheduled: 0, batched: 0, attachment: 0, webhook: 0, verification: 0 },
};

const cents = (dollars: number) => Math.round(dollars * 100) / 100;

test('a bill for nothing has the standing costs', () => {
  const { items, dollars, ses } = billOf(nothingDone);

  expect(items.map(({ amount }) => amount).sort()).toEqual(Object.values(standing).sort());
  const polls = (standing.queueRequests / 1e6) * 0.4;
  expect(cents(dollars)).toBe(
    cents(standing.metrics * 0.3 + standing.alarmMetrics * 0.1 + 3 + polls),
  );
  expect(ses.map((each) => each.dollars)).toEqual([0, 0]);
});

test('a bill adds up all work, and names both prices of SES', () => {
  const nothing = billOf(nothingDone).dollars;

  const { dollars, ses } = billOf({
    ...{ render: 1e6, send: 2e6, scheduled: 4e6, verification: 3e6 },
    ...{ batched: 5e6, attachment: 6e6, webhook: 7e6 },
  });

  const sum =
    millionOf('render').dollars +
    2 * millionOf('send').dollars +
    4 * millionOf('scheduled').dollars +
    5 * millionOf('batched').dollars +
    6 * millionOf('attachment').dollars +
    7 * millionOf('webhook').dollars +
    3 * millionOf('verification').dollars;
  expect(cents(dollars)).toBe(cents(sum + nothing));
  expect(ses).toEqual([
    { plan: 'à la carte', dollars: 1100, total: dollars + 1100 },
    { plan: 'Essentials', dollars: 1760, total: dollars + 1760 },
  ]);
});

test('a bill has each item once, and their sum', () => {
  const { items, dollars } = billOf({
    ...{ render: 10, send: 10, scheduled: 10, batched: 10, webhook: 10, verification: 10 },
    attachment: 10,
  });

  expect(new Set(items.map(({ what }) => what)).size).toBe(items.length);
  expect(cents(items.reduce((sum, item) => sum + item.dollars, 0))).toBe(cents(dollars));
});

test('a million renders cost at most $5.50 in all', () => {
  expect(millionOf('render').dollars).toBeLessThanOrEqual(5.5);
});

test('a million sends with their reports cost at most $9 beside SES, without stored data', () => {
  expect(millionOf('send').done).toBeLessThanOrEqual(9);
});

test('the amounts for a million count the gateway, the functions and the tables', () => {
  const { apiRequests, functionCalls, events } = usageOf('send');

  expect([apiRequests, functionCalls, events]).toEqual([1, expect.closeTo(3.03), 1.03]);
  expect(usageOf('verification')).toMatchObject({ apiRequests: 1, functionCalls: 2 });
});

test('the cost page has the calculated tables: npm run cost-page writes them', () => {
  expect(withTables(page)).toBe(page);
});
