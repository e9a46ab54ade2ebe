import { randomUUID } from 'node:crypto';
import { requeueMessages } from '../../../cli/operate/requeue-messages.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { scheduleIn } from '../../shared/manage/scheduled.ts';

test('of the messages that may have been sent, requeue leaves out those whose time is over', async () => {
  const tables = await startTables();
  const accountId = `acc_${randomUUID()}`;
  const now = new Date('2026-12-24T09:00:00.000Z');
  await scheduleIn(tables, accountId, { sendAt: '2026-12-24T08:59:00.000Z' });
  const later = await scheduleIn(tables, accountId, { sendAt: '2026-12-24T09:01:00.000Z' });
  const woken: unknown[] = [];
  const wakeUps = {
    later: async (_: string, body: object) => void woken.push(body),
    forget: async () => {},
  };

  const ports = { ...tables, now: () => now, wakeUps };
  const found = await requeueMessages(ports, accountId, { all: true, mayBeSent: () => true });

  expect(found).toEqual([later]);
  expect(woken).toEqual([{ accountId, messageId: later }]);
});
