import { randomUUID } from 'node:crypto';
import { cancelExample, cancelRequest } from '../../../functions/cancel/contract.ts';
import { cancelMessages } from '../../../functions/cancel/run.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { keepPending, readPending } from '../../../shared/adapters/tables/pending-table.ts';
import { refuse } from '../../../shared/engine/errors.ts';
import { checkContract } from '../../../shared/http/contract.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import type { Announcer } from '../../../shared/webhook/announce.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { addEndpoint, announcing } from '../announced.ts';

const tables = await startTables();

const now = Date.parse('2026-11-22T12:00:00Z');
const unknown = refuse('messageNotFound');

const newAccount = () => `acc_${randomUUID()}`;
const live = (accountId: string, scopes?: string[]): ApiCaller => ({
  ...{ accountId, keyId: 'key_live' },
  ...(scopes && { scopes }),
});
const ofTestKey = (accountId: string): ApiCaller => ({ accountId, keyId: 'key_test', test: {} });

/** Records a message of the caller that waits for its time, unless `change` says otherwise. Returns its id. */
async function schedule(caller: ApiCaller, change: Partial<MessageRecord> = {}): Promise<string> {
  const { accountId } = caller;
  const messageId = caller.test ? newTestMessageId(now) : newMessageId(now);
  const sendAt = '2026-12-24T09:00:00.000Z';
  const waiting = {
    state: 'SCHEDULED',
    templateId: 'welcome',
    reference: 'trial',
    sendAt,
  } as const;
  const record = aMessage({ accountId, messageId, ...waiting, ...change });
  if (record.state === 'SCHEDULED') {
    await keepPending(tables.messages, record, { content: new Uint8Array([1]) });
  }
  await beginMessage(tables.messages, record);
  return record.messageId;
}

function cancel(
  caller: ApiCaller,
  request: { id?: string; reference?: string },
  forget: (id: string) => Promise<void> = async () => {},
  announcer?: Announcer,
) {
  return cancelMessages(request, caller, { ...tables, forget, announcer, epochMs: () => now });
}

const stateOf = async ({ accountId }: ApiCaller, id: string) =>
  (await readMessage(tables.messages, accountId, id))?.state;

