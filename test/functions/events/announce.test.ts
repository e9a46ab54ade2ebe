import { randomUUID } from 'node:crypto';
import { portsWithin } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { Deadline } from '../../../shared/deadline.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { addEndpoint, announcing } from '../announced.ts';
import { bounce, complaint, delivery, type PayloadOptions } from './payloads.ts';

const tables = await startTables();

const [ada, bob] = ['ada@example.com', 'bob@example.com'];

interface Sent {
  isTest?: boolean;
  /** Whether SES's report has no tags of ours. */
  isUntagged?: boolean;
  to?: string[];
  now?: () => number;
}

/** Records a mail, and returns what applies reports about it and the queue of webhooks. */
async function sent({ isTest = false, isUntagged = false, to = [ada], now }: Sent = {}) {
  const accountId = `acc_${randomUUID()}`;
  const messageId = isTest ? newTestMessageId(Date.now()) : newMessageId(Date.now());
  const recipients = to.map((address) => ({ address, field: '_to' as const }));
  const sesMessageId = `ses-${messageId}`;
  const state = 'SENT' as const;
  const sent = { accountId, messageId, recipients, sesMessageId, state, reference: 'order-1001' };
  await beginMessage(tables.messages, aMessage(sent));
  const { announcements, ...queue } = announcing(tables.messages, now);
  const container = { messages: tables.messages, suppression: true, announcements };
  const tags = { 'postrider-account': [accountId], 'postrider-message': [messageId] };
  const about = { sesMessageId, tags: isUntagged ? {} : tags };
  const apply = (report: (about: PayloadOptions) => object) =>
    applySesEvent(report(about), portsWithin(container, Deadline.in(20_000)));
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

test('a report whose mail is found by SES’s id alone has all names of its message', async () => {
  const { accountId, messageId, sesMessageId, apply, queued } = await sent({ isUntagged: true });
  await addEndpoint(tables.messages, accountId);

  await apply(delivered);

  const data = { id: messageId, messageId: sesMessageId, reference: 'order-1001' };
  expect(queued).toMatchObject([{ event: { type: 'message.delivered', data } }]);
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

test('a report that comes twice has the same ids', async () => {
  const { accountId, apply, queued } = await sent({ to: [ada, bob] });
  await addEndpoint(tables.messages, accountId);
  const both = (about: PayloadOptions) => delivery([ada, bob], about);

  await apply(both);
  await apply(both);

  const ids = queued.map(({ eventId }) => eventId);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(2);
});

test('a bounce with different reasons is an event for each recipient, each with its own reason', async () => {
  const { accountId, apply, queued } = await sent({ to: [ada, bob] });
  await addEndpoint(tables.messages, accountId);
  const recipients = [
    { emailAddress: ada, diagnosticCode: 'smtp; 550 no such user' },
    { emailAddress: bob, diagnosticCode: 'smtp; 552 mailbox full' },
  ];

  await apply((about) => bounce({ recipients }, about));

  expect(queued.map(({ event: { data } }) => [data.to, data.reason])).toEqual([
    [ada, 'smtp; 550 no such user'],
    [bob, 'smtp; 552 mailbox full'],
  ]);
});

test('a late report has the state that the recipient has by then', async () => {
  const { accountId, apply, queued } = await sent();
  await addEndpoint(tables.messages, accountId);

  await apply(bounced);
  await apply(delivered);

  expect(queued.map(({ event: { type, data } }) => [type, data.state])).toEqual([
    ['message.bounced', 'BOUNCED'],
    ['message.delivered', 'BOUNCED'],
  ]);
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
