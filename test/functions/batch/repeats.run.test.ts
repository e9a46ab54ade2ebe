import type { BatchPorts } from '../../../functions/batch/run.ts';
import { startTables } from '../../dynalite.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { type Batching, messageTo, startBatching } from './batching.ts';

let batching: Batching;

const tables = await startTables();

beforeEach(() => {
  batching = startBatching(tables.messages);
});

const six = Array.from({ length: 6 }, (_, n) => messageTo(`to${n}@example.org`));

const recordedTo = async () =>
  (await batching.records()).map(({ recipients }) => recipients[0]?.address).sort();

/** The calls that a batch awaits for each message, in order: the reads, and each write. */
const steps = [
  'readClaimAndSuppressed',
  'writeClaim',
  'later',
  'keepPending',
  'beginMessage',
] as const;

/** The ports of a process that dies at the `nth` call of one step: no later call happens. */
function dyingAt(
  step: (typeof steps)[number],
  nth: number,
  when: 'before' | 'after',
): { ports: BatchPorts; died: Promise<void> } {
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  let calls = 0;
  let isDead = false;
  const { batchPorts: ports } = batching;
  const mortal = <C extends (...given: never[]) => Promise<unknown>>(name: string, call: C) => {
    const attempt = async (...given: never[]) => {
      if (isDead) return never;
      if (name === step && ++calls === nth) {
        isDead = true;
        if (when === 'after') await call(...given);
        die();
        return never;
      }
      const result = await call(...given);
      return isDead ? never : result;
    };
    return attempt as C;
  };
  const store = Object.fromEntries(
    Object.entries(ports.store).map(([name, call]) => [name, mortal(name, call)]),
  );
  return {
    died,
    ports: {
      ...ports,
      store: store as BatchPorts['store'],
      later: ports.later && mortal('later', ports.later),
      keepPending: mortal('keepPending', ports.keepPending),
    },
  };
}

describe('a batch with an Idempotency-Key', () => {
  test('a repeat gets the same answers, and accepts nothing again', async () => {
    const first = await batching.batch({ messages: six }, 'key-1');

    expect(await batching.batch({ messages: six }, 'key-1')).toEqual(first);
    expect(await batching.records()).toHaveLength(6);
    expect(batching.wakeUps).toHaveLength(6);
  });

  test.each(
    steps.flatMap((step) => [
      { step, nth: 1, when: 'before' as const },
      { step, nth: 3, when: 'after' as const },
      { step, nth: 6, when: 'after' as const },
    ]),
  )(
    'killed $when call $nth of $step, a repeat accepts what is left: 6 records, 6 mails',
    async ({ step, nth, when }) => {
      const { ports, died } = dyingAt(step, nth, when);
      await Promise.race([batching.batch({ messages: six }, 'key-1', ports), died]);

      const running = await batching.batch({ messages: six }, 'key-1');
      batching.pass(20_000);
      const repeated = await batching.batch({ messages: six }, 'key-1');

      // Until the killed process's lease ends, its messages are reported as running.
      for (const entry of running) {
        if (!entry.success) expect(entry).toMatchObject({ type: 'refused', status: 409 });
      }
      expect(new Set(repeated.map(({ type }) => type))).toEqual(new Set(['scheduled']));
      expect(await recordedTo()).toEqual(six.map(({ _to }) => _to).sort());
      const woken = new Set(batching.wakeUps.map(({ name }) => name));
      for (const { state, messageId } of await batching.records()) {
        expect(state).toBe('SCHEDULED');
        expect(woken).toContain(messageId);
      }
      await batching.workOff();
      expect(batching.accepted.map(({ to }) => to[0]).sort()).toEqual(await recordedTo());
      expect(await batching.batch({ messages: six }, 'key-1')).toEqual(repeated);
    },
  );

  test('a changed message is refused alone', async () => {
    const first = await batching.batch({ messages: six }, 'key-1');
    const changed = six.map((message, n) => (n === 3 ? messageTo('other@example.org') : message));

    const repeated = await batching.batch({ messages: changed }, 'key-1');

    const error = 'This Idempotency-Key was used for another request';
    expect(repeated[3]).toEqual({ success: false, type: 'refused', status: 422, error });
    expect(repeated.toSpliced(3, 1)).toEqual(first.toSpliced(3, 1));
    expect(await recordedTo()).not.toContain('other@example.org');
  });

  test('two equal batches at once accept each message once; what runs in the other is refused with 409', async () => {
    const both = await Promise.all([
      batching.batch({ messages: six }, 'key-1'),
      batching.batch({ messages: six }, 'key-1'),
    ]);

    for (const entry of both.flat()) {
      if (!entry.success) expect(entry).toMatchObject({ type: 'refused', status: 409 });
    }
    expect(await recordedTo()).toEqual(six.map(({ _to }) => _to).sort());
  });

  test('its key meets neither the same key of execute nor that of a test key', async () => {
    const [message] = six;
    await batching.execute(message, 'key-1');
    const live = await batching.batch({ messages: [message] }, 'key-1');
    const ofTestKey = await batching.batch({ messages: [message] }, 'key-1', undefined, {
      test: {},
    });

    const ids = [...live, ...ofTestKey].map((entry) => 'id' in entry && entry.id);
    expect(new Set(ids).size).toBe(2);
    expect(batching.accepted).toHaveLength(1);
  });

  test('a message that cannot be recorded is refused alone with 500, and a repeat accepts it', async () => {
    let failed = false;
    const { batchPorts } = batching;
    const keepPending: BatchPorts['keepPending'] = async (...kept) => {
      if (failed) return batchPorts.keepPending(...kept);
      failed = true;
      throw new Error('no answer');
    };

    const first = await batching.batch({ messages: six }, 'key-1', { ...batchPorts, keepPending });
    expect(batching.notes()).toMatchObject({ accepted: 5, causes: expect.any(Array) });
    const repeated = await batching.batch({ messages: six }, 'key-1');

    expect(first.filter(({ success }) => !success)).toEqual([
      { success: false, type: 'refused', status: 500, error: 'Internal server error' },
    ]);
    expect(new Set(repeated.map(({ type }) => type))).toEqual(new Set(['scheduled']));
    const states = (await batching.records()).map(({ state }) => state);
    expect(states.filter((state) => state === 'SCHEDULED')).toHaveLength(6);
  });
});
