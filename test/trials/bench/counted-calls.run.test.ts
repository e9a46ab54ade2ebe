import { silent } from '../../../local/progress.ts';
import { Stops } from '../../../local/stops.ts';
import { measureRequests, requestRow } from '../../../trials/bench/growth/requests.ts';
import { growthRows, measureGrowth } from '../../../trials/bench/growth/run.ts';
import { afterAll, expect, test } from '../../jest.ts';

/** The benches that count calls to the tables, each on its own tables, in their smallest form. */
const stops = new Stops();
const options = { messages: 120, templates: 12 };
const growth = await measureGrowth(options, silent, stops);
const requests = await measureRequests(silent, stops);
const rows = requests.map(requestRow);
afterAll(() => stops.all());

test('no request and no list takes more of the tables if more is stored', () => {
  const judged = growth.flatMap((each) => growthRows(each).slice(-1));

  expect(judged.map(({ name, goal, holds }) => [name, goal, holds])).toEqual([
    ['render, warm, 12 templates', 'as at 10', true],
    ['execute to a callback, warm, 12 templates', 'as at 10', true],
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

  expect(counted).toEqual(Array(6).fill({ Query: 1 }));
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
    ...{ requests: '1 GetItem, 1 UpdateItem', RCU: 0.5, WCU: 1 },
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
  const calls = { requests: { PutItem: 1 }, scanned: 0, units: { reads: 0, writes: 3 } };
  const cost = { name: 'send', atMost: { reads: 1, writes: 2 }, calls };

  expect(requestRow(cost)).toMatchObject({ goal: '≤ 1 RCU, 2 WCU', holds: false });
});
