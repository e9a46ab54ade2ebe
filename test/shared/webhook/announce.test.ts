import type { ReportedMessage } from '../../../shared/message/message.ts';
import { announcer } from '../../../shared/webhook/announce.ts';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import { expect, test } from '../../jest.ts';

test('a bounce that names hundreds of strangers reads the suppression of the mail’s recipients alone', async () => {
  const at = '2026-11-22T10:00:00.000Z';
  const strangers = Array.from({ length: 500 }, (_, number) => `stranger-${number}@example.com`);
  const addresses = [...strangers, 'ada@example.com'];
  const message = {
    accountId: 'acct',
    messageId: 'm',
    sesMessageId: null,
    recipients: [{ address: 'ada@example.com', field: '_to', state: 'BOUNCED', at, reason: null }],
    events: [{ eventId: 'event', state: 'BOUNCED', at, category: null, reason: null, addresses }],
  } as unknown as ReportedMessage;
  const endpoint = { endpointId: 'wh', state: 'ACTIVE', test: false, types: null };
  const read: string[] = [];
  const given: unknown[] = [];
  const { report } = announcer({
    endpoints: async () => [endpoint as WebhookEndpoint],
    readReported: async () => message,
    readSuppressed: async (_, address) => {
      read.push(address);
      return null;
    },
    later: async (...asked) => {
      given.push(asked);
    },
  });

  await report(message, { eventId: 'event', state: 'BOUNCED' });

  expect(read).toEqual(['ada@example.com']);
  expect(given).toHaveLength(1);
});
