import { silent } from '../../../local/progress.ts';
import { Stops } from '../../../local/stops.ts';
import { measureRequests, requestRow } from '../../../trials/bench/growth/requests.ts';
import { growthRows, measureGrowth } from '../../../trials/bench/growth/run.ts';
import {
  measureSpread,
  type SpreadResult,
  spreadRow,
  writesByKey,
} from '../../../trials/bench/growth/spread.ts';
import { afterAll, expect, test } from '../../jest.ts';

/** The benches that count calls to the tables, each on its own tables, in their smallest form. */
const mails = 24;
const stops = new Stops();
const options = { messages: 120, templates: 12 };
const growth = await measureGrowth(options, silent, stops);
const requests = await measureRequests(silent, stops);
const rows = requests.map(requestRow);
const spreads = await measureSpread(mails, silent, stops);
afterAll(() => stops.all());

test('no request and no list takes more of the tables if more is stored', () => {
  const judged = growth.flatMap((each) => growthRows(each).slice(-1));

  expect(judged.map(({ name, goal, holds }) => [name, goal, holds])).toEqual([
    ['render, warm, 12 templates', 'as at 10', true],
    ['execute to a callback, warm, 12 templates', 'as at 10', true],
    ['page of 10 templates, 12 templates', 'as at 10', true],
    ["the dashboard's page of templates, 12 templates", 'as at 12', true],
    ['its next page, from the middle, 12 templates', 'as at 12', true],
    ['search by the beginning of an id, 12 templates', 'as at 10', true],
    ['page of 50 messages, 120 messages', 'as at 120', true],
    ['page of 50 from the middle, 120 messages', 'as at 120', true],
    ['search that finds nothing, 120 messages', 'as at 120', true],
    ['show by its id, 120 messages', 'as at 10', true],
    ["show by SES's id, 120 messages", 'as at 10', true],
  ]);
});

test('a warm request reads only the head of its template', () => {
  const counted = growth
    .filter(({ name }) => name.endsWith('warm'))
    .flatMap(({ costs }) => costs.map(({ calls }) => calls.requests));

  expect(counted).toEqual(Array(4).fill({ GetItem: 1 }));
});

test('a page of templates is one request of the tables, the first, a later one and a search', () => {
  const counted = growth
    .filter(({ of, name }) => of === 'templates' && !name.endsWith('warm'))
    .flatMap(({ costs }) => costs.map(({ calls }) => calls.requests));

  expect(counted).toEqual(Array(8).fill({ Query: 1 }));
});

test("a page of messages reads the account's record and one query, at any number of messages", () => {
  const counted = growth
    .filter(({ name }) => name.startsWith('page of 50'))
    .flatMap(({ costs }) => costs.map(({ calls }) => calls.requests));

  expect(counted).toEqual(Array(4).fill({ GetItem: 1, Query: 1 }));
});

test('no request and no report takes more of the tables than docs/scale.md says', () => {
  expect(rows.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual([]);
});

test('a report of SES on one recipient is one write of one unit', () => {
  expect(rows.find(({ name }) => name === '1 recipient, delivered')?.figures).toEqual({
    requests: '1 GetItem, 1 UpdateItem',
    ...{ RCU: 0.5, WCU: 1 },
    'most a second, one partition key': '1000 of Messages',
  });
});

test('reports of SES on several recipients change the record once for each state that it shows', () => {
  const asked = requests
    .filter(({ name }) => /^50.*, (delivered|300 B)$/.test(name))
    .map(({ calls }) => calls.requests);

  expect(asked).toEqual([
    { GetItem: 50, PutItem: 50, UpdateItem: 1 },
    { GetItem: 150, PutItem: 150, UpdateItem: 2 },
  ]);
});

test('bench growth names a request that takes more than its goal', () => {
  const calls = { requests: { PutItem: 1 }, answerBytes: 2, scanned: 0 };
  const consumed = { 'Messages acc_1': { reads: 0, writes: 3 } };
  const cost = { name: 'send', atMost: { reads: 1, writes: 2 }, calls: { ...calls, consumed } };

  expect(requestRow(cost)).toMatchObject({ goal: '≤ 1 RCU, 2 WCU', holds: false });
});

/** The partition keys of messages, without the claims of Idempotency-Keys. */
const keysOf = ({ sending }: SpreadResult) =>
  [...writesByKey(sending).keys()].filter((key) => !key.includes('#I#'));

test('a mail takes four write units with any number of parts: its claim one, its record three', () => {
  for (const { parts, sending } of spreads) {
    const claims = [...writesByKey(sending)].filter(([key]) => key.includes('#I#'));

    expect(claims.map(([, units]) => units)).toEqual(Array(mails).fill(1));
    expect([...writesByKey(sending).values()].reduce((sum, each) => sum + each, 0)).toBe(4 * mails);
    expect(sending.requests).toMatchObject({ PutItem: 2 * mails, UpdateItem: 2 * mails });
    expect(keysOf({ parts, sending } as SpreadResult).length).toBeLessThanOrEqual(parts);
  }
});

test('one part takes the writes of all records, and each of sixteen parts takes a small share', () => {
  const [one, , sixteen] = spreads.map(({ sending }) => Math.max(...writesByKey(sending).values()));

  expect(one).toBe(3 * mails);
  expect(sixteen).toBeLessThan(mails);
});

test('a page of messages is one Query for each part', () => {
  expect(spreads.map(({ page }) => page.requests)).toEqual(
    [1, 4, 16, 32].map((parts) => ({ GetItem: 1, Query: parts })),
  );
});

test('bench spread judges how many mails a second the busiest part of sixteen takes', () => {
  const busy = { 'Messages acc_bench': { reads: 0, writes: 10 * mails } };
  const missed = spreads.map(({ sending, ...each }) =>
    spreadRow({ ...each, sending: { ...sending, consumed: busy } }),
  );

  expect(missed.map(({ holds }) => holds)).toEqual([null, null, false, null]);
});
