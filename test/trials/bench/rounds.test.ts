import { timeRounds } from '../../../trials/bench/rounds.ts';
import { median, spread } from '../../../trials/harness/statistics.ts';
import { expect, test } from '../../jest.ts';

test('things that are timed side by side take turns, and the first round does not count', async () => {
  const order: string[] = [];
  const thing = (name: string) => ({ name, run: async () => order.push(name) });

  const times = await timeRounds([thing('a'), thing('b')], { rounds: 2, runs: 2 });

  expect(order.join('')).toBe('ab'.repeat(6));
  expect([...times].map(([name, each]) => [name, each.length])).toEqual([
    ['a', 2],
    ['b', 2],
  ]);
});

test('the spread of values is the distance of their quartiles as a share of their median', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(spread([1, 2, 3, 4, 5])).toBeCloseTo(2 / 3);
  expect(spread([2, 2, 2])).toBe(0);
});
