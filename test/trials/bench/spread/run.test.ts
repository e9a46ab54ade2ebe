import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { silent } from '../../../../local/progress.ts';
import { Stops } from '../../../../local/stops.ts';
import {
  spreadFindings,
  spreadReport,
  writesByKey,
} from '../../../../trials/bench/spread/report.ts';
import { measureSpread, type SpreadResult } from '../../../../trials/bench/spread/run.ts';

const mails = 64;
const stops = new Stops();
let results: SpreadResult[];
beforeAll(async () => {
  results = await measureSpread(mails, silent, stops);
}, 60_000);
afterAll(() => stops.all());

/** The partition keys of messages, without the claims of Idempotency-Keys. */
const keysOf = ({ sending }: SpreadResult) =>
  [...writesByKey(sending).keys()].filter((key) => !key.includes('#I#'));

test('a mail takes four write units with any number of parts: its claim one, its record three', () => {
  for (const { parts, sending } of results) {
    const claims = [...writesByKey(sending)].filter(([key]) => key.includes('#I#'));

    expect(claims.map(([, units]) => units)).toEqual(Array(mails).fill(1));
    expect([...writesByKey(sending).values()].reduce((sum, each) => sum + each, 0)).toBe(4 * mails);
    expect(sending.requests).toMatchObject({ PutItem: 2 * mails, UpdateItem: 2 * mails });
    expect(keysOf({ parts, sending } as SpreadResult).length).toBeLessThanOrEqual(parts);
  }
});

test('one part takes the writes of all records, and each of sixteen parts takes a small share', () => {
  const [one, , sixteen] = spreadReport(results);

  expect(one).toMatchObject({ parts: 1, busiest: 3 * mails, mailsASecond: 333, holds: null });
  expect(sixteen?.busiest).toBeLessThan(mails);
});

test('a page of messages is one Query for each part', () => {
  expect(results.map(({ page }) => page.requests)).toEqual(
    [1, 4, 16, 32].map((parts) => ({ GetItem: 1, Query: parts })),
  );
});

test('bench spread names a missed goal', () => {
  const missed = results.map((each) => ({
    ...each,
    sending: {
      ...each.sending,
      consumed: { 'Messages acc_bench': { reads: 0, writes: 10 * mails } },
    },
  }));

  expect(spreadFindings(missed).text).toContain('missed: ≥ 1000');
});
