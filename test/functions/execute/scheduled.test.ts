import { randomBytes } from 'node:crypto';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { readPending } from '../../../shared/adapters/tables/pending-table.ts';
import { recordCancelled } from '../../../shared/adapters/tables/scheduled-table.ts';
import type { FlowOutcome } from '../../../shared/engine/flow/outcome.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, tables } from './for-file.ts';
import { type Answer, template } from './sending.ts';

await startSendingForFile();

const sendAt = '2026-12-24T10:00:00+01:00';
const sendAtMs = Date.parse(sendAt);

/** The outcome in an answer; fails for a refusal. */
function outcomeOf(answer: Answer): FlowOutcome {
  if (!('body' in answer)) throw new Error(answer.error);
  return JSON.parse(answer.body);
}

/** Executes with ports in which one call fails once. */
function failingOnce(call: 'later' | 'keepPending'): ExecutePorts {
  let failed = false;
  const { ports } = sending;
  const failing = async (...given: never[]) => {
    if (failed) return (ports[call] as (...all: never[]) => Promise<void>)(...given);
    failed = true;
    throw new Error('no answer');
  };
  return { ...ports, [call]: failing };
}

describe('a request with _sendAt', () => {
  test('a scheduled message is recorded, is not sent yet, and is woken up at _sendAt', async () => {
    const outcome = outcomeOf(await sending.execute({ _sendAt: sendAt, _reference: 'order-7' }));

    const [record] = await sending.records();
    const id = record?.messageId;
    expect(outcome).toEqual({
      success: true,
      type: 'scheduled',
      id,
      sendAt: '2026-12-24T09:00:00.000Z',
    });
    expect(record).toMatchObject({
      state: 'SCHEDULED',
      revision: 3,
      subject: 'Hello Ada',
      reference: 'order-7',
      sendAt: '2026-12-24T09:00:00.000Z',
      settledAt: null,
      expiresAt: sendAtMs / 1000 + 30 * 86_400,
    });
    const { accountId } = sending;
    const body = { accountId, messageId: id };
    expect(sending.wakeUps).toEqual([{ queue: 'due', body, notBeforeMs: sendAtMs, name: id }]);
    expect(sending.accepted).toEqual([]);
  });

  test('where it is due at once, its wake-up comes 2 seconds later, so that it finds the record', async () => {
    await sending.execute({ _sendAt: '2026-11-21T10:00:01Z' });
    const notBeforeMs = Date.parse('2026-11-21T10:00:02Z');
    expect(sending.wakeUps).toMatchObject([{ notBeforeMs }]);
    expect(await sending.records()).toMatchObject([{ sendAt: '2026-11-21T10:00:01.000Z' }]);
  });

  test('with --fast-forward its wake-up also comes 2 seconds after it was asked for, and not sooner', async () => {
    const fastForwardMs = 90 * 86_400_000;
    await sending.execute({ _sendAt: sendAt }, undefined, { ...sending.ports, fastForwardMs });
    const notBeforeMs = Date.parse('2026-11-21T10:00:02Z') + fastForwardMs;
    expect(sending.wakeUps).toMatchObject([{ notBeforeMs }]);
  });

  test('its request is kept as it was judged, without the fields that a mail is not made of', async () => {
    await sending.execute({ _sendAt: sendAt, _cc: 'eve@example.org' }, 'key-1');
    const [record] = await sending.records();
    const { accountId, messageId = '' } = record ?? { accountId: '' };
    expect(await readPending(tables.messages, { accountId, messageId })).toEqual({
      request: { variables: { name: 'Ada' }, _to: 'ada@example.org', _cc: 'eve@example.org' },
    });
  });

  test('a repeat with its Idempotency-Key gets the same bytes and schedules nothing more', async () => {
    const first = await sending.execute({ _sendAt: sendAt, _trace: true }, 'key-1');
    const second = await sending.execute({ _sendAt: sendAt, _trace: true }, 'key-1');
    expect(second).toEqual({ ...first, replayed: true });
    expect(await sending.records()).toHaveLength(1);
    expect(sending.wakeUps).toHaveLength(1);
  });

  test('a retry of the first request does not bring a cancelled mail back', async () => {
    const first = await sending.execute({ _sendAt: sendAt }, 'key-1');
    const [record] = await sending.records();
    if (!record) throw new Error('Nothing was recorded');
    await recordCancelled(tables.messages, record, '2026-11-21T10:00:01.000Z', alone);

    expect(await sending.execute({ _sendAt: sendAt }, 'key-1')).toEqual({
      ...first,
      replayed: true,
    });
    expect(await sending.records()).toMatchObject([{ state: 'CANCELLED' }]);
    expect(sending.accepted).toEqual([]);
  });

  test('the repeat of a mail that FAILED when it was due is a new request, even if it has another body', async () => {
    await sending.execute({ _sendAt: sendAt }, 'key-1');
    const [failed] = await sending.records();
    if (!failed) throw new Error('Nothing was recorded');
    const end = { state: 'FAILED', settledAt: sendAt, sesMessageId: null, answer: null } as const;
    const settlement = { ...end, error: 'Template not found', trace: null };
    await sending.ports.store.settleMessage(failed, settlement);

    expect(outcomeOf(await sending.execute({}, 'key-1'))).toMatchObject({ type: 'sent' });
  });

  test.each(['later', 'keepPending'] as const)(
    'where %s fails, the message is FAILED, and a repeat schedules it',
    async (call) => {
      const ports = failingOnce(call);
      await expect(sending.execute({ _sendAt: sendAt }, 'key-1', ports)).rejects.toThrow(
        'no answer',
      );
      expect(await sending.records()).toMatchObject([{ state: 'FAILED', answer: null }]);

      const repeated = outcomeOf(await sending.execute({ _sendAt: sendAt }, 'key-1', ports));
      expect(repeated).toMatchObject({ type: 'scheduled' });
      const states = (await sending.records()).map(({ state }) => state).sort();
      expect(states).toEqual(['FAILED', 'SCHEDULED']);
    },
  );

  test('a request that is too large to be kept is refused', async () => {
    const variables = { name: 'Ada', data: randomBytes(400 * 1024).toString('base64') };
    expect(outcomeOf(await sending.execute({ _sendAt: sendAt, variables }))).toEqual({
      success: false,
      type: 'validation_failed',
      error: 'The request is too large to be scheduled: 380 KB compressed at most',
      field: '_sendAt',
    });
  });

  test('a flow that does not send refuses _sendAt', async () => {
    if (!template.plan) throw new Error('The plan is missing');
    const plan = { ...template.plan, output: { type: 'callback', node: null } as const };
    const ports = { ...sending.ports, loadTemplate: async () => ({ ...template, plan }) };
    expect(outcomeOf(await sending.execute({ _sendAt: sendAt }, undefined, ports))).toMatchObject({
      error: '_sendAt needs a flow that sends',
      field: '_sendAt',
    });
  });

  test('a deployment with scheduled sends switched off says so, and sends nothing', async () => {
    const ports = { ...sending.ports, later: null };
    expect(outcomeOf(await sending.execute({ _sendAt: sendAt }, undefined, ports))).toEqual({
      success: false,
      type: 'flow_error',
      error: 'This deployment has scheduled sends switched off',
    });
    expect(sending.accepted).toEqual([]);
  });
});
