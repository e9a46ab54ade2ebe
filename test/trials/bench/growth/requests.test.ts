import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { silent } from '../../../../local/progress.ts';
import { Stops } from '../../../../local/stops.ts';
import {
  measureRequests,
  type RequestReport,
  requestFindings,
  requestReport,
} from '../../../../trials/bench/growth/requests/run.ts';

const stops = new Stops();
let requests: RequestReport[];
beforeAll(async () => {
  requests = requestReport(await measureRequests(silent, stops));
}, 120_000);
afterAll(() => stops.all());

test('no request and no report takes more of the tables than docs/scale.md says', () => {
  expect(requests.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual([]);
});

test('a report of SES on one recipient is one write of one unit', () => {
  const one = requests.find(({ name }) => name === '1 recipient, delivered');

  expect(one).toMatchObject({
    calls: { requests: { GetItem: 1, UpdateItem: 1 } },
    taken: { reads: 0.5, writes: 1 },
    full: { of: 'Messages', perSecond: 1000 },
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

  const { cases, text } = requestFindings([cost]);

  expect(cases[0]).toMatchObject({ holds: false, full: { of: 'Messages' } });
  expect(text).toContain('missed: ≤ 1 RCU, 2 WCU');
});
