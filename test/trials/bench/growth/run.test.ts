import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { silent } from '../../../../local/progress.ts';
import { Stops } from '../../../../local/stops.ts';
import { type GrowthResult, measureGrowth } from '../../../../trials/bench/growth/run.ts';

const stops = new Stops();
let results: GrowthResult[];
beforeAll(async () => {
  const options = { messages: 120, templates: 12, rounds: 1 };
  results = await measureGrowth(options, silent, stops);
}, 60_000);
afterAll(() => stops.all());

test('bench growth counts and times each case at each size', () => {
  expect(
    results.map(({ name, costs }) => [
      name,
      ...costs.map(({ count, times }) => `${count}: ${times.length} round`),
    ]),
  ).toEqual([
    ['render, warm', '10: 1 round', '12: 1 round'],
    ['execute to a callback, warm', '10: 1 round', '12: 1 round'],
    ['page of 10 templates', '10: 1 round', '12: 1 round'],
    ["the dashboard's page of templates", '10: 1 round', '12: 1 round'],
    ['the next one, from the middle', '10: 1 round', '12: 1 round'],
    ['search by the beginning of an id', '10: 1 round', '12: 1 round'],
    ['page of 50 messages', '10: 1 round', '120: 1 round'],
    ['page of 50 from the middle', '10: 1 round', '120: 1 round'],
    ['search that finds nothing', '10: 1 round', '120: 1 round'],
    ['show by its id', '10: 1 round', '120: 1 round'],
    ["show by SES's id", '10: 1 round', '120: 1 round'],
  ]);
});

test('a warm request reads only the head of its template', () => {
  const requests = results
    .filter(({ name }) => name.endsWith('warm'))
    .flatMap(({ costs }) => costs.map(({ calls }) => calls.requests));

  expect(requests).toEqual(Array(4).fill({ GetItem: 1 }));
});

test('a page of templates is one request of the tables, the first, a later one and a search', () => {
  const requests = results
    .filter(({ of, name }) => of === 'templates' && !name.endsWith('warm'))
    .flatMap(({ costs }) => costs.map(({ calls }) => calls.requests));

  expect(requests).toEqual(Array(8).fill({ Query: 1 }));
});

test("a page of messages reads the account's record and one query, at any number of messages", () => {
  const requests = results
    .filter(({ name }) => name.startsWith('page of 50'))
    .flatMap(({ costs }) => costs.map(({ calls }) => calls.requests));

  expect(requests).toEqual(Array(4).fill({ GetItem: 1, Query: 1 }));
});