describe('cancel', () => {
  test('a scheduled message is cancelled, and its request is removed, even if its schedule cannot be removed', async () => {
    const caller = live(newAccount());
    const id = await schedule(caller);
    const forgotten: string[] = [];

    const answer = await cancel(caller, { id }, (each) => {
      forgotten.push(each);
      return Promise.reject(new Error('Scheduler does not answer'));
    });

    expect(answer).toEqual({ cancelled: [id], tooLate: [] });
    expect(await readMessage(tables.messages, caller.accountId, id)).toMatchObject({
      state: 'CANCELLED',
      settledAt: '2026-11-22T12:00:00.000Z',
    });
    expect(await readPending(tables.messages, { ...caller, messageId: id })).toBeNull();
    expect(forgotten).toEqual([id]);
  });

  test('a cancelled message gives the event message.cancelled, with all names of the message', async () => {
    const caller = live(newAccount());
    const id = await schedule(caller);
    await addEndpoint(tables.messages, caller.accountId);
    const { announcer, queued } = announcing(tables.messages);

    await cancel(caller, { id }, undefined, announcer);

    const data = { id, messageId: null, reference: 'trial', state: 'CANCELLED' };
    expect(queued.map(({ event }) => event)).toMatchObject(
      ['ada@example.org', "o'b.c+d@example.org"].map((to) => ({
        ...{ type: 'message.cancelled', timestamp: '2026-11-22T12:00:00.000Z' },
        data: { ...data, to },
      })),
    );
  });

  test('a cancel whose event does not reach the queue is a fault, and gives the event when it is repeated', async () => {
    const caller = live(newAccount());
    const id = await schedule(caller);
    await addEndpoint(tables.messages, caller.accountId);
    const { announcer, queued, failNext } = announcing(tables.messages);

    failNext(2);
    const first = cancel(caller, { id }, undefined, announcer);
    await expect(first).rejects.toThrow('SQS does not answer');
    expect(await stateOf(caller, id)).toBe('CANCELLED');
    expect(queued).toEqual([]);
    const repeated = await cancel(caller, { reference: 'trial' }, undefined, announcer);
    expect(repeated).toEqual({ cancelled: [id], tooLate: [] });
    expect(queued).toHaveLength(2);
  });

  test('a message that is cancelled twice is answered as cancelled again, by its id and by its reference', async () => {
    const caller = live(newAccount());
    const id = await schedule(caller);
    const answer = { cancelled: [id], tooLate: [] };

    expect(await cancel(caller, { id })).toEqual(answer);
    expect(await cancel(caller, { id })).toEqual(answer);
    expect(await cancel(caller, { reference: 'trial' })).toEqual(answer);
  });

  test.each([
    ['SENDING', null],
    ['SENT', null],
    ['FAILED', null],
    ['UNKNOWN', null],
    ['REFUSED', null],
    ['SENT', 'BOUNCED'],
  ] as const)(
    'a message in state %s, reported %s, is too late and stays as it is',
    async (state, reported) => {
      const caller = live(newAccount());
      const id = await schedule(caller, { state, reported, leaseUntilMs: now + 1000 });
      const answer = { cancelled: [], tooLate: [{ id, state: reported ?? state }] };

      expect(await cancel(caller, { id })).toEqual(answer);
      expect(await cancel(caller, { reference: 'trial' })).toEqual(answer);
      expect(await stateOf(caller, id)).toBe(state);
    },
  );

  test('a reference cancels its scheduled messages in every part of the account, soonest first, and no others', async () => {
    const caller = live(newAccount());
    await putAccount(
      tables.accounts,
      {
        ...{ accountId: caller.accountId, name: 'Ada', plan: 'free', createdAt: '' },
        ...{ gatewayKeyId: 'gateway-1', usageIdentifierKey: 'usage-1', messageParts: 2 },
      },
      alone,
    );
    const later = await schedule(caller, { messageId: newMessageId(now) });
    const sendAt = '2026-12-01T09:00:00.000Z';
    const sooner = await schedule(caller, { messageId: `${newMessageId(now)}1`, sendAt });
    const other = await schedule(caller, { reference: 'other' });
    const without = await schedule(caller, { reference: undefined });
    const sent = await schedule(caller, { state: 'SENT' });

    expect(await cancel(caller, { reference: 'trial' })).toEqual({
      cancelled: [sooner, later],
      tooLate: [{ id: sent, state: 'SENT' }],
    });
    expect(await stateOf(caller, other)).toBe('SCHEDULED');
    expect(await stateOf(caller, without)).toBe('SCHEDULED');
  });

  test('more scheduled messages than one request cancels are all cancelled by repeats, and none stays', async () => {
    const caller = live(newAccount());
    const ids = await Promise.all(Array.from({ length: 230 }, () => schedule(caller)));
    const answers = [];
    do {
      answers.push(await cancel(caller, { reference: 'trial' }));
    } while (answers.at(-1)?.more && answers.length < 10);

    expect(answers.map(({ more }) => more)).toEqual([true, true, undefined]);
    const states = await Promise.all(ids.map((id) => stateOf(caller, id)));
    expect(new Set(states)).toEqual(new Set(['CANCELLED']));
    expect(answers.flatMap(({ tooLate }) => tooLate)).toEqual([]);
  });

  test('a request that is left without its record does not count as a message', async () => {
    const caller = live(newAccount());
    const record = aMessage({ ...caller, messageId: newMessageId(now), reference: 'trial' });
    await keepPending(tables.messages, { ...record, sendAt: '' }, { content: new Uint8Array([1]) });

    await expect(cancel(caller, { reference: 'trial' })).rejects.toEqual(unknown);
  });
});

describe('the messages of others', () => {
  test('an unknown message, another account’s, the other mode’s and that of another template get the same refusal, and stay scheduled', async () => {
    const caller = live(newAccount(), ['execute:welcome']);
    const stranger = live(newAccount());
    const tester = ofTestKey(caller.accountId);
    const others = [
      [stranger, await schedule(stranger)],
      [tester, await schedule(tester)],
      [caller, await schedule(caller, { templateId: 'invoice' })],
    ] as const;

    for (const id of ['unknown', newMessageId(now), ...others.map(([, each]) => each)]) {
      await expect(cancel(caller, { id })).rejects.toEqual(unknown);
    }
    await expect(cancel(caller, { reference: 'trial' })).rejects.toEqual(unknown);
    for (const [owner, id] of others) expect(await stateOf(owner, id)).toBe('SCHEDULED');
  });

  test('a test key cancels the messages of test keys, and no live one', async () => {
    const caller = ofTestKey(newAccount());
    const own = await schedule(caller);
    const id = await schedule(live(caller.accountId));

    expect(await cancel(caller, { reference: 'trial' })).toEqual({ cancelled: [own], tooLate: [] });
    await expect(cancel(caller, { id })).rejects.toEqual(unknown);
  });
});

describe('a request to cancel', () => {
  test.each([{}, { id: 'x', reference: 'x' }])('a request with %j is refused', async (request) => {
    await expect(cancel(live('acc_1'), request)).rejects.toEqual(
      refuse('required', 'id or reference'),
    );
  });

  test('the contract of cancel accepts its worked example, and null as not given', () => {
    const body = { ...cancelExample.request, id: null };

    expect(checkContract(cancelRequest, body)).toEqual(cancelExample.request);
  });
});
