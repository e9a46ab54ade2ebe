import { applySesEvent, type EventPorts, UnusableEvent } from '../../../functions/events/run.ts';
import { describe, expect, test } from '../../jest.ts';
import { bounce, complaint, defaultAt, delay, delivery, other, reject } from './payloads.ts';

const messageId = '01J4ZC7Q3N8D2V5K6M9R0T1W2X';

/** Ports that record their calls, in order. The mail went to `to`. */
function noting(differences: Partial<EventPorts> = {}, to = ['ada@example.com']) {
  const calls: unknown[][] = [];
  const ports: EventPorts = {
    recordEvent: async (...args) => {
      calls.push(['record', ...args]);
      return { outcome: 'recorded', message: { recipients: to.map((address) => ({ address })) } };
    },
    suppress: async (...args) => calls.push(['suppress', ...args]),
    findBySesMessageId: async (id) => {
      calls.push(['find', id]);
      return null;
    },
    ...differences,
  };
  return { calls, ports };
}

const noSuchUser = 'smtp; 550 5.1.1 no such user';

const recorded = (event: object) => [
  'record',
  'acme',
  messageId,
  {
    eventId: 'event-1',
    sesMessageId: '0100018f-1',
    at: defaultAt,
    addresses: ['ada@example.com'],
    category: null,
    reason: null,
    ...event,
  },
];

const suppressed = (suppression: object) => [
  'suppress',
  'acme',
  { address: 'ada@example.com', at: defaultAt, messageId, ...suppression },
];

describe('a report of SES', () => {
  const cases: [string, object, unknown[][]][] = [
    ['a delivery', delivery(), [recorded({ state: 'DELIVERED' })]],
    [
      'a hard bounce, which suppresses the address',
      bounce(),
      [
        recorded({ state: 'BOUNCED', category: 'Permanent/General', reason: noSuchUser }),
        suppressed({ reason: 'bounce', detail: noSuchUser }),
      ],
    ],
    [
      'a soft bounce, which does not',
      bounce({ type: 'Transient', subType: 'MailboxFull' }),
      [recorded({ state: 'BOUNCED', category: 'Transient/MailboxFull', reason: noSuchUser })],
    ],
    [
      'a complaint, which suppresses the address',
      complaint(),
      [
        recorded({ state: 'COMPLAINED', category: 'abuse' }),
        suppressed({ reason: 'complaint', detail: 'abuse' }),
      ],
    ],
    [
      'a mail that SES held back for an earlier complaint',
      complaint(null, 'OnAccountSuppressionList'),
      [
        recorded({ state: 'COMPLAINED', category: 'OnAccountSuppressionList' }),
        suppressed({ reason: 'complaint', detail: 'OnAccountSuppressionList' }),
      ],
    ],
    [
      'a delay',
      delay(),
      [
        recorded({
          state: 'DELAYED',
          category: 'MailboxFull',
          reason: 'smtp; 452 4.2.2 over quota',
        }),
      ],
    ],
    [
      'a rejection, of all recipients, at the time of the event',
      reject({ destination: ['ada@example.com', 'bob@example.com'] }),
      [
        recorded({
          state: 'REJECTED',
          at: '2026-08-01T10:00:02.000Z',
          addresses: ['ada@example.com', 'bob@example.com'],
          reason: 'Bad content',
        }),
      ],
    ],
  ];

  test.each(cases)('a report of SES is recorded: %s', async (_, payload, expected) => {
    const { calls, ports } = noting();

    await applySesEvent(payload, ports);

    expect(calls).toEqual(expected);
  });

  test('a report of SES is kept with the beginning of its text, and no character is cut in two', async () => {
    const { calls, ports } = noting();
    const diagnosticCode = `${'x'.repeat(499)}${'😀'.repeat(50_000)}`;
    const recipients = [{ emailAddress: 'ada@example.com', diagnosticCode }];

    await applySesEvent(bounce({ recipients }), ports);

    const reason = `${'x'.repeat(499)}😀`;
    expect(calls).toEqual([
      recorded({ state: 'BOUNCED', category: 'Permanent/General', reason }),
      suppressed({ reason: 'bounce', detail: reason }),
    ]);
  });

  test('the function answers a report of SES with ids and states, and without an address', async () => {
    const { ports } = noting();

    expect(await applySesEvent(bounce(), ports)).toEqual({
      eventId: 'event-1',
      type: 'Email Bounced',
      accountId: 'acme',
      messageId,
      sesMessageId: '0100018f-1',
      state: 'BOUNCED',
      outcome: 'recorded',
    });
  });

  test('a report of SES names recipients as the record does: without a name, the domain in lower case', async () => {
    const { calls, ports } = noting();

    await applySesEvent(
      delivery(['"Lovelace, Ada" <Ada@EXAMPLE.com>', 'bob@bücher.example']),
      ports,
    );

    expect(calls).toEqual([
      recorded({ state: 'DELIVERED', addresses: ['Ada@example.com', 'bob@xn--bcher-kva.example'] }),
    ]);
  });

  test('a report of SES is recorded once for each event about its recipients', async () => {
    const { calls, ports } = noting();
    const recipients = [
      { emailAddress: 'ada@example.com', diagnosticCode: 'smtp; 550 one' },
      { emailAddress: 'bob@example.com', diagnosticCode: 'smtp; 550 two' },
      { emailAddress: 'eve@example.com', diagnosticCode: 'smtp; 550 one' },
    ];

    await applySesEvent(bounce({ type: 'Transient', recipients }), ports);

    const common = { state: 'BOUNCED', category: 'Transient/General' };
    expect(calls).toEqual([
      recorded({
        ...common,
        reason: 'smtp; 550 one',
        addresses: ['ada@example.com', 'eve@example.com'],
      }),
      recorded({
        ...common,
        eventId: 'event-1-2',
        reason: 'smtp; 550 two',
        addresses: ['bob@example.com'],
      }),
    ]);
  });

  test('a report of SES suppresses nothing if the setting is off', async () => {
    const { calls, ports } = noting({ suppress: null });

    await applySesEvent(bounce(), ports);

    expect(calls.map(([what]) => what)).toEqual(['record']);
  });

  test("a report of SES on a mail without our tags finds its message by SES's id", async () => {
    const asked: string[] = [];
    const { calls, ports } = noting({
      findBySesMessageId: async (id) => {
        asked.push(id);
        return { accountId: 'acme', messageId };
      },
    });

    await applySesEvent(delivery(undefined, { tags: {} }), ports);

    expect(asked).toEqual(['0100018f-1']);
    expect(calls).toEqual([recorded({ state: 'DELIVERED' })]);
  });
});

