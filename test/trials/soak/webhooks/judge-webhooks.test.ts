import type { DeliveryState, ReportedMessage } from '../../../../shared/message/message.ts';
import { eventsOfMessage } from '../../../../shared/webhook/webhook-event.ts';
import { judgeWebhooks } from '../../../../trials/soak/webhooks/judge-webhooks.ts';
import type { Received } from '../../../../trials/soak/webhooks/receiver.ts';
import { expect, test } from '../../../jest.ts';

const none = {
  'events lost': 0,
  'events without a record': 0,
  'false signatures': 0,
  'another state at the receiver': 0,
};

const at = '2026-11-22T10:00:00.000Z';

/** A scheduled mail that was sent to Ada, and optionally the reported state of this recipient. */
function messageOf(
  change: Partial<ReportedMessage>,
  reported: DeliveryState | null = null,
): ReportedMessage {
  const report = { eventId: 'event', at, addresses: ['ada@example.com'], category: null };
  return {
    accountId: 'acct',
    messageId: 'm',
    keyId: 'key',
    requestId: 'request',
    templateId: 'trial',
    revision: 1,
    subject: 'Hello',
    state: 'SENT',
    sendAt: at,
    createdAt: at,
    settledAt: at,
    owner: 'owner',
    leaseUntilMs: 0,
    sesMessageId: 'ses-1',
    error: null,
    answer: '{"type":"scheduled"}',
    trace: [],
    expiresAt: 0,
    reported,
    recipients: [{ address: 'ada@example.com', field: '_to', state: reported, at, reason: null }],
    events: reported === null ? [] : [{ ...report, state: reported, reason: null }],
    ...change,
  };
}

/** The events of a message as its receiver gets them. */
const all = (message: ReportedMessage): Received[] =>
  eventsOfMessage(message, []).map(({ id, event }) => ({ id, event, isSigned: true }));

const violationsOf = (message: ReportedMessage, received: Received[]) =>
  judgeWebhooks([message], received).violations;

test.each([
  ['a mail that was sent', messageOf({}), messageOf({})],
  ['a mail that was delivered', messageOf({}, 'DELIVERED'), messageOf({}, 'DELIVERED')],
  ['an end that was UNKNOWN first', messageOf({}), messageOf({ state: 'UNKNOWN' })],
])('the judge of webhooks accepts %s, in any order and twice', (_, message, told) => {
  const received = [...all(told), ...all(told)].reverse();
  expect(violationsOf(message, received)).toEqual(none);
});

test('the judge of webhooks accepts no event of a mail whose caller got an error', () => {
  const failed = messageOf({ state: 'FAILED', answer: null, sesMessageId: null });
  expect(violationsOf(failed, [])).toEqual(none);
});

test('the judge of webhooks counts a lost event, and the state that its receiver does not know', () => {
  const message = messageOf({}, 'BOUNCED');
  const received = all(message).slice(0, 1);
  expect(violationsOf(message, received)).toEqual({
    ...none,
    'events lost': 1,
    'another state at the receiver': 1,
  });
});

test('the judge of webhooks counts a repeat with another id', () => {
  const [sent] = all(messageOf({}));
  const received = sent ? [sent, { ...sent, id: 'evt_other' }] : [];
  expect(violationsOf(messageOf({}), received)).toEqual({ ...none, 'events without a record': 1 });
});

test('the judge of webhooks counts a false signature', () => {
  const received = all(messageOf({})).map((each) => ({ ...each, isSigned: false }));
  expect(violationsOf(messageOf({}), received)).toEqual({ ...none, 'false signatures': 1 });
});
