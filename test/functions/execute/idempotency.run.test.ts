import { createHash } from 'node:crypto';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { describe, expect, test } from '../../jest.ts';
import { patienceMs, until } from '../../patience.ts';
import { sending, startSendingForFile, tables, withStore } from './for-file.ts';
import { lost } from './sending.ts';

const sent = (n: number) => `{"success":true,"type":"sent","messageId":"ses-${n}"}`;
const unknown =
  '{"success":false,"type":"send_failed","error":"The answer of SES was lost: the message may have been sent"}';
const running = {
  status: 409,
  error: 'A request with this Idempotency-Key is still running',
  retryAfterSeconds: 1,
};
const leaseMs = 20_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Hundreds of requests share one process with the table, so on a busy machine each is slow. */
const patient = { attempts: 1, connectMs: patienceMs, answerMs: patienceMs };

await startSendingForFile(patient);

describe('an Idempotency-Key', () => {
  test('an Idempotency-Key is free after 24 hours, even before the table has deleted it', async () => {
    await sending.execute({}, 'key');
    sending.pass(dayMs - 1000);
    const before = await sending.execute({}, 'key');
    sending.pass(1000);

    const after = await sending.execute({}, 'key');

    expect(before).toEqual({ body: sent(1), replayed: true });
    expect(after).toEqual({ body: sent(2), replayed: false });
  });

  test('a repeat is answered before its template is loaded', async () => {
    await sending.execute({}, 'key');
    const ports = { ...sending.ports, loadTemplate: async () => null };

    const again = await sending.execute({}, 'key', ports);

    expect(again).toEqual({ body: sent(1), replayed: true });
  });
});

describe('a request that sent nothing', () => {
  test('a refusal of SES frees the Idempotency-Key', async () => {
    sending.script.push({ outcome: 'refused', error: 'Not verified.' });
    const refused = await sending.execute({}, 'key');
    sending.pass(1);

    const next = await sending.execute({ variables: { name: 'Bob' } }, 'key');

    expect(refused).toEqual({
      body: '{"success":false,"type":"send_failed","error":"Not verified."}',
      replayed: false,
    });
    expect(next).toEqual({ body: sent(1), replayed: false });
    expect(await sending.records()).toMatchObject([
      { state: 'SENT', error: null },
      { state: 'FAILED', error: 'Not verified.', answer: null },
    ]);
  });

  test('a refusal of SES ends in the same way even if freeing the Idempotency-Key failed', async () => {
    const freeClaim = async () => {
      throw new Error('The table does not answer');
    };
    sending.script.push({ outcome: 'refused', error: 'Not verified.' });
    await sending.execute({}, 'key', withStore({ freeClaim }));

    const next = await sending.execute({}, 'key');

    expect(next).toEqual({ body: sent(1), replayed: false });
  });
});

describe('a record that arrives when its request has given up', () => {
  test('a record that arrives after its request has given up is refused, so that no message stays in state SENDING', async () => {
    const { store } = sending.ports;
    const late: (() => Promise<boolean>)[] = [];
    const beginMessage: typeof store.beginMessage = async (record) => {
      late.push(() => store.beginMessage(record));
      throw new Error('The table does not answer');
    };
    const ports = withStore({ beginMessage });
    await expect(sending.execute({}, 'key', ports)).rejects.toThrow('does not answer');
    sending.pass(1);

    const next = await sending.execute({}, 'key');
    await Promise.all(late.map((arrive) => arrive()));

    expect(next).toEqual({ body: sent(1), replayed: false });
    expect(await sending.records()).toMatchObject([
      { state: 'SENT' },
      { state: 'FAILED', error: 'The message could not be recorded, so nothing was sent' },
    ]);
  });
});

test('a send whose answer was lost is UNKNOWN, is answered so again, and never sent again', async () => {
  sending.script.push('accepted, answer lost');
  const first = await sending.execute({}, 'key');
  sending.pass(dayMs - 1000);

  const again = await sending.execute({}, 'key');

  expect(first).toEqual({ body: unknown, replayed: false });
  expect(again).toEqual({ body: unknown, replayed: true });
  expect(sending.accepted).toHaveLength(1);
  expect(await sending.records()).toMatchObject([{ state: 'UNKNOWN', answer: unknown }]);
});