describe('the addresses that a report names', () => {
  const others = ['ceo@example.com', 'bob@example.com'].map((emailAddress) => ({ emailAddress }));

  test('an address that the mail did not go to is recorded, and not suppressed', async () => {
    const { calls, ports } = noting();

    await applySesEvent(bounce({ recipients: others }), ports);
    await applySesEvent(complaint('abuse', null, {}, ['ceo@example.com']), ports);

    expect(calls).toEqual([
      recorded({
        state: 'BOUNCED',
        category: 'Permanent/General',
        addresses: ['ceo@example.com', 'bob@example.com'],
      }),
      recorded({ state: 'COMPLAINED', category: 'abuse', addresses: ['ceo@example.com'] }),
    ]);
  });

  test('an address that a report names is suppressed only if it is a recipient of the mail, whatever the other addresses are', async () => {
    const { calls, ports } = noting({}, ['Ada@example.com', 'bob@xn--bcher-kva.example']);
    const recipients = ['ada@EXAMPLE.com', 'Bob <bob@bücher.example>', 'ceo@example.com'];

    await applySesEvent(
      bounce({ recipients: recipients.map((emailAddress) => ({ emailAddress })) }),
      ports,
    );

    expect(calls.slice(1)).toEqual([
      suppressed({ address: 'Ada@example.com', reason: 'bounce', detail: 'Permanent/General' }),
      suppressed({
        address: 'bob@xn--bcher-kva.example',
        reason: 'bounce',
        detail: 'Permanent/General',
      }),
    ]);
  });

  test('a complaint that names several recipients suppresses none of them', async () => {
    const to = ['ada@example.com', 'bob@example.com', 'eve@example.org'];
    const { calls, ports } = noting({}, to);

    await applySesEvent(
      complaint('abuse', null, {}, ['ada@example.com', 'bob@example.com']),
      ports,
    );

    expect(calls).toEqual([
      recorded({
        state: 'COMPLAINED',
        category: 'abuse',
        addresses: ['ada@example.com', 'bob@example.com'],
      }),
    ]);
  });
});

