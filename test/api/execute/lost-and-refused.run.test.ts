import { randomUUID } from 'node:crypto';
import * as payloads from '../../functions/events/payloads.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import type { SesBehaviour } from '../../ses-stub.ts';
import { openAccount } from '../harness/account.ts';
import { showInWords } from '../harness/cli.ts';
import { startFaultyRun } from '../harness/faulty-run.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { withKey } from '../harness/keyed.ts';
import { endLeases } from '../harness/leases.ts';
import { messageTo, statesTo } from '../harness/messages.ts';
import { startReports } from '../harness/reports.ts';

const { run, ses, breakTables } = await startFaultyRun();
const { report, tagsOf } = await startReports(run);
const account = await openAccount('team', run.deployment);
await account.save({ id: 'sends', html: '<p>Hi</p>', flow: flowOf(template, provider()) });

beforeEach(() => breakTables(null));

const mailTo = (name: string) => ({
  ...{ templateId: 'sends', variables: {}, _to: `${name}@good.example` },
});
const sent = { status: 200, text: expect.stringContaining('"type":"sent"') };
const sendFailed = (error: string) => ({
  status: 200,
  text: JSON.stringify({ success: false, type: 'send_failed', error }),
});
const lost = 'The answer of SES was lost: the message may have been sent';

function send(name: string, ...behaviour: SesBehaviour[]) {
  ses.script.push(...behaviour);
  return withKey(account, `key of ${name}`, mailTo(name));
}

const callsFor = (name: string) =>
  ses.calls.filter((call) => JSON.stringify(call).includes(`"${mailTo(name)._to}"`)).length;

async function show(name: string) {
  const { record } = await messageTo(account, mailTo(name)._to);
  return showInWords(account.accountId, record.messageId, run.data);
}

const explained = async (name: string) => {
  const { record, explanation } = await messageTo(account, mailTo(name)._to);
  const { messageId, state, sesMessageId, error } = record;
  return { shown: explanation.state, state, sesMessageId, error, messageId };
};

async function reportOn(name: string, of: (options: payloads.PayloadOptions) => object) {
  const { record } = await messageTo(account, mailTo(name)._to);
  const at = new Date().toISOString();
  return report(of({ id: randomUUID(), at, tags: tagsOf(record), sesMessageId: 'proved' }));
}

const deliver = (name: string) =>
  reportOn(name, (options) => payloads.delivery([mailTo(name)._to], options));

const unverified =
  'Email address is not verified. The following identities failed the check in region US-EAST-1:';

const refusals: [name: string, type: string, message: string, meaning: string, todo: string][] = [
  [
    ...(['daily-quota', 'LimitExceededException', 'Daily message quota exceeded.'] as const),
    ...(['has used up the mails', 'ask AWS for a higher daily quota'] as const),
  ],
  [
    ...(['sandbox', 'MessageRejected', `${unverified} sandbox@good.example`] as const),
    ...(["still in SES's sandbox", 'Ask AWS for production access'] as const),
  ],
];

test.each(refusals)(
  "a mail that SES refuses is FAILED, with SES's text and what to do, and its Idempotency-Key is free: %s",
  async (name, type, message, meaning, todo) => {
    const first = await send(name, { status: 400, type, message });
    const failed = await explained(name);
    const { findings } = (await messageTo(account, mailTo(name)._to)).explanation;
    const second = await send(name);

    expect(first).toEqual(sendFailed(message));
    expect(failed).toMatchObject({ shown: 'FAILED', error: message, sesMessageId: null });
    expect(findings).toMatchObject([
      { meaning: expect.stringContaining(meaning), todo: expect.stringContaining(todo) },
    ]);
    expect(second).toEqual(sent);
    expect(callsFor(name)).toBe(2);
    expect(await statesTo(account, mailTo(name)._to)).toEqual(['SENT', 'FAILED']);
  },
);

test('a mail whose answer was lost is explained in words, and again after a report has proved that it was sent', async () => {
  const first = await send('late', 'truncate');
  const before = await show('late');
  const outcome = await deliver('late');
  const after = await show('late');
  const repeat = await send('late');

  expect(before.story).toMatch(/^UNKNOWN: It is not known whether it was sent\.\n/);
  expect(before.story).toContain(lost);
  expect(before.todo).toContain('The mail may have been sent, or not');
  expect(before.todo).toContain(
    'Wait a few minutes: if SES accepted the mail, its report will settle this record',
  );
  expect(before.todo).toContain('To send again, use another Idempotency-Key');
  expect(outcome).toBe('applied');
  expect(after.story).toMatch(/^DELIVERED: It was delivered\.\n/);
  expect(after.story).toContain('A report of SES proves it: SES accepted it as proved\n');
  expect(await explained('late')).toMatchObject({ state: 'SENT', sesMessageId: 'proved' });
  expect(repeat).toEqual({ ...first, replayed: 'true' });
  expect(callsFor('late')).toBe(1);
});

test('a mail that SES accepted is SENT, DELAYED or DELIVERED, as SES has reported', async () => {
  const { _to } = mailTo('slow');

  await send('slow');
  const states = await statesTo(account, _to);
  await reportOn('slow', (options) => payloads.delay('MailboxFull', options, _to));
  states.push(...(await statesTo(account, _to)));
  const { findings } = (await messageTo(account, _to)).explanation;
  await deliver('slow');
  states.push(...(await statesTo(account, _to)));

  expect(states).toEqual(['SENT', 'DELAYED', 'DELIVERED']);
  expect(findings).toMatchObject([
    {
      addresses: [_to],
      meaning: "The recipient's mail server does not accept the mail for now.",
      todo: expect.stringMatching(/^Wait/),
    },
  ]);
});

async function sendUnrecorded(name: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const running = send(name, { acceptWhen: released });
  await until(() => callsFor(name) === 1);
  breakTables({ of: 'Messages', is: 'cut' });
  release();
  const answer = await running;
  breakTables(null);
  const { messageId } = await explained(name);
  await endLeases(account, messageId, `key of ${name}`);
  return answer;
}

test('a mail that SES accepted, but that could not be recorded, is answered sent, reads as UNKNOWN after its lease, and is never sent again', async () => {
  const first = await sendUnrecorded('unrecorded');
  const [state] = await statesTo(account, mailTo('unrecorded')._to);
  const { story } = await show('unrecorded');
  const repeats = [await send('unrecorded'), await send('unrecorded')];

  const [repeat] = repeats;
  expect(first).toEqual(sent);
  expect(state).toBe('UNKNOWN');
  expect(story).toContain('The function stopped before it recorded the answer of SES');
  expect(repeat).toEqual({ ...sendFailed(lost), replayed: 'true' });
  expect(repeats[1]).toEqual(repeat);
  expect(callsFor('unrecorded')).toBe(1);
});
