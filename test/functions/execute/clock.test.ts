import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { shownState } from '../../../shared/message/message-states.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, tables } from './for-file.ts';

const leaseMs = 20_000;
const hourMs = 3_600_000;

const sent = { body: '{"success":true,"type":"sent","messageId":"ses-1"}', replayed: false };
const running = { status: 409, error: expect.any(String), retryAfterSeconds: 1 };
const mayHaveBeenSent = expect.stringContaining('may have been sent');

await startSendingForFile();

const states = async () =>
  (await sending.records()).map((record) => shownState(record, sending.nowMs()));

/** An attempt that stops after this call of its ports. The test can let it continue later. */
function stoppedAfter(call: 'writeClaim' | 'beginMessage') {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { store } = sending.ports;
  const paused = async <T>(done: Promise<T>): Promise<T> => {
    const result = await done;
    stop();
    await goesOn;
    return result;
  };
  const ports = {
    ...sending.ports,
    store: {
      ...store,
      ...(call === 'writeClaim'
        ? { writeClaim: (...given) => paused(store.writeClaim(...given)) }
        : { beginMessage: (...given) => paused(store.beginMessage(...given)) }),
    } satisfies typeof store as typeof store,
  };
  return { ports, stopped, goOn };
}

describe.each([
  ['an hour forward', hourMs],
  ['an hour back', -hourMs],
])('a clock that steps %s', (_, stepMs) => {
  test('after a step of the clock between two requests with an Idempotency-Key, both get the same answer, and one mail is sent', async () => {
    const first = await sending.execute({}, 'key');
    sending.pass(stepMs);

    const again = await sending.execute({}, 'key');

    expect([first, again]).toEqual([sent, { ...sent, replayed: true }]);
    expect(sending.accepted).toHaveLength(1);
  });

  test.each(['writeClaim', 'beginMessage'] as const)(
    'after a step of the clock while an attempt is between its calls, after %s, at most one mail is sent, and every answer is true',
    async (call) => {
      const { ports, stopped, goOn } = stoppedAfter(call);
      const slow = sending.execute({}, 'key', ports);
      await stopped;
      sending.pass(stepMs);

      const other = await sending.execute({}, 'key');
      goOn();
      const first = await slow;

      expect(sending.accepted).toHaveLength(1);
      const isAhead = stepMs > 0;
      if (!isAhead) expect([other, first]).toEqual([running, sent]);
      else if (call === 'writeClaim') expect([other, first]).toEqual([sent, running]);
      else {
        expect([other, first]).toMatchObject([
          { body: mayHaveBeenSent },
          { body: mayHaveBeenSent },
        ]);
      }
    },
  );

  test('after a step of the clock, the end of a stopped attempt is known one lease later by its own clock', async () => {
    const { ports, stopped } = stoppedAfter('beginMessage');
    void sending.execute({}, 'key', ports);
    await stopped;
    sending.pass(stepMs);

    const soon = await sending.execute({}, 'key');
    sending.pass(leaseMs + Math.max(0, -stepMs));
    const later = await sending.execute({}, 'key');

    expect(soon).toEqual(stepMs > 0 ? { body: mayHaveBeenSent, replayed: true } : running);
    expect(later).toEqual({ body: mayHaveBeenSent, replayed: true });
    expect([sending.accepted, await states()]).toEqual([[], ['UNKNOWN']]);
  });

  test('after a step of the clock, a list of the last minutes has the mails that were sent by its own clock', async () => {
    await sending.execute({}, 'before');
    sending.pass(stepMs);
    await sending.execute({}, 'after');
    const since = sending.nowMs() - 60_000;

    const listed = await listMessages(tables.messages, sending.accountId, {
      since,
      limit: 10,
      nowMs: sending.nowMs(),
    });
    const all = await sending.records();

    // A record has the time of its writer's clock: if that clock was ahead, the record is newer than now.
    expect(listed.messages).toHaveLength(stepMs > 0 ? 1 : 2);
    expect(all).toHaveLength(2);
  });
});