test('a send whose answer was lost keeps its answer when a report of SES proves that it was sent', async () => {
  sending.script.push('accepted, answer lost');
  await sending.execute({}, 'key');
  await report('ses-late');

  const again = await sending.execute({}, 'key');

  expect(again).toEqual({ body: unknown, replayed: true });
  expect(await sending.records()).toMatchObject([
    { state: 'SENT', sesMessageId: 'ses-late', error: expect.stringContaining('was lost') },
  ]);
});

test("a send whose answer was lost is sent if SES's report was faster than the function", async () => {
  const sendMail = async () => {
    await report('ses-early');
    return lost;
  };

  const first = await sending.execute({}, 'key', { ...sending.ports, sendMail });
  const again = await sending.execute({}, 'key');

  const body = '{"success":true,"type":"sent","messageId":"ses-early"}';
  expect([first, again]).toEqual([
    { body, replayed: false },
    { body, replayed: true },
  ]);
});

describe('an attempt that stopped', () => {
  const never = () => new Promise<never>(() => {});

  test('an attempt that stopped before its message was recorded answers 409 within the lease, and is then taken over', async () => {
    void sending.execute({}, 'key', withStore({ beginMessage: never }));
    await until(isClaimed);
    sending.pass(leaseMs - 1);
    const within = await sending.execute({}, 'key');
    sending.pass(1);

    const after = await sending.execute({}, 'key');

    expect(within).toEqual(running);
    expect(after).toEqual({ body: sent(1), replayed: false });
    expect(await sending.execute({}, 'key')).toEqual({ body: sent(1), replayed: true });
  });

  test('an attempt that stopped after its message was recorded answers 409 within the lease, and is then UNKNOWN for good', async () => {
    void sending.execute({}, 'key', { ...sending.ports, sendMail: never });
    await until(async () => (await sending.records()).length === 1);
    sending.pass(leaseMs - 1);
    const within = await sending.execute({}, 'key');
    sending.pass(1);

    const after = [await sending.execute({}, 'key'), await sending.execute({}, 'key')];

    expect(within).toEqual(running);
    expect(after).toEqual([
      { body: unknown, replayed: true },
      { body: unknown, replayed: true },
    ]);
    expect(sending.accepted).toEqual([]);
    expect(await sending.records()).toMatchObject([{ state: 'UNKNOWN' }]);
  });

  test('an attempt that stopped and whose mail a report of SES proves is sent', async () => {
    void sending.execute({}, 'key', { ...sending.ports, sendMail: never });
    await until(async () => (await sending.records()).length === 1);
    await report('ses-proved');
    const within = await sending.execute({}, 'key');
    sending.pass(leaseMs);

    const after = await sending.execute({}, 'key');

    expect(within).toEqual(running);
    expect(after).toEqual({
      body: '{"success":true,"type":"sent","messageId":"ses-proved"}',
      replayed: true,
    });
  });

  test('if an attempt was only slow, only one of the two begins its message', async () => {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const { store } = sending.ports;
    const beginMessage: typeof store.beginMessage = async (record) => {
      await promise;
      return store.beginMessage(record);
    };
    const sleeper = sending.execute({}, 'key', withStore({ beginMessage }));
    await until(isClaimed);
    sending.pass(leaseMs);
    const second = await sending.execute({}, 'key');
    wake();

    expect(second).toEqual({ body: sent(1), replayed: false });
    expect(await sleeper).toEqual(running);
    expect(sending.accepted).toHaveLength(1);
  });

  test.each([
    { isWritten: true, who: 'third' },
    { isWritten: false, who: 'first' },
  ])(
    'if an attempt was only slow, its mail is sent once, by the $who, though the second could not record it',
    async ({ isWritten }) => {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      const { store } = sending.ports;
      const slow = withStore({
        beginMessage: async (record) => {
          await woken;
          return store.beginMessage(record);
        },
      });
      const noAnswer = async () => {
        throw new Error('The table does not answer');
      };
      const failing = withStore({
        ...{ beginMessage: noAnswer, ...(!isWritten && { writeFailure: noAnswer }) },
      });
      const sleeper = sending.execute({}, 'key', slow);
      await until(isClaimed);
      sending.pass(leaseMs);
      await expect(sending.execute({}, 'key', failing)).rejects.toThrow('does not answer');
      const third = await sending.execute({}, 'key');
      wake();

      const answers = [third, await sleeper, await sending.execute({}, 'key')];

      const fresh = { body: sent(1), replayed: false };
      expect(answers).toEqual([
        ...(isWritten ? [fresh, running] : [running, fresh]),
        { body: sent(1), replayed: true },
      ]);
      expect(sending.accepted).toHaveLength(1);
    },
  );

  test("if an attempt was only slow, SES's answer to it is recorded, and the answer that was given stays", async () => {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const sendMail: typeof sending.ports.sendMail = async (mail) => {
      await promise;
      return sending.ports.sendMail(mail);
    };
    const sleeper = sending.execute({}, 'key', { ...sending.ports, sendMail });
    await until(async () => (await sending.records()).length === 1);
    sending.pass(leaseMs);
    const meanwhile = await sending.execute({}, 'key');
    wake();

    expect(meanwhile).toEqual({ body: unknown, replayed: true });
    expect(await sleeper).toEqual({ body: unknown, replayed: false });
    expect(await sending.records()).toMatchObject([
      { state: 'SENT', sesMessageId: 'ses-1', answer: unknown, error: null },
    ]);
  });
});

