import { randomUUID } from 'node:crypto';
import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { addEndpoint, announcing } from '../announced.ts';
import { bounce, complaint, delivery, type PayloadOptions } from './payloads.ts';

const tables = await startTables();

const ada = 'ada@example.com';

interface Sent {
  isTest?: boolean;
  now?: () => number;
}

/** Records a mail. Returns a function that applies reports about it, and the queue of webhooks. */
async function sent({ isTest = false, now }: Sent = {}) {
  const accountId = `acc_${randomUUID()}`;
  const messageId = isTest ? newTestMessageId(Date.now()) : newMessageId(Date.now());
  const recipients = [{ address: ada, field: '_to' as const }];
  const sesMessageId = `ses-${messageId}`;
  const state = 'SENT' as const;
  const sent = { accountId, messageId, recipients, sesMessageId, state, reference: 'order-1001' };
  await beginMessage(tables.messages, aMessage(sent));
  const { announcer, ...queue } = announcing(tables.messages, now);
  const ports = eventPorts({ messages: tables.messages, suppression: true, announcer });
  const tags = { 'postrider-account': [accountId], 'postrider-message': [messageId] };
  const apply = (report: (about: PayloadOptions) => object) =>
    applySesEvent(report({ sesMessageId, tags }), ports);
  return { accountId, messageId, sesMessageId, apply, ...queue };
}

const delivered = (about: PayloadOptions) => delivery([ada], about);
const bounced = (about: PayloadOptions) => bounce({}, { id: 'event-2', ...about });

test('a report goes to each endpoint of the account, with all names of its message', async () => {
  const { accountId, messageId, sesMessageId, apply, queued } = await sent();
  await addEndpoint(tables.messages, accountId, { endpointId: 'wh_1' });
  await addEndpoint(tables.messages, accountId, { endpointId: 'wh_2' });

  await apply(bounced);

  expect(queued).toMatchObject(
    ['wh_1', 'wh_2'].map((endpointId) => ({
      accountId,
      endpointId,
      attempt: 0,
      event: {
        type: 'message.bounced',
        data: {
          ...{ id: messageId, messageId: sesMessageId, reference: 'order-1001' },
          ...{ to: ada, state: 'BOUNCED', suppressed: true, test: false },
        },
      },
    })),
  );
  const [first, second] = queued;
  expect(first?.eventId).toBe(second?.eventId);
});

test('a function that stops between the record and the queue gives the event at the next try, also of a known report', async () => {
  const { accountId, apply, queued, told, failNext } = await sent();
  await addEndpoint(tables.messages, accountId);

  failNext(1);
  await expect(apply(bounced)).rejects.toThrow('SQS does not answer');
  expect(queued).toEqual([]);
  expect(await apply(bounced)).toMatchObject({ outcome: 'known already' });
  expect(told()).toEqual([['message.bounced', ada]]);
  expect(queued[0]?.event.data.suppressed).toBe(true);
});

test('an endpoint gets only the types that it asked for, and nothing while it is paused', async () => {
  const { accountId, apply, queued } = await sent();
  await addEndpoint(tables.messages, accountId, {
    ...{ endpointId: 'wh_complaints', types: ['message.complained'] },
  });
  await addEndpoint(tables.messages, accountId, {
    ...{ endpointId: 'wh_paused', state: 'PAUSED', pausedBecause: 'asked' },
  });

  await apply(delivered);
  await apply((about) => complaint('abuse', null, { id: 'event-3', ...about }));

  expect(queued.map(({ endpointId, event }) => [endpointId, event.type])).toEqual([
    ['wh_complaints', 'message.complained'],
  ]);
});

test('reports about mails of test keys go only to endpoints for them, which get those of live keys as well', async () => {
  const endpointsOf = async (isTest: boolean) => {
    const { accountId, apply, queued } = await sent({ isTest });
    await addEndpoint(tables.messages, accountId, { endpointId: 'wh_live' });
    await addEndpoint(tables.messages, accountId, { endpointId: 'wh_test', test: true });
    await apply(delivered);
    return queued.map(({ endpointId }) => endpointId);
  };

  expect(await endpointsOf(true)).toEqual(['wh_test']);
  expect(await endpointsOf(false)).toEqual(['wh_live', 'wh_test']);
});

test('an endpoint that is added is known 30 s later', async () => {
  let now = Date.now();
  const { accountId, apply, queued } = await sent({ now: () => now });

  await apply(delivered);
  await addEndpoint(tables.messages, accountId);
  now += 29_999;
  await apply(delivered);
  expect(queued).toEqual([]);
  now += 1;
  await apply(delivered);
  expect(queued).toHaveLength(1);
});
