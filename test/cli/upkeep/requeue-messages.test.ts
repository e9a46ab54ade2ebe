import { requeueEverything } from '../../../cli/upkeep/requeue-messages.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';
import { restoredAt } from '../../restored.ts';
import { scheduleIn } from '../../shared/manage/scheduled.ts';

test('after a restore, requeue leaves out what is due and was accepted before the backup', async () => {
  const { ports, tables } = await startDeployment();
  const { accountId } = await createAccount(ports, { name: 'Acme', plan: 'free' });
  const backup = Date.parse('2026-12-24T08:00:00Z');
  const [due, far] = ['2026-12-24T08:59:00.000Z', '2026-12-24T09:01:00.000Z'];
  const schedule = async (acceptedMs: number, sendAt: string) => {
    const messageId = newMessageId(acceptedMs);
    await scheduleIn(tables, accountId, { messageId, sendAt });
    return messageId;
  };
  await schedule(backup - 1, due);
  const [later, accepted] = [await schedule(backup - 1, far), await schedule(backup, due)];
  const woken: unknown[] = [];

  const requeued = await requeueEverything({
    ...{ ...ports, now: () => new Date('2026-12-24T09:00:00Z'), senderProblem: () => null },
    messages: restoredAt(new Date(backup), tables),
    wakeUps: {
      later: async (_, { messageId }) => void woken.push(messageId),
      forget: async () => {},
    },
  });

  expect(requeued).toBe(2);
  expect(new Set(woken)).toEqual(new Set([later, accepted]));
});