describe('requests with one Idempotency-Key at the same time', () => {
  test('V2.3.4 500 requests with one Idempotency-Key at the same time send one mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => sending.execute({}, 'key')),
    );

    const fresh = answers.filter((answer) => 'body' in answer && !answer.replayed);
    const others = answers.filter((answer) => !fresh.includes(answer));
    expect(fresh).toEqual([{ body: sent(1), replayed: false }]);
    for (const other of others) {
      expect([running, { body: sent(1), replayed: true }]).toContainEqual(other);
    }
    expect(sending.accepted).toHaveLength(1);
    expect(await sending.records()).toHaveLength(1);
  });

  test('two bodies with one Idempotency-Key at the same time send one mail, and the other is refused', async () => {
    const bodies = [{}, { _to: 'bob@example.org' }];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => sending.execute(bodies[at % 2], 'key')),
    );

    const statuses = new Set(answers.map((answer) => ('status' in answer ? answer.status : 200)));
    expect([...statuses].sort()).toEqual([200, 409, 422]);
    expect(sending.accepted).toHaveLength(1);
  });

  test('requests that take over a stopped attempt at the same time send one mail', async () => {
    const beginMessage = () => new Promise<never>(() => {});
    void sending.execute({}, 'key', withStore({ beginMessage }));
    await until(isClaimed);
    sending.pass(leaseMs);

    await Promise.all(Array.from({ length: 100 }, () => sending.execute({}, 'key')));

    expect(sending.accepted).toHaveLength(1);
    expect(await sending.execute({}, 'key')).toEqual({ body: sent(1), replayed: true });
  });
});

/** A report of SES on the account's newest message. */
async function report(sesMessageId: string): Promise<void> {
  const [message] = await sending.records();
  await recordEvent(tables.messages, sending.accountId, message?.messageId ?? '', {
    eventId: `event-${sesMessageId}`,
    sesMessageId,
    state: 'DELIVERED',
    at: '2026-11-21T10:00:05.000Z',
    addresses: ['ada@example.org'],
    category: null,
    reason: null,
  });
}

async function isClaimed(): Promise<boolean> {
  const keyHash = createHash('sha256').update('key').digest('hex');
  const known = await sending.ports.store.readClaimAndSuppressed(sending.accountId, keyHash, []);
  return known.claim !== null;
}
