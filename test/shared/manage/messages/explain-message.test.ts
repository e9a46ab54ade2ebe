import { explainMessage } from '../../../../shared/manage/messages/explain-message.ts';
import { withReports } from '../../../../shared/message/apply-event.ts';
import type { DeliveryState, MessageRecord } from '../../../../shared/message/message.ts';
import { expect, test } from '../../../jest.ts';
import { messageRecord, recipient, report } from '../message-records.ts';

const nowMs = Date.parse('2026-05-01T10:05:00Z');
const explain = (changes: Partial<MessageRecord>, suppressed: string[] = []) =>
  explainMessage(withReports(messageRecord(changes), []), {
    nowMs,
    suppressed: suppressed.map((address) => ({ address })),
  });

/** An explanation with only the texts of its timeline. */
function told(changes: Partial<MessageRecord>) {
  const { state, summary, timeline } = explain(changes);
  return { state, summary, texts: timeline.map(({ text }) => text) };
}

const guide = 'https://docs.aws.amazon.com/ses/latest/dg';
const contents = `${guide}/event-publishing-retrieving-sns-contents.html`;
const bouncePage = `${contents}#event-publishing-retrieving-sns-contents-bounce-object`;

const requestedAt = '2026-05-01T10:00:00.000Z';
const settledAt = '2026-05-01T10:00:00.250Z';
const requested = {
  at: requestedAt,
  text: 'Requested with key key_1 (request request-1): template welcome, revision 3',
};

/** A finding with these words in its texts. By default it is about the whole message. */
const finding = (state: string, meaning: RegExp, todo: RegExp, more: object = {}) => ({
  ...{ addresses: [], state, page: null },
  ...{ meaning: expect.stringMatching(meaning), todo: expect.stringMatching(todo) },
  ...more,
});

const noEmail = { category: 'Permanent/NoEmail', reason: 'smtp; 550 5.1.1 user unknown' };
const bounced = { events: [report({ state: 'BOUNCED', ...noEmail })] };

test('a permanent bounce is explained from its request to its end', () => {
  const { state, summary, timeline } = explain(bounced);

  expect({ state, summary }).toEqual({ state: 'BOUNCED', summary: 'It came back.' });
  expect(timeline).toEqual([
    requested,
    { at: null, text: 'Verification check: passed, 0.5 ms' },
    { at: null, text: 'Template template: rendered, 1.3 ms' },
    { at: requestedAt, text: 'Recorded as SENDING, then handed to SES' },
    { at: settledAt, text: 'SES accepted it as 0100-ses-1' },
    { at: report().at, text: `Bounced (Permanent/NoEmail) ada@example.com: ${noEmail.reason}` },
  ]);
});

