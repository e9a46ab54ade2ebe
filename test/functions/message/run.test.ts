import { messageExample, messageRequest } from '../../../functions/message/contract.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import { refuse } from '../../../shared/engine/errors.ts';
import { checkContract } from '../../../shared/http/contract.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { answerLost, sendForbidden } from '../../../shared/message/send-outcome.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { anEvent } from '../../shared/adapters/messages.ts';
import { aCopy, copy, find, live, now, record, test as testKey } from './messages.ts';

const tables = await startTables();

const sentTo = (...addresses: string[]) => ({
  recipients: addresses.map((address) => ({ address, field: '_to' as const })),
});

describe('a message', () => {
  test('a message has its reports, the reason in words and whether its report suppressed the address', async () => {
    const caller = live('acc_bounced');
    const id = await record(tables, caller, { reference: 'order-1001', revision: 7 });
    const at = '2026-11-22T11:59:30.000Z';
    const reason = 'smtp; 550 5.1.1 user unknown';
    const bounce = anEvent({ state: 'BOUNCED', at, category: 'Permanent/General', reason });
    await recordEvent(tables.messages, 'acc_bounced', id, { ...bounce, sesMessageId: `ses-${id}` });
    const entry = { address: 'ada@example.org', at, detail: reason, messageId: id };
    await suppress(tables.messages, 'acc_bounced', { ...entry, reason: 'bounce' }, alone);

    expect(await find(tables, caller, { id })).toEqual({
      messages: [
        {
          id,
          messageId: `ses-${id}`,
          messageIdHeader: `<ses-${id}@email.amazonses.com>`,
          reference: 'order-1001',
          templateId: 'welcome',
          revision: 7,
          language: null,
          state: 'BOUNCED',
          createdAt: '2026-11-21T10:00:00.000Z',
          sendAt: null,
          recipients: [
            {
              address: 'ada@example.org',
              field: '_to',
              state: 'BOUNCED',
              at,
              reason,
              suppressed: true,
            },
          ],
          why: 'It came back. The address does not exist, or its mail server refuses it permanently.',
          content: null,
        },
      ],
    });
  });

  test('an address that another message suppressed is not reported as suppressed by this one', async () => {
    const caller = live('acc_other');
    const id = await record(tables, caller);
    const bounce = anEvent({ state: 'BOUNCED', category: 'Transient/General' });
    await recordEvent(tables.messages, 'acc_other', id, bounce);
    const entry = { address: 'ada@example.org', at: '2026-11-22T00:00:00.000Z', detail: null };
    await suppress(
      tables.messages,
      'acc_other',
      { ...entry, reason: 'manual', messageId: null },
      alone,
    );

    const { messages } = await find(tables, caller, { id });

    expect(messages[0]?.recipients).toMatchObject([{ state: 'BOUNCED', suppressed: false }]);
  });

  test('a refused request has its error and its field', async () => {
    const caller = live('acc_refused');
    const error = '_to has a domain without mail servers';
    const refused = { state: 'REFUSED', sesMessageId: null, error, field: '_to' } as const;
    const id = await record(tables, caller, refused);

    const { messages } = await find(tables, caller, { id });

    expect(messages).toMatchObject([{ state: 'REFUSED', messageId: null, error, field: '_to' }]);
  });

  test.each([
    ['Email address is not verified.', 'Email address is not verified.'],
    ['User arn:aws:sts::123456789012:assumed-role/x is not authorized to perform', sendForbidden],
    ['The security token included in the request is expired', sendForbidden],
    ['Account 123456789012 is not allowed to do this', sendForbidden],
  ])(
    'the error of a failed message is what execute answered, not what AWS said about the operator: %s',
    async (error, told) => {
      const caller = live('acc_failed');
      const id = await record(tables, caller, { state: 'FAILED', sesMessageId: null, error });

      const found = await find(tables, caller, { id });

      expect(found.messages).toMatchObject([{ state: 'FAILED', error: told }]);
      expect(JSON.stringify(found)).not.toContain('123456789012');
    },
  );
});

