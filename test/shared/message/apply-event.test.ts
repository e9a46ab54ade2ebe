import fc from 'fast-check';
import { withReports } from '../../../shared/message/apply-event.ts';
import type { DeliveryState, MessageEvent } from '../../../shared/message/message.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord, recipient, report } from '../manage/message-records.ts';

const at = (second: number) => `2026-05-01T10:00:${String(second).padStart(2, '0')}.000Z`;

/** The shown states of a message to these addresses after the reports, whether or not the record keeps each report. */
function shown(addresses: string[], ...events: Partial<MessageEvent>[]) {
  const recipients = addresses.map((address) => recipient(address));
  const reports = events.map((event, n) => report({ eventId: `event-${n}`, ...event }));
  const message = withReports(messageRecord({ recipients }), reports);
  const states = message.recipients.map(({ state }) => state);
  return { reported: message.reported, states, message };
}

test('a report of SES raises the recipients that it names, in any case, and no others', () => {
  const addresses = ['ada@X.example', 'stranger@x.example'];

  const { reported, message } = shown(['Ada@x.example', 'b@x.example'], {
    ...{ state: 'BOUNCED', addresses, at: at(1), reason: 'words' },
  });

  expect(reported).toBe('BOUNCED');
  expect(message.recipients).toEqual([
    { address: 'Ada@x.example', field: '_to', state: 'BOUNCED', at: at(1), reason: 'words' },
    { address: 'b@x.example', field: '_to', state: null, at: null, reason: null },
  ]);
});

test('a complaint that names several recipients raises the message, and none of them', () => {
  const several = ['a@x.example', 'b@x.example', 'c@y.example'];
  const complaint = (...addresses: string[]) => ({ state: 'COMPLAINED' as const, addresses });

  const ofSeveral = shown(several, complaint('a@x.example', 'B@x.example'));
  const ofOne = shown(several, complaint('a@x.example', 'stranger@x.example'));

  expect(ofSeveral).toMatchObject({ reported: 'COMPLAINED', states: [null, null, null] });
  expect(ofOne).toMatchObject({ reported: 'COMPLAINED', states: ['COMPLAINED', null, null] });
});

test('a complaint that names one address twice counts as naming one', () => {
  const { states } = shown(['a@x.example'], {
    ...{ state: 'COMPLAINED', addresses: ['a@x.example', 'A@x.example'] },
  });

  expect(states).toEqual(['COMPLAINED']);
});

test('a report of a better state changes nothing, and of equal states the earliest counts', () => {
  const about = { addresses: ['a@x.example'] };

  const { message } = shown(
    ['a@x.example'],
    { ...about, state: 'BOUNCED', at: at(3), reason: 'later' },
    { ...about, state: 'BOUNCED', at: at(2), reason: 'first' },
    { ...about, state: 'DELIVERED', at: at(1) },
    { ...about, state: 'SENT', at: at(1) },
  );

  expect(message.recipients).toMatchObject([{ state: 'BOUNCED', at: at(2), reason: 'first' }]);
});

test('a report that names no recipient of the mail changes none', () => {
  expect(shown(['a@x.example'], { state: 'BOUNCED', addresses: ['b@x.example'] })).toMatchObject({
    ...{ reported: null, states: [null] },
  });
});

test('reports lead to the same state in any order, also repeated, wherever they are stored', () => {
  const addresses = ['a@x.example', 'b@x.example'];
  const states = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED', 'SENT'] as const;
  const reports = fc.uniqueArray(
    fc.record({
      eventId: fc.nat(99).map(String),
      state: fc.constantFrom(...states),
      at: fc.nat(3).map(at),
      addresses: fc.subarray([...addresses, 'stranger@x.example']),
      reason: fc.constantFrom(null, 'words', 'other words'),
    }),
    { selector: ({ eventId }) => eventId },
  );
  const orders = reports.chain((some) =>
    fc.tuple(
      fc.constant(some),
      fc.shuffledSubarray(some, { minLength: some.length }),
      fc.nat(some.length),
    ),
  );

  fc.assert(
    fc.property(orders, ([some, order, kept]) => {
      const recipients = addresses.map((address) => recipient(address));
      const full = order.map((each) => report(each));
      const inRecord = messageRecord({ recipients, events: full.slice(0, kept) });

      const one = shown(addresses, ...some).message;
      const other = withReports(inRecord, full.slice(kept));
      const twice = withReports(messageRecord({ recipients }), [...full, ...full]);

      expect(other).toEqual(one);
      expect({ ...twice, events: one.events }).toEqual(one);
      expect(one.reported).toBe(worstOf(one.recipients, one.events));
    }),
  );
});

/** The worst of the recipients' states. A complaint that names both recipients counts for the message. */
function worstOf(
  recipients: readonly { state: DeliveryState | null }[],
  events: readonly MessageEvent[],
): DeliveryState | null {
  const ranks = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;
  const isOfBoth = events.some(
    ({ state, addresses }) =>
      state === 'COMPLAINED' && ['a@x.example', 'b@x.example'].every((a) => addresses.includes(a)),
  );
  if (isOfBoth) return 'COMPLAINED';
  return ranks.findLast((rank) => recipients.some(({ state }) => state === rank)) ?? null;
}
