import { costOf } from '../../../../shared/manage/cost/bill.ts';
import { groupLines } from '../../../../shared/manage/usage/line-groups.ts';
import { sumOfRows, usageRows } from '../../../../shared/manage/usage/usage-rows.ts';
import { expect, test } from '../../../jest.ts';

const at = '2026-11-21T10:00:00.000Z';
const line = (endpoint: string, outcome: string, more: object = {}) => ({
  ...{ at, endpoint, outcome, templateId: 'welcome', keyId: 'key_1' },
  ...more,
});

const rowsOf = (lines: ReturnType<typeof line>[], by: 'template' | 'key' | 'day' = 'template') =>
  usageRows(groupLines(lines, by), by);

test('a mail to three recipients is one mail, and SES is paid for three', () => {
  const [row] = rowsOf([line('execute', 'sent', { recipients: 3 }), line('execute', 'sent')]);

  expect(row).toMatchObject({ name: 'welcome', test: false, mails: 2, recipients: 4 });
  expect(row?.ses['à la carte']).toBeCloseTo(0.0004, 10);
  expect(row?.ses.Essentials).toBeCloseTo(0.00064, 10);
  expect(row?.service).toBeCloseTo(2 * costOf('send'), 12);
});

test('a mail whose answer was lost counts as sent', () => {
  const rows = rowsOf([line('execute', 'send_unknown'), line('due', 'unknown')]);

  expect(rows).toMatchObject([{ mails: 2, recipients: 2, otherRequests: 0 }]);
});

test('a mail that SES refused, a repeat and a refused request are requests without a mail', () => {
  const outcomes = ['send_failed', 'repeated', 'validation_failed', 'flow_error', 'callback'];
  const rows = rowsOf(outcomes.map((outcome) => line('execute', outcome)));

  expect(rows).toMatchObject([{ mails: 0, recipients: 0, otherRequests: 5 }]);
});

test('a scheduled mail is counted once, where it is sent, and costs what docs/cost.md says', () => {
  const [row] = rowsOf([line('execute', 'scheduled'), line('due', 'again'), line('due', 'sent')]);

  expect(row).toMatchObject({ mails: 1, recipients: 1, otherRequests: 1 });
  expect(row?.service).toBeCloseTo(costOf('scheduled'), 12);
});

test('the mails of a batch are counted where they are sent, and the batch itself is not', () => {
  const [row, ...others] = rowsOf([
    line('batch', 'scheduled', { templateId: undefined }),
    ...[line('due', 'sent'), line('due', 'sent')],
  ]);

  expect(others).toEqual([]);
  expect(row).toMatchObject({ name: 'welcome', mails: 2, otherRequests: 0 });
  expect(row?.service).toBeCloseTo(2 * costOf('batched'), 12);
});

test('the requests of test keys have rows of their own, and a captured mail costs $0 of SES', () => {
  const ofTestKey = line('execute', 'sent', { test: true, recipients: 0 });
  const rows = rowsOf([ofTestKey, line('execute', 'sent')]);

  expect(rows.map(({ test, mails, ses }) => [test, mails, ses.Essentials])).toEqual([
    [false, 1, 0.16 / 1000],
    [true, 1, 0],
  ]);
});

test('a test mail of the dashboard is a mail; its other requests, reports and webhooks are not counted', () => {
  const rows = rowsOf([
    line('manage', 'ok', { keyId: 'dashboard' }),
    line('manage', 'ok', { templateId: undefined }),
    line('events', 'recorded'),
    line('webhooks', 'delivered'),
  ]);

  expect(rows).toMatchObject([{ mails: 1, otherRequests: 0 }]);
});

test('the rows are templates, keys or days, and each table has the same sum', () => {
  const lines = [
    line('execute', 'sent', { at: '2026-11-20T23:59:59.000Z', keyId: 'key_2' }),
    line('execute', 'sent', { templateId: 'receipt' }),
    line('execute', 'sent'),
    line('verify', 'ok', { templateId: undefined }),
  ];
  const tables = (['template', 'key', 'day'] as const).map((by) => rowsOf(lines, by));

  expect(tables.map((rows) => rows.map(({ name, mails }) => `${name}: ${mails}`))).toEqual([
    ['welcome: 2', 'receipt: 1', 'null: 0'],
    ['key_1: 2', 'key_2: 1'],
    ['2026-11-20: 1', '2026-11-21: 2'],
  ]);
  for (const rows of tables) {
    const all = sumOfRows(rows, { name: null, test: false });
    expect(all).toMatchObject({ mails: 3, recipients: 3, otherRequests: 1 });
    expect(all.service).toBeCloseTo(3 * costOf('send') + costOf('verification'), 12);
  }
});