test.each([
  ['FAILED', 'Template not found', 'It was certainly not sent. The template was deleted before'],
  ['UNKNOWN', answerLost, 'It is not known whether it was sent.'],
  ['SENT', undefined, 'SES accepted it'],
] as const)('a scheduled message that is %s has the error %s', async (state, error, why) => {
  const caller = live('acc_scheduled');
  const scheduled = { sendAt: '2026-11-22T11:59:30.000Z', answer: '{"type":"scheduled"}' };
  // If SES's report changes a record to SENT, the record keeps its error.
  const ended = { state, sesMessageId: null, error: error ?? answerLost, trace: [] };
  const id = await record(tables, caller, { ...scheduled, ...ended });

  const { messages } = await find(tables, caller, { id });

  expect(messages).toMatchObject([{ state, why: expect.stringContaining(why) }]);
  expect(messages[0]?.error).toBe(error);
});

describe('the content of a message', () => {
  test('a test key gets the content of a mail, with its links in order, each once', async () => {
    const caller = testKey('acc_copy');
    const id = await record(tables, caller);
    await copy(tables, 'acc_copy', id);

    const { messages } = await find(tables, caller, { id });

    expect(messages[0]?.content).toEqual({
      ...aCopy.bodies,
      variables: aCopy.variables,
      links: ['https://shop.example/in?a=1&b=2', '/help'],
    });
  });

  test('the content of a live mail never leaves, even if there is a copy', async () => {
    const caller = live('acc_live_copy');
    const id = await record(tables, caller, { reference: 'kept' });
    await copy(tables, 'acc_live_copy', id);

    for (const request of [{ id }, { reference: 'kept' }, { to: 'ada@example.org' }]) {
      const { messages } = await find(tables, caller, request);
      expect(messages).toMatchObject([{ id, content: null }]);
    }
  });
});

test('a search for an address finds it in every field and in any case, newest first', async () => {
  const caller = live('acc_search');
  const at = (minutes: number) => ({ messageId: newMessageId(now - minutes * 60_000) });
  const older = await record(tables, caller, { ...at(9), ...sentTo('Ada@Example.org') });
  await record(tables, caller, { ...at(8), ...sentTo('bob@example.org') });
  const recipients = [
    { address: 'bob@example.org', field: '_to' as const },
    { address: 'ada@example.org', field: '_bcc' as const },
  ];
  const newer = await record(tables, caller, { ...at(7), recipients });
  const german = await record(tables, caller, sentTo('ada@xn--bcher-kva.example'));
  const ids = async (since?: string) => {
    const { messages } = await find(tables, caller, { to: 'ADA@example.org', since });
    return messages.map(({ id }) => id);
  };

  expect(await ids()).toEqual([newer, older]);
  expect(await ids('8m')).toEqual([newer]);
  expect(await ids('2026-11-22T11:52:00Z')).toEqual([newer]);
  expect(await ids('2026-11-22T12:52:00+01:00')).toEqual([newer]);
  const inUnicode = await find(tables, caller, { to: 'Ada@Bücher.example' });
  expect(inUnicode.messages).toMatchObject([{ id: german }]);
});

test('a search without a hit is an empty list', async () => {
  expect(await find(tables, live(), { reference: 'unknown' })).toEqual({ messages: [] });
});

test('a search that ends at 20 messages says that there are more', async () => {
  const caller = testKey('acc_more');
  for (let n = 0; n < 21; n++) await record(tables, caller, { reference: 'again' });

  const { messages, more } = await find(tables, caller, { reference: 'again' });

  expect([messages.length, more]).toEqual([20, true]);
});

describe('a request for messages', () => {
  const needed = refuse('required', 'id, messageId, reference or to');

  test.each([
    ['no selector', {}],
    ['only a time', { since: '2d' }],
    ['two selectors', { id: 'x', to: 'ada@example.org' }],
    ['all selectors', { id: 'x', messageId: 'x', reference: 'x', to: 'x' }],
  ])('a request with %s is refused', async (_, request) => {
    await expect(find(tables, live(), request)).rejects.toEqual(needed);
  });

  test.each(['soon', '2 d', '2026-11-22', '2026-02-30T10:00:00Z', '2026-11-22T10:00:00'])(
    'a request for messages since %j is refused with the two forms that it may have',
    async (since) => {
      await expect(find(tables, live(), { to: 'a@b.example', since })).rejects.toThrow(
        'since must be a time such as 2026-05-01T10:00:00Z, or a span such as 30m, 2h or 2d, found another text',
      );
    },
  );

  test('the contract of message accepts its worked example, and null as not given', () => {
    const body = { ...messageExample.request, id: null, more: 1 };

    expect(checkContract(messageRequest, body)).toEqual(messageExample.request);
  });
});
