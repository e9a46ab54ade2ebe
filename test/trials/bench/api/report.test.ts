import { apiFindings, apiReport } from '../../../../trials/bench/api/report.ts';
import { expect, test } from '../../../jest.ts';

const load = (requestsPerSecond: number) => ({ requestsPerSecond, p50: 2, p95: 4, p99: 8 });

const resultOf = (service: number[], megabytes: number[]) => ({
  rounds: [{ connections: 8, service: service.map(load), floor: service.map(() => load(1000)) }],
  memory: { renders: 100_000, megabytes },
});

/** Memory that grows until it is collected, again and again. */
const flat = [300, 350, 400, 440, 400, 440, 404, 444, 404, 444];

test('bench api compares the service with the floor of the same round, and the memory of two halves', () => {
  expect(apiReport(resultOf([650, 660, 655], flat))).toEqual([
    {
      name: 'render, 8 connections',
      engines: { postrider: load(655), floor: load(1000) },
      ratio: 0.655,
      spread: expect.closeTo(0.0076, 3),
      goal: 0.6,
      holds: true,
    },
    {
      name: 'memory over 100000 renderings',
      engines: { start: 420, end: 424 },
      ratio: expect.closeTo(1.0095, 4),
      spread: expect.closeTo(0.099, 3),
      goal: 1.1,
      holds: true,
      note: '420 MB in the first half, 424 MB in the second; ≤ 1.1 x',
    },
    {
      name: 'memory of the warm service',
      engines: { start: 420, end: 424 },
      ratio: expect.closeTo(1.211, 3),
      spread: expect.closeTo(0.099, 3),
      goal: 1,
      holds: false,
      note: '424 MB resident; missed: ≤ 350 MB',
    },
  ]);
});

test.each([
  ['misses its goal', [500, 510, 505], false, 'missed: ≥ 0.6'],
  ['has no verdict where the rounds lie far apart', [300, 900, 600], null, 'busy, no verdict'],
])('bench api: a rate %s', (_, service, holds, words) => {
  const { cases, text } = apiFindings(resultOf(service, flat));

  expect(cases[0]?.holds).toBe(holds);
  expect(text).toContain(words);
});

test('bench api: memory that grows with the renderings misses its goal', () => {
  const { cases, text } = apiFindings(resultOf([650, 660, 655], [100, 200, 300, 400, 500]));

  expect(cases[1]?.holds).toBe(false);
  expect(text).toContain('250 MB in the first half, 450 MB in the second; missed: ≤ 1.1 x');
});

test('bench api: the memory of the warm service has a limit', () => {
  const { cases, text } = apiFindings(resultOf([650, 660, 655], [340, 345, 342, 348, 346]));

  expect(cases[2]?.holds).toBe(true);
  expect(text).toContain('347 MB resident; ≤ 350 MB');
});

test('bench api: memory over a few renderings has no verdict, because heaps grow at first', () => {
  const { rounds, memory } = resultOf([650, 660, 655], [100, 200, 300, 400, 500, 600]);

  const { cases, text } = apiFindings({ rounds, memory: { ...memory, renders: 5000 } });

  expect(cases[1]?.holds).toBeNull();
  expect(text).toContain('no verdict under 50000 renderings');
});

test('bench api: the picture has a bar for each side, and none for the memory', () => {
  const { picture } = apiFindings(resultOf([650, 660, 655], flat));

  expect(picture?.bars).toEqual([
    { panel: 'render, 8 connections', label: 'postrider', value: 655, isOwn: true },
    { panel: 'render, 8 connections', label: 'floor', value: 1000, isOwn: false },
  ]);
});
