import { explainMessage } from '../../../../shared/manage/messages/explain-message.ts';
import { withReports } from '../../../../shared/message/apply-event.ts';
import type { DeliveryState, MessageRecord } from '../../../../shared/message/message.ts';
import { describe, expect, test } from '../../../jest.ts';
import { messageRecord, recipient, report } from '../message-records.ts';

const nowMs = Date.parse('2026-05-01T10:05:00Z');
const explain = (changes: Partial<MessageRecord>, suppressed: string[] = []) =>
  explainMessage(withReports(messageRecord(changes), []), {
    nowMs,
    suppressed: suppressed.map((address) => ({ address })),
  });

const guide = 'https://docs.aws.amazon.com/ses/latest/dg';
const contents = `${guide}/event-publishing-retrieving-sns-contents.html`;

describe('a permanent bounce', () => {
  const bounced = {
    recipients: [recipient('ada@example.com')],
    events: [
      report({
        state: 'BOUNCED',
        category: 'Permanent/NoEmail',
        reason: 'smtp; 550 5.1.1 user unknown',
      }),
    ],
  };

  test('a permanent bounce is explained from its request to its end', () => {
    const { state, summary, timeline } = explain(bounced);

    expect({ state, summary }).toEqual({ state: 'BOUNCED', summary: 'It came back.' });
    expect(timeline).toEqual([
      {
        at: '2026-05-01T10:00:00.000Z',
        text: 'Requested with key key_1 (request request-1): template welcome, revision 3',
      },
      { at: null, text: 'Verification check: passed, 0.5 ms' },
      { at: null, text: 'Template template: rendered, 1.3 ms' },
      { at: '2026-05-01T10:00:00.000Z', text: 'Recorded as SENDING, then handed to SES' },
      { at: '2026-05-01T10:00:00.250Z', text: 'SES accepted it as 0100-ses-1' },
      {
        at: '2026-05-01T10:00:01.000Z',
        text: 'Bounced (Permanent/NoEmail) ada@example.com: smtp; 550 5.1.1 user unknown',
      },
    ]);
  });

  test('a permanent bounce is explained with the way to lift its suppression', () => {
    const { findings } = explain(bounced, ['ada@example.com']);

    expect(findings).toEqual([
      {
        addresses: ['ada@example.com'],
        state: 'BOUNCED',
        meaning: 'The address does not exist, or its mail server refuses it for good.',
        todo: 'Send nothing more to this address. It is suppressed: execute refuses it. If that is wrong, remove it from the suppression list.',
        commands: ['postrider suppression remove ada@example.com'],
        page: `${contents}#event-publishing-retrieving-sns-contents-bounce-object`,
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
});

describe("the advice on SES's report", () => {
  test.each<[DeliveryState, string | null, RegExp, RegExp]>([
    ['DELIVERED', null, /accepted the mail/, /^If the mail is not in the inbox/],
    ['DELAYED', 'MailboxFull', /mailbox is full/, /^Wait: SES keeps trying/],
    ['DELAYED', 'SpamDetected', /detected much spam/, /Check which mails/],
    ['DELAYED', 'IPFailure', /blocks the IP address/, /^Wait/],
    ['DELAYED', 'TransientCommunicationFailure', /does not accept the mail for now/, /^Wait/],
    ['DELAYED', null, /does not accept the mail for now/, /^Wait/],
    ['BOUNCED', 'Permanent/General', /does not exist/, /Send nothing more/],
    ['BOUNCED', 'Permanent/Suppressed', /global suppression list/, /14 days/],
    [
      'BOUNCED',
      'Permanent/OnAccountSuppressionList',
      /AWS account's own suppression list/,
      /delete-suppressed-destination --email-address ada@example\.com/,
    ],
    ['BOUNCED', 'Permanent/UnsubscribedRecipient', /unsubscribed/, /Send nothing more/],
    ['BOUNCED', 'Transient/MailboxFull', /stayed full/, /later/],
    ['BOUNCED', 'Transient/MessageTooLarge', /larger/, /smaller/],
    ['BOUNCED', 'Transient/ContentRejected', /because of its content/, /DMARC/],
    ['BOUNCED', 'Transient/AttachmentRejected', /because of its content/, /DMARC/],
    ['BOUNCED', 'Transient/General', /before SES gave up/, /later/],
    ['BOUNCED', 'Undetermined/Undetermined', /could not tell why/, /Read the reason/],
    ['BOUNCED', null, /could not tell why/, /Read the reason/],
    ['REJECTED', null, /virus/, /Remove the virus/],
    ['COMPLAINED', 'abuse', /marked it as spam/, /Send nothing more/],
    ['COMPLAINED', 'not-spam', /not spam after all/, /^Nothing\./],
    ['COMPLAINED', null, /marked it as spam/, /Send nothing more/],
  ])("SES's report decides what to do: %s, %s", (state, category, meaning, todo) => {
    const { state: shown, findings } = explain({
      recipients: [recipient('ada@example.com')],
      events: [report({ state, category })],
    });

    expect(shown).toBe(state);
    expect(findings).toEqual([
      {
        addresses: ['ada@example.com'],
        state,
        meaning: expect.stringMatching(meaning),
        todo: expect.stringMatching(todo),
        page: state === 'DELIVERED' ? null : expect.stringContaining(guide),
      },
    ]);
  });
});

describe('a message to several', () => {
  test('a message to several shows the worst state and its number of recipients, and gives each advice once', () => {
    const { state, summary, findings } = explain({
      recipients: [
        recipient('ada@example.com'),
        recipient('bob@example.com', '_cc'),
        recipient('cyd@example.com', '_cc'),
        recipient('dan@example.com', '_bcc'),
      ],
      events: [
        report({ addresses: ['ada@example.com', 'bob@example.com'] }),
        report({
          eventId: 'event-2',
          state: 'BOUNCED',
          category: 'Transient/MailboxFull',
          addresses: ['CYD@example.com'],
        }),
      ],
    });

    expect({ state, summary }).toEqual({
      state: 'BOUNCED',
      summary: 'It came back from 1 of 4 recipients.',
    });
    expect(findings.map(({ addresses, meaning }) => [addresses, meaning])).toEqual([
      [['ada@example.com', 'bob@example.com'], "The recipient's mail server accepted the mail."],
      [['cyd@example.com'], "The recipient's mailbox stayed full until SES gave up."],
    ]);
  });
});

describe('a complaint that names several recipients', () => {
  const complained = {
    recipients: [recipient('ada@example.com'), recipient('bob@example.com', '_cc')],
    events: [
      report(),
      report({
        eventId: 'event-2',
        state: 'COMPLAINED',
        category: 'abuse',
        addresses: ['ada@example.com', 'bob@example.com'],
      }),
    ],
  };

  test('a complaint that names several recipients is shown as that of one unknown recipient', () => {
    const { state, summary, timeline } = explain(complained);

    expect({ state, summary }).toEqual({
      state: 'COMPLAINED',
      summary: 'One of several recipients may have marked it as spam.',
    });
    expect(timeline.at(-1)?.text).toBe(
      'Marked as spam (abuse) by ada@example.com or bob@example.com',
    );
  });

  test('a complaint that names several recipients says that none is suppressed, and what to do', () => {
    const { findings } = explain(complained);

    expect(findings.map(({ addresses, state, meaning }) => [addresses, state, meaning])).toEqual([
      [['ada@example.com'], 'DELIVERED', "The recipient's mail server accepted the mail."],
      [
        ['ada@example.com', 'bob@example.com'],
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
});

describe('a report that names an address which the mail did not go to', () => {
  const bounced = {
    events: [
      report({ state: 'BOUNCED', category: 'Permanent/General', addresses: ['ceo@example.com'] }),
    ],
  };

  test('a report on an address that the mail did not go to changes no state, and is shown', () => {
    const { state, timeline } = explain(bounced);

    expect(state).toBe('SENT');
    expect(timeline.at(-1)?.text).toBe(
      'Bounced (Permanent/General) (the report names ceo@example.com, to which this mail was not sent)',
    );
  });

  test('a report on an address that the mail did not go to says that nothing follows for the address', () => {
    const { findings } = explain(bounced);

    expect(findings).toEqual([
      {
        addresses: ['ceo@example.com'],
        state: 'SENT',
        meaning: expect.stringContaining('the mail was not sent to it'),
        todo: 'It was not suppressed. If a recipient forwards the mail to it, ask them for another address.',
        page: `${contents}#event-publishing-retrieving-sns-contents-bounce-object`,
      },
    ]);
  });
});

describe('the advice on a refusal of SES', () => {
  test.each([
    ['Maximum sending rate exceeded.', /more mails a second/i, /in a few seconds/],
    ['Daily message quota exceeded.', /in 24 hours/, /higher daily quota/],
    [
      'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: hello@acme.example',
      /sender is not verified/,
      /Verify the address or its domain/,
    ],
    [
      'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: Ada@Example.com',
      /sandbox/,
      /production access/,
    ],
    ['The MAIL FROM domain is not verified.', /MAIL FROM/, /MX record/],
    [
      'Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.',
      /paused for this AWS account/,
      /account dashboard/,
    ],
    ['Sending is paused for configuration set postrider.', /configuration set/, /Switch it on/],
    ['Sending suspended for this account.', /suspended sending/, /lifts the suspension/],
    ['Configuration set <postrider> does not exist.', /is gone/, /Deploy the stack again/],
    [
      "User `arn:aws:sts::1:assumed-role/x' is not authorized to perform `ses:SendEmail' on resource `arn:aws:ses:r:1:identity/hello@acme.example'",
      /may not send from this address/,
      /senders in postrider\.json/,
    ],
    ['The security token included in the request is expired', /credentials/, /deploy the stack/],
    ['Message length is more than 41943040 bytes long', /larger than SES accepts/, /smaller/],
    ['Too Many Requests', /throttled/, /in a few seconds/],
    ['SES could not be reached', /could not be reached/, /health page/],
    ['Domain contains illegal character', /cannot read one of the addresses/, /Fix the address/],
    ['Something new', /gives the reason/, /Fix what the error names/],
  ])("a message that SES refused has advice for SES's sentence: %s", (error, meaning, todo) => {
    const { state, summary, timeline, findings } = explain({
      state: 'FAILED',
      sesMessageId: null,
      error,
    });

    expect({ state, summary }).toEqual({ state: 'FAILED', summary: 'It was certainly not sent.' });
    expect(timeline.at(-1)).toEqual({ at: '2026-05-01T10:00:00.250Z', text: `Not sent: ${error}` });
    expect(findings).toEqual([
      {
        addresses: [],
        state: 'FAILED',
        meaning: expect.stringMatching(meaning),
        todo: expect.stringMatching(todo),
        page: error.startsWith('SES could not') ? null : expect.stringContaining(guide),
      },
    ]);
  });
});

describe('a message whose end SES has not reported', () => {
  const lost = 'The answer of SES was lost: the message may have been sent';

  test('a message without a report of SES is explained as accepted, and nothing more', () => {
    const { state, findings } = explain({});

    expect(state).toBe('SENT');
    expect(findings[0]?.meaning).toBe(
      'SES accepted the mail and has reported nothing about it since.',
    );
  });

  test("a message is explained as unknown if SES's answer was lost", () => {
    const { state, summary, timeline, findings } = explain({
      state: 'UNKNOWN',
      sesMessageId: null,
      error: lost,
    });

    expect({ state, summary }).toEqual({
      state: 'UNKNOWN',
      summary: 'It is not known whether it was sent.',
    });
    expect(timeline.at(-1)).toEqual({ at: '2026-05-01T10:00:00.250Z', text: lost });
    expect(findings).toEqual([
      {
        addresses: [],
        state: 'UNKNOWN',
        meaning: expect.stringContaining('may have been sent, or not'),
        todo: expect.stringContaining('use another Idempotency-Key'),
        page: null,
      },
    ]);
  });

  test("a message is explained as unknown if the function stopped before it recorded SES's answer", () => {
    const sending = {
      state: 'SENDING',
      sesMessageId: null,
      settledAt: null,
      answer: null,
    } as const;
    const during = explain({ ...sending, leaseUntilMs: nowMs + 1 });
    const after = explain({ ...sending, leaseUntilMs: nowMs });

    expect([during.state, during.summary]).toEqual(['SENDING', 'It is being sent.']);
    expect(during.timeline.at(-1)?.text).toBe('Recorded as SENDING, then handed to SES');
    expect([after.state, after.findings[0]?.meaning]).toEqual([
      'UNKNOWN',
      expect.stringContaining('may have been sent, or not'),
    ]);
    expect(after.timeline.at(-1)).toEqual({
      at: '2026-05-01T10:05:00.000Z',
      text: 'The function stopped before it recorded the answer of SES',
    });
  });

  test('a message that a report settled is explained with its lost answer', () => {
    const { state, timeline } = explain({
      error: lost,
      events: [report({ state: 'SENT', addresses: [] })],
    });

    expect(state).toBe('SENT');
    expect(timeline.slice(-3)).toEqual([
      { at: '2026-05-01T10:00:00.250Z', text: lost },
      { at: null, text: 'A report of SES proves it: SES accepted it as 0100-ses-1' },
      { at: '2026-05-01T10:00:01.000Z', text: 'SES reports that it accepted the mail' },
    ]);
  });
});

describe('a message that only a report knows of', () => {
  test('a message that only a report proves has the time of the report as its end', () => {
    const { timeline } = explain({ settledAt: report().at, answer: null, events: [report()] });

    expect(timeline.slice(-2)).toEqual([
      { at: report().at, text: 'A report of SES proves it: SES accepted it as 0100-ses-1' },
      { at: report().at, text: 'Delivered ada@example.com' },
    ]);
  });
});

describe('a step that this version does not know', () => {
  test('a step that this version does not know is shown unchanged', () => {
    const { timeline } = explain({
      trace: ['?', { type: 'split', node: 'a', outcome: 'left_out', ms: 1 }],
    });

    expect(timeline.slice(1, 3).map(({ text }) => text)).toEqual([
      'A step that this version of the service does not know',
      'split a: left out, 1.0 ms',
    ]);
  });
});

describe('a refused request', () => {
  const refused = (error: string, field?: string) => ({
    state: 'REFUSED' as const,
    subject: '',
    sesMessageId: null,
    error,
    field,
    trace: [{ node: 'send', type: 'delivery', outcome: 'failed', ms: 0.5 }],
  });

  test('a refused request is explained from its request to its refusal', () => {
    const { state, summary, timeline } = explain(refused('_to is required', '_to'));

    expect({ state, summary }).toEqual({
      state: 'REFUSED',
      summary: 'The request was refused, so nothing was sent.',
    });
    expect(timeline).toEqual([
      {
        at: '2026-05-01T10:00:00.000Z',
        text: 'Requested with key key_1 (request request-1): template welcome, revision 3',
      },
      { at: null, text: 'Recipients and reply address: failed, 0.5 ms' },
      { at: '2026-05-01T10:00:00.000Z', text: 'Refused: _to is required' },
    ]);
  });

  test("the timeline of a refused request names the step that read the mail's files", () => {
    const files = { node: 'send', type: 'attachments', outcome: 'failed', ms: 0.5 };
    const { timeline } = explain({ ...refused('_attachments[0]', '_attachments'), trace: [files] });

    expect(timeline.map(({ text }) => text)).toContain('Files of the mail: failed, 0.5 ms');
  });

  test.each<[string, string | undefined, RegExp, RegExp]>([
    [
      '_to is suppressed since 2026-11-20: a mail to it bounced',
      '_to',
      /suppression list/,
      /remove it from the suppression list/,
    ],
    ['_attachments[0].name must not end in .exe', '_attachments', /file/, /_attachments/],
    ['_headers: Subject is not a header that may be set', '_headers', /header/, /_headers/],
    ['_unsubscribe must begin with https://', '_unsubscribe', /unsubscribe/, /_unsubscribe/],
    [
      'The address to unsubscribe of the flow must begin with https://',
      '_unsubscribe',
      /flow's address to unsubscribe/,
      /in the flow/,
    ],
    ['The domain of _to does not exist', '_to', /does not exist/, /another address/],
    ['The domain of _to has no MX records', '_to', /accepts no mail/, /another address/],
    [
      'Address 2 in _cc is not a valid email address: it has no @',
      '_cc',
      /is no address/,
      /this field/,
    ],
    [
      '_to must be one address; a name with a comma in it must be in double quotes',
      '_to',
      /is no address/,
      /this field/,
    ],
    [
      '_cc has too many addresses: _to, _cc and _bcc may have 50 together',
      '_cc',
      /more recipients/,
      /several requests/,
    ],
    ['_to is required', '_to', /names no recipient/, /Send _to/],
    [
      '_reference must be 1 to 255 characters, without control characters',
      '_reference',
      /own name/,
      /_reference/,
    ],
    ['Missing required variables: name', 'name', /without a value/, /default/],
    ['Required fields are missing or empty: code', 'code', /requires fields/, /Send a value/],
    ['code must look like AB12-CD34', 'code', /does not accept code/, /pattern/],
    ['Sending is switched off in this deployment', undefined, /switched off/, /postrider\.json/],
    [
      "The flow's sender at example.com is not a sender identity of this deployment",
      undefined,
      /not one of this deployment/,
      /senders/,
    ],
    [
      "The flow's sender is not a valid email address: it has no @",
      undefined,
      /sender of the flow is no address/,
      /Correct from/,
    ],
    [
      'The stored flow cannot be read by this version of the service, save the template again',
      undefined,
      /cannot run the stored flow/,
      /Save the template/,
    ],
  ])('a refused request is explained by its error: %s', (error, field, meaning, todo) => {
    expect(explain(refused(error, field), ['ada@example.com']).findings).toEqual([
      {
        addresses: [],
        state: 'REFUSED',
        meaning: expect.stringMatching(meaning),
        todo: expect.stringMatching(todo),
        ...(error.includes('suppressed') && {
          commands: ['postrider suppression remove ada@example.com'],
        }),
        page: null,
      },
    ]);
  });
});

describe('a message of a test key', () => {
  const captured = { sesMessageId: 'captured-01KQHFP68000000000000000010', trace: [] };

  test('a captured message says that SES was not called, also after its simulated report', () => {
    const recipients = [recipient('ada@example.com')];
    const before = explain({ ...captured, recipients });
    const after = explain({ ...captured, recipients, reported: 'DELIVERED', events: [report()] });

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
    const { summary, timeline } = explain({
      redirectedTo: 'qa@acme.example',
      leftOut: ['bob@example.com'],
      trace: [],
    });

    expect(summary).toBe(
      'SES accepted it for qa@acme.example alone, and has not reported on its delivery yet.',
    );
    expect(timeline.slice(1).map(({ text }) => text)).toEqual([
      'Recorded as SENDING, then handed to SES, for qa@acme.example alone: the test key redirects its mails',
      'Left out, because the test key does not allow them: bob@example.com',
      'SES accepted it as 0100-ses-1',
    ]);
  });

  test('a report about a redirected message advises on the address that got it', () => {
    const recipients = ['ada@example.com', 'bob@example.com'].map((address) => recipient(address));
    const reported = recipients.map((each) => ({ ...each, state: 'BOUNCED' as const }));
    const bounce = { ...report(), state: 'BOUNCED' as const, category: 'Permanent/General' };

    const { findings } = explain({
      ...{ redirectedTo: 'qa@acme.example', recipients: reported, reported: 'BOUNCED' },
      events: [{ ...bounce, addresses: ['qa@acme.example'] }],
    });

    expect(findings.map(({ addresses }) => addresses)).toEqual([['qa@acme.example']]);
  });

  test('a bounce of a recipient that a test key allows says that a test key suppresses no recipient', () => {
    const recipients = [{ ...recipient('ada@example.com'), state: 'BOUNCED' as const }];
    const bounce = { ...report(), state: 'BOUNCED' as const, category: 'Permanent/General' };

    const { findings } = explain({
      ...{ messageId: '01KQHFP68000000000000000010', recipients, reported: 'BOUNCED' },
      events: [bounce],
    });

    expect(findings[0]?.todo).toContain('a test key puts no recipient on it');
  });

  test.each([
    [
      'Email address is not verified. The following identities failed the check in region EU-WEST-1: "ada@example.com" <qa@acme.example>',
      "This AWS account is still in SES's sandbox",
    ],
    [
      'The address that this test key redirects to is suppressed since 2026-11-01: a mail to it bounced',
      'The test key redirects its mails to an address on the suppression list',
    ],
  ])(
    'a redirected message that was not sent is explained by the address that gets it: %s',
    (error, meaning) => {
      const { findings } = explain({
        ...{ redirectedTo: 'qa@acme.example', state: 'FAILED', sesMessageId: null, error },
      });

      expect(findings[0]?.meaning).toContain(meaning);
    },
  );
});

describe('a scheduled message', () => {
  const sendAt = '2026-05-01T10:04:00.000Z';
  /** What the timeline says after the steps of the flow. */
  const storyOf = (changes: Partial<MessageRecord>) =>
    explain({ sendAt, ...changes }).timeline.slice(3);
  const accepted = {
    at: '2026-05-01T10:00:00.000Z',
    text: 'Accepted, to be sent at 2026-05-01 10:04 UTC',
  };

  test('the timeline of a scheduled message that was sent has its acceptance, its time and its send', () => {
    const settledAt = '2026-05-01T10:04:00.300Z';

    expect(storyOf({ settledAt })).toEqual([
      accepted,
      { at: sendAt, text: 'Its time came: recorded as SENDING' },
      { at: settledAt, text: 'SES accepted it as 0100-ses-1' },
    ]);
  });

  test('the timeline of a cancelled message ends with its cancellation', () => {
    const settledAt = '2026-05-01T10:01:00.000Z';
    const cancelled = { state: 'CANCELLED', sesMessageId: null, settledAt } as const;

    expect(storyOf(cancelled)).toEqual([
      accepted,
      { at: settledAt, text: 'Cancelled: nothing was sent' },
    ]);
  });
});
