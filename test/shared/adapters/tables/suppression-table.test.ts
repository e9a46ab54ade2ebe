import { alone } from '../../../../shared/adapters/tables/change.ts';
import { readSuppressed, suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import type { Suppression } from '../../../../shared/message/suppression.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';

const tables = await startTables();

const suppression = (change: Partial<Suppression> = {}): Suppression => ({
  address: 'ada@example.org',
  reason: 'bounce',
  at: '2026-11-20T00:00:00.000Z',
  detail: '550 no such user',
  messageId: 'm-1',
  ...change,
});

test('a suppressed address is found in any case, with all its data', async () => {
  expect(
    await suppress(tables.messages, 'acc_1', suppression({ address: 'ADA@example.org' }), alone),
  ).toBe(true);

  expect(await readSuppressed(tables.messages, 'acc_1', 'Ada@Example.org')).toEqual(suppression());
  expect(await readSuppressed(tables.messages, 'acc_2', 'ada@example.org')).toBeNull();
});

test('a suppressed address keeps its reason, unless a complaint follows, and the earliest date of its kind', async () => {
  const [first, second, third] = [18, 19, 20].map((day) => `2026-11-${day}T00:00:00.000Z`);
  const reports: Partial<Suppression>[] = [
    { reason: 'bounce', at: second },
    { reason: 'bounce', at: third },
    { reason: 'bounce', at: first },
    { reason: 'manual', at: first },
    { reason: 'complaint', at: third },
    { reason: 'bounce', at: first },
    { reason: 'complaint', at: second },
  ];

  const written: boolean[] = [];
  for (const report of reports) {
    written.push(await suppress(tables.messages, 'acc_3', suppression(report), alone));
  }

  expect(written).toEqual([true, false, true, false, true, false, true]);
  expect(await readSuppressed(tables.messages, 'acc_3', 'ada@example.org')).toEqual(
    suppression({ reason: 'complaint', at: second ?? '' }),
  );
});
