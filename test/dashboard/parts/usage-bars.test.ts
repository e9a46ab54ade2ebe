import { expect, test } from 'vitest';
import { usageBars } from '../../../dashboard/src/parts/usage-bars.ts';

test('bars of usage are in proportion to the busiest day, and a day with one request is visible', () => {
  const usage = [
    { date: '2026-11-18', requests: 0 },
    { date: '2026-11-19', requests: 1000 },
    { date: '2026-11-20', requests: 250 },
    { date: '2026-11-21', requests: 1 },
  ];

  const { bars, total, most } = usageBars(usage);

  expect(bars.map(({ height }) => height)).toEqual([0, 1, 0.25, 0.02]);
  expect([total, most?.date]).toEqual([1251, '2026-11-19']);
});

test.each([[[]], [[{ date: '2026-11-21', requests: 0 }]]])(
  'without requests no day is the busiest: %j',
  (usage) => {
    const { total, most } = usageBars(usage);

    expect([total, most]).toEqual([0, null]);
  },
);
