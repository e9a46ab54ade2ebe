import { cancelMessages } from '../../../functions/cancel/run.ts';
import { sendDue } from '../../../functions/due/run.ts';
import { readPending, removePending } from '../../../shared/adapters/tables/pending-table.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { type Sending, startSending, template } from '../execute/sending.ts';

const tables = await startTables();

const sendAt = '2026-11-21T11:00:00Z';
/** `MAILS=5000 npx vitest run test/functions/due/rate.test.ts` takes minutes. */
const count = Number(process.env.MAILS ?? 60);

/** What `due` is woken up at a time for: two at once, each for about as long as a send takes. */
const atOnceMs = 130 / 2;

async function scheduleMany(sending: Sending): Promise<void> {
  for (let sent = 0; sent < count; sent += 20) {
    await Promise.all(Array.from({ length: 20 }, () => sending.execute({ _sendAt: sendAt })));
  }
}

/** The ids of the messages, by their wake-ups. */
const idsOf = ({ wakeUps }: Sending) =>
  wakeUps.map(({ body }) => (body as { messageId: string }).messageId);

/** An SES that takes so many mails in each second, by the clock of the test. */
function throttled({ ports, nowMs }: Sending, perSecond: number) {
  const refusal: SendOutcome = {
    outcome: 'refused',
    error: 'Maximum sending rate exceeded.',
    isTemporary: true,
  };
  const taken = new Map<number, number>();
  const found = { refusals: 0 };
  const sendMail: typeof ports.sendMail = async (mail) => {
    const second = Math.floor(nowMs() / 1000);
    const before = taken.get(second) ?? 0;
    if (before >= perSecond) {
      found.refusals += 1;
      return refusal;
    }
    taken.set(second, before + 1);
    return ports.sendMail(mail);
  };
  return { sendMail, found };
}

/** Gives every wake-up to `due` at its time, soonest first, until none is left. */
async function drain(sending: Sending, sendMail: Sending['ports']['sendMail']): Promise<void> {
  const { later } = sending.ports;
  if (later === null) throw new Error('Scheduled sends are switched off');
  for (;;) {
    sending.wakeUps.sort((one, other) => one.notBeforeMs - other.notBeforeMs);
    const next = sending.wakeUps.shift();
    if (next === undefined) return;
    sending.pass(Math.max(atOnceMs, next.notBeforeMs - sending.nowMs()));
    const { messageId } = next.body as { messageId: string };
    await sendDue(
      { accountId: sending.accountId, messageId, received: 1 },
      {
        ...sending.ports,
        later,
        sendMail,
        loadRevision: async () => template,
        readPending: (message) => readPending(tables.messages, message),
        removePending: (message) => removePending(tables.messages, message),
      },
    );
  }
}

const statesOf = async (sending: Sending) =>
  new Set((await sending.records()).map(({ state }) => state));

describe(`${count} messages for the same second`, () => {
  test('are all sent, and none fails, where SES takes fewer mails a second than due gives it', async () => {
    const sending = startSending(tables.messages);
    const ses = throttled(sending, 14);
    await scheduleMany(sending);

    await drain(sending, ses.sendMail);

    expect(ses.found.refusals).toBeGreaterThan(0);
    expect(sending.accepted).toHaveLength(count);
    expect(await statesOf(sending)).toEqual(new Set(['SENT']));
  });

  test('are not sent where they were cancelled before, although all their wake-ups come', async () => {
    const sending = startSending(tables.messages);
    await scheduleMany(sending);
    const caller = { accountId: sending.accountId, keyId: 'key_1' };
    const { messages, accounts } = tables;
    const ports = { messages, accounts, forget: null, epochMs: sending.nowMs };
    for (const id of idsOf(sending)) await cancelMessages({ id }, caller, ports);

    await drain(sending, sending.ports.sendMail);

    expect(sending.accepted).toEqual([]);
    expect(await statesOf(sending)).toEqual(new Set(['CANCELLED']));
  });
});