test('a message that came through a door names it', () => {
  const { texts } = told({ door: 'supabase' });

  expect(texts[0]).toMatch(/^Requested through Supabase's hook with key key_1 /);
});

test('a permanent bounce is explained with the way to lift its suppression', () => {
  const { findings } = explain(bounced, ['ada@example.com']);

  expect(findings).toEqual([
    {
      addresses: ['ada@example.com'],
      state: 'BOUNCED',
      meaning: 'The address does not exist, or its mail server refuses it permanently.',
      todo: 'Send nothing more to this address. It is suppressed: execute refuses it. If that is wrong, remove it from the suppression list.',
      commands: ['postrider suppression remove ada@example.com'],
      page: bouncePage,
    },
  ]);
});

test("a permanent bounce on SES's own list is explained with the way to lift both suppressions", () => {
  const events = [report({ state: 'BOUNCED', category: 'Permanent/OnAccountSuppressionList' })];
  const [finding] = explain({ ...bounced, events }, ['ada@example.com']).findings;

  expect(finding).toMatchObject({
    todo: "Only if the address works again: delete it from SES's list (aws sesv2 delete-suppressed-destination --email-address ada@example.com), remove it from postrider's list, and send again.",
    commands: ['postrider suppression remove ada@example.com'],
  });
});

test('a permanent bounce is explained with a note if the address is no longer suppressed', () => {
  const [finding] = explain(bounced).findings;

  expect(finding?.todo).toBe(
    'Send nothing more to this address. It is not on the suppression list: it was removed, or suppression is switched off.',
  );
});

test.each<[DeliveryState, string | null, RegExp, RegExp]>([
  ['DELIVERED', null, /accepted the mail/, /^If the mail is not in the inbox/],
  ['DELAYED', 'MailboxFull', /does not accept the mail for now/, /^Wait/],
  ['BOUNCED', 'Permanent/General', /does not exist/, /Send nothing more/],
  ['BOUNCED', 'Permanent/Suppressed', /global suppression list/, /14 days/],
  ['BOUNCED', 'Permanent/OnAccountSuppressionList', /own suppression list/, /delete-suppressed/],
  ['BOUNCED', 'Transient/MessageTooLarge', /size or its content/, /smaller/],
  ['BOUNCED', 'Transient/ContentRejected', /size or its content/, /DMARC/],
  ['BOUNCED', 'Transient/General', /before SES gave up/, /later/],
  ['BOUNCED', 'Undetermined/Undetermined', /could not tell why/, /Read the reason/],
  ['BOUNCED', null, /could not tell why/, /Read the reason/],
  ['REJECTED', null, /virus/, /Remove the virus/],
  ['COMPLAINED', 'abuse', /marked it as spam/, /Send nothing more/],
  ['COMPLAINED', 'not-spam', /not spam after all/, /^Nothing\./],
  ['COMPLAINED', null, /marked it as spam/, /Send nothing more/],
])("SES's report decides what to do: %s, %s", (state, category, meaning, todo) => {
  const { state: shown, findings } = explain({ events: [report({ state, category })] });

  const page = state === 'DELIVERED' ? null : expect.stringContaining(guide);
  const addresses = ['ada@example.com'];
  expect(shown).toBe(state);
  expect(findings).toEqual([finding(state, meaning, todo, { addresses, page })]);
});

test('a message to several shows the worst state and its number of recipients, and gives each advice once', () => {
  const full = { eventId: 'event-2', state: 'BOUNCED', category: 'Transient/MailboxFull' } as const;
  const { state, summary, findings } = explain({
    recipients: ['ada', 'bob', 'cyd', 'dan'].map((name) => recipient(`${name}@example.com`)),
    events: [
      report({ addresses: ['ada@example.com', 'bob@example.com'] }),
      report({ ...full, addresses: ['CYD@example.com'] }),
    ],
  });

  expect([state, summary]).toEqual(['BOUNCED', 'It came back from 1 of 4 recipients.']);
  expect(findings.map(({ addresses, meaning }) => [addresses, meaning])).toEqual([
    [['ada@example.com', 'bob@example.com'], "The recipient's mail server accepted the mail."],
    [['cyd@example.com'], expect.stringContaining('before SES gave up')],
  ]);
});

const adaAndBob = ['ada@example.com', 'bob@example.com'];
const complaint = { eventId: 'event-2', state: 'COMPLAINED', category: 'abuse' } as const;
const complained = {
  recipients: adaAndBob.map((address) => recipient(address)),
  events: [report(), report({ ...complaint, addresses: adaAndBob })],
};

test('a complaint that names several recipients is that of one unknown recipient, and none is suppressed', () => {
  const { state, summary, timeline, findings } = explain(complained);

  expect(state).toBe('COMPLAINED');
  expect(summary).toBe('One of several recipients may have marked it as spam.');
  expect(timeline.at(-1)?.text).toBe(
    'Marked as spam (abuse) by ada@example.com or bob@example.com',
  );
  expect(findings.map((each) => [each.addresses, each.state, each.meaning])).toEqual([
    [['ada@example.com'], 'DELIVERED', "The recipient's mail server accepted the mail."],
    [
      adaAndBob,
      'COMPLAINED',
      'One of these recipients may have marked the mail as spam. Their provider does not say which: SES names everyone at the provider who got the mail.',
    ],
  ]);
  expect(findings.at(-1)?.commands).toEqual(['postrider suppression add ADDRESS']);
});

test('a complaint that names several recipients counts only certain ones, if there are any', () => {
  const byAda = report({ eventId: 'event-3', state: 'COMPLAINED' });

  const { summary } = explain({ ...complained, events: [...complained.events, byAda] });

  expect(summary).toBe('It was delivered and marked as spam by 1 of 2 recipients.');
});

const general = { state: 'BOUNCED', category: 'Permanent/General' } as const;
const ofStranger = { events: [report({ ...general, addresses: ['ceo@example.com'] })] };

test('a report on an address that the mail did not go to changes nothing, is shown, and says so', () => {
  const { state, timeline, findings } = explain(ofStranger);

  expect(state).toBe('SENT');
  expect(timeline.at(-1)?.text).toBe(
    'Bounced (Permanent/General) (the report names ceo@example.com, to which this mail was not sent)',
  );
  const todo =
    'It was not suppressed. If a recipient forwards the mail to it, ask them for another address.';
  expect(findings).toEqual([
    finding('SENT', /the mail was not sent to it/, /./, {
      ...{ addresses: ['ceo@example.com'], todo, page: bouncePage },
    }),
  ]);
});

const notVerified =
  'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1:';
const pausedForAccount =
  'Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.';
const notAuthorized =
  "User `arn:aws:sts::1:assumed-role/x' is not authorized to perform `ses:SendEmail' on resource `arn:aws:ses:r:1:identity/hello@acme.example'";

test.each([
  ['Maximum sending rate exceeded.', /more mails a second/i, /in a few seconds/],
  ['Daily message quota exceeded.', /in 24 hours/, /higher daily quota/],
  [
    `${notVerified} hello@acme.example`,
    /sender is not verified/,
    /Verify the address or its domain/,
  ],
  [`${notVerified} Ada@Example.com`, /sandbox/, /production access/],
  ['The MAIL FROM domain is not verified.', /MAIL FROM/, /MX record/],
  [pausedForAccount, /Sending is paused/, /account dashboard/],
  ['Sending is paused for configuration set postrider.', /configuration set/, /sending is on/],
  ['Sending suspended for this account.', /Sending is paused/, /sending is on/],
  ['Configuration set <postrider> does not exist.', /is gone/, /Deploy the stack again/],
  [notAuthorized, /may not send from this address/, /senders in postrider\.json/],
  ['Too Many Requests', /more mails a second/i, /in a few seconds/],
  ['SES could not be reached', /could not be reached/, /health page/],
  ['Something new', /gives the reason/, /Fix what the error names/],
])("a message that SES refused has advice for SES's sentence: %s", (error, meaning, todo) => {
  const failed = { state: 'FAILED', sesMessageId: null, error } as const;
  const { state, summary, timeline, findings } = explain(failed);

  const page = error.startsWith('SES could not') ? null : expect.stringContaining(guide);
  expect({ state, summary }).toEqual({ state: 'FAILED', summary: 'It was certainly not sent.' });
  expect(timeline.at(-1)).toEqual({ at: settledAt, text: `Not sent: ${error}` });
  expect(findings).toEqual([finding('FAILED', meaning, todo, { page })]);
});

test.each([
  ['_to is suppressed since 2026-11-20: it bounced', /suppression list/],
  ['Template not found', /The template was deleted/],
  ['Sending is switched off in this deployment', /switched off for the whole deployment/],
  ['The request of the message is missing', /did not call SES/],
])('a message that failed before SES was called has advice that says so: %s', (error, meaning) => {
  const { findings } = explain({ state: 'FAILED', sesMessageId: null, error, trace: [] });

  expect(findings).toMatchObject([finding('FAILED', meaning, /send the request again/i)]);
});

const lost = 'The answer of SES was lost: the message may have been sent';

test('a message without a report of SES is explained as accepted, and nothing more', () => {
  expect(explain({})).toMatchObject({
    state: 'SENT',
    findings: [{ meaning: 'SES accepted the mail and has reported nothing about it since.' }],
  });
});

test("a message is explained as unknown if SES's answer was lost", () => {
  const unknown = { state: 'UNKNOWN', sesMessageId: null, error: lost } as const;
  const { state, summary, timeline, findings } = explain(unknown);

  expect(state).toBe('UNKNOWN');
  expect(summary).toBe('It is not known whether it was sent.');
  expect(timeline.at(-1)).toEqual({ at: settledAt, text: lost });
  expect(findings).toEqual([
    finding('UNKNOWN', /may have been sent, or not/, /use another Idempotency-Key/),
  ]);
});

test("a message is explained as unknown if the function stopped before it recorded SES's answer", () => {
  const none = { sesMessageId: null, settledAt: null, answer: null };
  const sending = { state: 'SENDING', ...none } as const;
  const during = explain({ ...sending, leaseUntilMs: nowMs + 1 });
  const after = explain({ ...sending, leaseUntilMs: nowMs });

  expect([during.state, during.summary]).toEqual(['SENDING', 'It is being sent.']);
  expect(during.timeline.at(-1)?.text).toBe('Recorded as SENDING, then handed to SES');
  expect(after.state).toBe('UNKNOWN');
  expect(after.findings[0]?.meaning).toContain('may have been sent, or not');
  expect(after.timeline.at(-1)).toEqual({
    at: '2026-05-01T10:05:00.000Z',
    text: 'The function stopped before it recorded the answer of SES',
  });
});

test('a message that a report settled is explained with its lost answer', () => {
  const events = [report({ state: 'SENT', addresses: [] })];
  const { state, timeline } = explain({ error: lost, events });

  expect(state).toBe('SENT');
  expect(timeline.slice(-3)).toEqual([
    { at: settledAt, text: lost },
    { at: null, text: 'A report of SES proves it: SES accepted it as 0100-ses-1' },
    { at: report().at, text: 'SES reports that it accepted the mail' },
  ]);
});

test('a message that only a report proves has the time of the report as its end', () => {
  const { timeline } = explain({ settledAt: report().at, answer: null, events: [report()] });

  expect(timeline.slice(-2)).toEqual([
    { at: report().at, text: 'A report of SES proves it: SES accepted it as 0100-ses-1' },
    { at: report().at, text: 'Delivered ada@example.com' },
  ]);
});

test('a step that this version does not know is shown unchanged', () => {
  const split = { type: 'split', node: 'a', outcome: 'left_out', ms: 1 };

  expect(told({ trace: ['?', split] }).texts.slice(1, 3)).toEqual([
    'A step that this version of the service does not know',
    'split a: left out, 1.0 ms',
  ]);
});

const refused = (error: string, field?: string, type = 'delivery') => ({
  ...{ state: 'REFUSED' as const, subject: '', sesMessageId: null, error, field },
  trace: [{ node: 'send', type, outcome: 'failed', ms: 0.5 }],
});

test('a refused request is explained from its request to its refusal', () => {
  const { state, summary, timeline } = explain(refused('_to is required', '_to'));

  expect(state).toBe('REFUSED');
  expect(summary).toBe('The request was refused, so nothing was sent.');
  expect(timeline).toEqual([
    requested,
    { at: null, text: 'Recipients and reply address: failed, 0.5 ms' },
    { at: requestedAt, text: 'Refused: _to is required' },
  ]);
});

test("the timeline of a refused request names the step that read the mail's files", () => {
  const { texts } = told(refused('_attachments[0]', '_attachments', 'attachments'));

  expect(texts).toContain('Files of the mail: failed, 0.5 ms');
});

const otherSender = 'from must be hello@acme.example, the sender of the flow of raw';
const notOurSender = "The flow's sender at example.com is not a sender identity of this deployment";

test.each<[string, RegExp, RegExp, string?]>([
  ['The domain of _to does not exist', /accepts no mail/, /another address/, '_to'],
  ['The domain of _to has no MX records', /accepts no mail/, /another address/, '_to'],
  ['Missing required variables: name', /requires values/, /default/, 'name'],
  ['Required fields are missing or empty: code', /requires values/, /Send a value/, 'code'],
  ['Sending is switched off in this deployment', /switched off/, /postrider\.json/],
  [notOurSender, /not one of this deployment/, /senders/],
  [otherSender, /decides the sender/, /change it in the flow/, 'from'],
  ['_to is required', /gives the reason/, /Correct what the error names/, '_to'],
  ['code must look like AB12-CD34', /does not accept code\./, /the node's pattern/, 'code'],
])('a refused request is explained by its error: %s', (error, meaning, todo, field) => {
  expect(explain(refused(error, field)).findings).toEqual([finding('REFUSED', meaning, todo)]);
});

test('a request that was refused for a suppressed address has the command that lifts the suppression', () => {
  const error = '_to is suppressed since 2026-11-20: a mail to it bounced';

  expect(explain(refused(error, '_to'), ['ada@example.com']).findings).toEqual([
    finding('REFUSED', /suppression list/, /remove it from the suppression list/, {
      commands: ['postrider suppression remove ada@example.com'],
    }),
  ]);
});

const redirectedTo = 'qa@acme.example';
const captured = { sesMessageId: 'captured-01KQHFP68000000000000000010', trace: [] };

test('a captured message says that SES was not called, also after its simulated report', () => {
  const before = explain(captured);
  const after = explain({ ...captured, reported: 'DELIVERED', events: [report()] });

  const notSent = { at: expect.any(String), text: 'Captured, not sent: SES was not called' };
  expect(before.timeline.slice(1)).toEqual([notSent]);
  expect(after.timeline.slice(1, -1)).toEqual([notSent]);
  expect([before.summary, after.summary]).toEqual([
    'It was captured, not sent.',
    'It was captured, not sent. Simulated: It was delivered.',
  ]);
  expect(before.findings[0]?.meaning).toContain('SES was not called');
  expect(after.findings[0]?.meaning).toContain('accepted the mail');
  expect(after.findings[0]?.todo).toMatch(/^Nothing: this is simulated/);
});

test('a redirected message says who got it and who was left out', () => {
  const { summary, texts } = told({ redirectedTo, leftOut: ['bob@example.com'], trace: [] });

  expect(summary).toBe(
    'SES accepted it for qa@acme.example alone, and has not reported on its delivery yet.',
  );
  expect(texts.slice(1)).toEqual([
    'Recorded as SENDING, then handed to SES, for qa@acme.example alone: the test key redirects its mails',
    'Left out, because the test key does not allow them: bob@example.com',
    'SES accepted it as 0100-ses-1',
  ]);
});

const bouncedTo = (...addresses: string[]) =>
  addresses.map((address) => ({ ...recipient(address), state: 'BOUNCED' as const }));

test('a report about a redirected message advises on the address that got it', () => {
  const { findings } = explain({
    ...{ redirectedTo, recipients: bouncedTo('ada@example.com', 'bob@example.com') },
    ...{ reported: 'BOUNCED', events: [report({ ...general, addresses: [redirectedTo] })] },
  });

  expect(findings.map(({ addresses }) => addresses)).toEqual([[redirectedTo]]);
});

test('a bounce of a recipient that a test key allows says that a test key suppresses no recipient', () => {
  const { findings } = explain({
    ...{ messageId: '01KQHFP68000000000000000010', recipients: bouncedTo('ada@example.com') },
    ...{ reported: 'BOUNCED', events: [report(general)] },
  });

  expect(findings[0]?.todo).toContain('a test key puts no recipient on it');
});

const unverifiedTarget = `${notVerified} "ada@example.com" <qa@acme.example>`;
const suppressedTarget =
  'The address that this test key redirects to is suppressed since 2026-11-01: a mail to it bounced';

test.each([
  [unverifiedTarget, "This AWS account is still in SES's sandbox"],
  [suppressedTarget, "The address is on the account's suppression list"],
])('a redirected message that was not sent is explained by who gets it: %s', (error, meaning) => {
  const failed = { redirectedTo, state: 'FAILED', sesMessageId: null, error } as const;

  expect(explain(failed).findings[0]?.meaning).toContain(meaning);
});

const sendAt = '2026-05-01T10:04:00.000Z';
/** The timeline's texts after the steps of the flow. */
const storyOf = (changes: Partial<MessageRecord>) =>
  explain({ sendAt, ...changes }).timeline.slice(3);
const accepted = { at: requestedAt, text: 'Accepted, to be sent at 2026-05-01 10:04 UTC' };

test('the timeline of a scheduled message that was sent has its acceptance, its time and its send', () => {
  const settledAt = '2026-05-01T10:04:00.300Z';

  expect(storyOf({ settledAt })).toEqual([
    accepted,
    { at: sendAt, text: 'Its time came: recorded as SENDING' },
    { at: settledAt, text: 'SES accepted it as 0100-ses-1' },
  ]);
});

test('the timeline of a cancelled message ends with its cancellation, and its summary has its time', () => {
  const settledAt = '2026-05-01T10:01:00.000Z';
  const cancelled = { state: 'CANCELLED', sesMessageId: null, settledAt } as const;

  expect(told({ sendAt, ...cancelled }).summary).toBe(
    'It was cancelled before its time, 2026-05-01 10:04 UTC, so nothing was sent.',
  );
  expect(storyOf(cancelled)).toEqual([
    accepted,
    { at: settledAt, text: 'Cancelled: nothing was sent' },
  ]);
});

test.each([
  [undefined, ''],
  [3, ' It was accepted with revision 3.'],
  [9, " It was accepted with revision 3; today's is 9."],
  [null, ' It was accepted with revision 3; its template is deleted, so it will fail.'],
])(
  'with the current revision %s the summary of a scheduled message ends with %j',
  (newest, end) => {
    const record = withReports(messageRecord({ state: 'SCHEDULED', sendAt }), []);
    const known = newest === undefined ? {} : { newest };

    expect(explainMessage(record, { nowMs, suppressed: [], ...known }).summary).toBe(
      `It is scheduled for 2026-05-01 10:04 UTC.${end}`,
    );
  },
);