describe('events that do not change a message’s state', () => {
  const types = [
    'Email Sent',
    'Email Opened',
    'Email Clicked',
    'Email Subscribed',
    'Email Rendering Failed',
  ];

  test.each([...types.map((type) => [type, other(type)] as const)])(
    'an event that does not change a message’s state is accepted and changes nothing: %s',
    async (type, payload) => {
      const { calls, ports } = noting();

      const applied = await applySesEvent(payload, ports);

      expect(applied).toEqual({ eventId: 'event-1', type, outcome: 'of no interest' });
      expect(calls).toEqual([]);
    },
  );

  test('a complaint that was taken back changes nothing', async () => {
    const { calls, ports } = noting();

    const applied = await applySesEvent(complaint('not-spam'), ports);

    expect(applied).toMatchObject({ outcome: 'of no interest' });
    expect(calls).toEqual([]);
  });
});

describe('events that cannot be applied', () => {
  const without = (payload: object, ...path: string[]) => {
    const copy = structuredClone(payload) as Record<string, never>;
    const last = path.pop() ?? '';
    delete path.reduce<Record<string, never>>((at, name) => at[name] ?? {}, copy)[last];
    return copy;
  };

  test.each([
    ['nothing', undefined, 'the whole event'],
    ['a text', 'bounce', 'the whole event'],
    ['an event of another service', { ...delivery(), source: 'aws.s3' }, 'source'],
    ['a type that SES does not have', other('Email Eaten'), 'detail-type'],
    ['an event without an id', without(delivery(), 'id'), 'id'],
    ['an event without its mail', without(delivery(), 'detail', 'mail'), 'detail.mail'],
    [
      'a bounce that does not say which',
      without(bounce(), 'detail', 'bounce', 'bounceType'),
      'detail.bounce.bounceType',
    ],
    [
      'a delivery at no time',
      delivery(undefined, { at: 'yesterday' }),
      'time, detail.delivery.timestamp',
    ],
    [
      'tags that are no lists',
      delivery(undefined, { tags: { 'postrider-account': 'acme' as never } }),
      'detail.mail.tags.postrider-account',
    ],
  ])('a wrong event is refused with its wrong parts, no address: %s', async (_, payload, parts) => {
    const { calls, ports } = noting();

    await expect(applySesEvent(payload, ports)).rejects.toEqual(
      new UnusableEvent(`This event is not in SES's format: ${parts}`),
    );
    expect(calls).toEqual([]);
  });

  test('an event of an unknown mail cannot be applied', async () => {
    const { calls, ports } = noting();

    await expect(applySesEvent(delivery(undefined, { tags: {} }), ports)).rejects.toMatchObject({
      name: 'UnusableEvent',
      message: "The mail does not have postrider's tags, and no record has its id",
    });
    expect(calls).toEqual([['find', '0100018f-1']]);
  });

  test('an event whose tags are not ids cannot be applied', async () => {
    const { calls, ports } = noting();
    const tags = { 'postrider-account': ['acme'], 'postrider-message': ['#'] };

    await expect(applySesEvent(bounce({}, { tags }), ports)).rejects.toMatchObject({
      name: 'UnusableEvent',
      message: 'The tags of the mail do not name a message',
    });
    expect(calls).toEqual([]);
  });

  test('an event of a message without a record cannot be applied and suppresses nothing, because the recipients are unknown', async () => {
    const { calls, ports } = noting({ recordEvent: async () => ({ outcome: 'no such message' }) });

    const applied = applySesEvent(complaint(), ports);

    await expect(applied).rejects.toMatchObject({
      message: 'The message has no record',
      known: { eventId: 'event-1', accountId: 'acme', messageId, state: 'COMPLAINED' },
    });
    expect(calls).toEqual([]);
  });

  test('a fault of the tables is thrown unchanged', async () => {
    const fault = new Error('no table');
    const { ports } = noting({ recordEvent: () => Promise.reject(fault) });

    await expect(applySesEvent(delivery(), ports)).rejects.toBe(fault);
  });
});
