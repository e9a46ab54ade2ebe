import type { DuePorts } from '../../../functions/due/run.ts';
import {
  GetItemCommand,
  UpdateItemCommand,
} from '../../../shared/adapters/tables/dynamodb-client.ts';
import { messageItemKey, NewerMessage } from '../../../shared/adapters/tables/message-item.ts';
import { MissingRevision } from '../../../shared/adapters/tables/template-loader.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, suppressed, tables } from '../execute/for-file.ts';
import { bilingual, lost, template } from '../execute/sending.ts';
import { begun, hour, pendingOf, place, schedule, sendAt, wake } from './waking.ts';

await startSendingForFile();

const throttled: SendOutcome = {
  outcome: 'refused',
  error: 'Maximum sending rate exceeded.',
  isTemporary: true,
};

const recordOf = async (messageId: string) =>
  (await sending.records()).find((record) => record.messageId === messageId);

describe('a wake-up of a scheduled message', () => {
  test('the mail is sent in the language that its request was accepted with', async () => {
    const ports = { ...sending.ports, loadTemplate: async () => bilingual };
    for (const _language of ['pt-BR', 'fr']) {
      await sending.execute({ _sendAt: sendAt, _language }, undefined, ports);
    }
    sending.pass(hour);
    for (const { name } of sending.wakeUps)
      await wake(name, { loadRevision: async () => bilingual });

    expect(sending.accepted).toMatchObject([{ subject: 'Olá Ada' }, { subject: 'Hello Ada' }]);
    const records = await sending.records();
    expect(records.map(({ language }) => language).sort()).toEqual(['en', 'pt']);
  });

  test('a wake-up that comes 40 seconds early sends nothing, and asks for another', async () => {
    const id = await schedule();
    sending.pass(hour - 40_000);
    expect(await wake(id)).toBe('again');
    expect(sending.accepted).toEqual([]);
    const [first, second] = sending.wakeUps;
    expect(second).toMatchObject({ body: place(id), notBeforeMs: Date.parse(sendAt) });
    expect(second?.name).not.toBe(first?.name);
  });

  test('a wake-up that comes twice, one after the other or at once, sends one mail', async () => {
    const id = await schedule();
    sending.pass(hour);
    await Promise.all([wake(id), wake(id)]);
    await wake(id);
    expect(sending.accepted).toHaveLength(1);
    expect(await recordOf(id)).toMatchObject({ state: 'SENT' });
  });

  test('a message whose revision is missing ends in FAILED with that sentence', async () => {
    const id = await schedule({}, 'key-1');
    sending.pass(hour);
    const missing = new MissingRevision('Revision 3 of the template is missing');
    expect(await wake(id, { loadRevision: () => Promise.reject(missing) })).toBe('failed');
    const error = 'Revision 3 of the template is missing';
    expect(await recordOf(id)).toMatchObject({ state: 'FAILED', error });
    expect(await pendingOf(id)).toBeNull();
  });

  test('a message whose template is paused when it is due fails with that reason, and a resume does not send it', async () => {
    const id = await schedule();
    sending.pass(hour);
    const paused = { templateId: 'hello', at: '2026-11-28T10:30:00.000Z', by: 'ada@example.com' };
    expect(await wake(id, { loadRevision: async () => ({ ...template, paused }) })).toBe('failed');
    expect(await wake(id)).toBe('ignored');
    const error = expect.stringMatching(
      /^The template hello was paused at .* by ada@example.com\./,
    );
    expect(await recordOf(id)).toMatchObject({ state: 'FAILED', error });
    expect(sending.accepted).toEqual([]);
  });

  test('a message in a state that only a newer version knows is neither sent nor settled', async () => {
    const id = await schedule();
    sending.pass(hour);
    const Key = messageItemKey(sending.accountId, id);
    const { client, name: TableName } = tables.messages;
    await client.send(
      new UpdateItemCommand({
        ...{ TableName, Key, UpdateExpression: 'SET #state = :state' },
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':state': { S: 'HELD' } },
      }),
    );
    await expect(wake(id)).rejects.toThrow(NewerMessage);
    expect(sending.accepted).toEqual([]);
    const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
    expect(Item).toMatchObject({ state: { S: 'HELD' } });
    expect(await pendingOf(id)).not.toBeNull();
  });

  test('a wake-up that another one overtakes looks again, because the other may stop before its end', async () => {
    const id = await schedule();
    sending.pass(hour);
    const { beginScheduled } = sending.ports.store;
    const overtaken: typeof beginScheduled = async (message, ...begin) => {
      await beginScheduled(message, 'the other', Date.now());
      return beginScheduled(message, ...begin);
    };

    const store = { ...sending.ports.store, beginScheduled: overtaken };
    expect(await wake(id, { store })).toBe('again');

    expect(sending.accepted).toEqual([]);
    expect(sending.wakeUps.at(-1)).toMatchObject({
      body: place(id),
      notBeforeMs: Date.parse(sendAt) + 20_000,
    });
  });

  test('the mail is sent when it is due, from the revision that accepted it, and its request is removed', async () => {
    const id = await schedule();
    sending.pass(hour);
    const asked: number[] = [];
    const loadRevision: DuePorts['loadRevision'] = async (_, __, revision) => {
      asked.push(revision);
      return template;
    };
    await wake(id, { loadRevision });
    expect(asked).toEqual([3]);
    expect(sending.accepted).toMatchObject([{ subject: 'Hello Ada', html: '<p>Ada</p>' }]);
    expect(await recordOf(id)).toMatchObject({ state: 'SENT', sesMessageId: 'ses-1' });
    expect(await pendingOf(id)).toBeNull();
  });

  test('an address that bounced since then is not sent to, and the Idempotency-Key is free', async () => {
    const id = await schedule({}, 'key-1');
    await suppressed('ada@example.org', 'bounce');
    sending.pass(hour);
    expect(await wake(id)).toBe('failed');
    expect(sending.accepted).toEqual([]);
    const error = expect.stringContaining('is suppressed since 2026-11-20');
    expect(await recordOf(id)).toMatchObject({ state: 'FAILED', error });
    expect(await pendingOf(id)).toBeNull();
    const again = await sending.execute({ _to: 'eve@example.org' }, 'key-1');
    expect(again).toMatchObject({ replayed: false, body: expect.stringContaining('"sent"') });
  });

  test('a mail that SES refuses is FAILED with the words of SES', async () => {
    const id = await schedule();
    sending.pass(hour);
    sending.script.push({ outcome: 'refused', error: 'Email address is not verified.' });
    expect(await wake(id)).toBe('failed');
    const error = 'Email address is not verified.';
    expect(await recordOf(id)).toMatchObject({ state: 'FAILED', error });
  });

  test('a mail above the rate of SES waits 30 seconds and is then sent', async () => {
    const id = await schedule();
    sending.pass(hour);
    sending.script.push(throttled);
    expect(await wake(id)).toBe('again');
    expect(await recordOf(id)).toMatchObject({ state: 'SCHEDULED', error: null });
    expect(sending.wakeUps.at(-1)?.notBeforeMs).toBe(sending.nowMs() + 30_000);
    sending.pass(30_000);
    expect(await wake(id)).toBe('sent');
    expect(sending.accepted).toHaveLength(1);
  });

  test('a mail that SES has not taken for six hour is FAILED', async () => {
    const id = await schedule();
    sending.pass(7 * hour);
    sending.script.push(throttled);
    expect(await wake(id)).toBe('failed');
    const { error } = throttled;
    expect(await recordOf(id)).toMatchObject({ state: 'FAILED', error });
  });

  test('a lost answer of SES is UNKNOWN, and the mail is not sent again', async () => {
    const id = await schedule();
    sending.pass(hour);
    sending.script.push('accepted, answer lost');
    expect(await wake(id)).toBe('unknown');
    expect(await wake(id)).toBe('ignored');
    expect(sending.accepted).toHaveLength(1);
    expect(await recordOf(id)).toMatchObject({
      state: 'UNKNOWN',
      error: lost.outcome === 'unknown' ? lost.error : '',
    });
  });

  test('an attempt that stopped is closed as UNKNOWN when its lease is over, and not sent again', async () => {
    const id = await schedule();
    sending.pass(hour);
    await sending.ports.store.beginScheduled(begun(id), 'stopped', sending.nowMs() + 20_000);
    expect(await wake(id)).toBe('again');
    sending.pass(20_000);
    expect(await wake(id)).toBe('unknown');
    expect(await recordOf(id)).toMatchObject({ state: 'UNKNOWN' });
    expect(sending.accepted).toEqual([]);
    expect(await pendingOf(id)).toBeNull();
  });

  test('without a record it is given back twice, and then dropped', async () => {
    const id = '01KQHFP6800000000000000010';
    await expect(wake(id, {}, 1)).rejects.toThrow('no record');
    await expect(wake(id, {}, 2)).rejects.toThrow('no record');
    expect(await wake(id, {}, 3)).toBe('ignored');
  });

  test('where the table fails at the begin, nothing is sent and the next wake-up sends it', async () => {
    const id = await schedule();
    sending.pass(hour);
    const store = {
      ...sending.ports.store,
      beginScheduled: async (...begun: Parameters<typeof sending.ports.store.beginScheduled>) => {
        await sending.ports.store.beginScheduled(...begun);
        throw new Error('no answer');
      },
    };
    await expect(wake(id, { store })).rejects.toThrow('no answer');
    expect(sending.accepted).toEqual([]);
    expect(await wake(id)).toBe('sent');
    expect(sending.accepted).toHaveLength(1);
  });
});
