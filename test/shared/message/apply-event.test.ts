import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyEvent, type ReportedEvent } from '../../../shared/message/apply-event.ts';
import type { MessageRecipient, SendState } from '../../../shared/message/message.ts';

const recipient = (address: string, state: MessageRecipient['state'] = null): MessageRecipient => ({
  address,
  field: '_to',
  state,
  at: null,
  reason: null,
});

const event = (state: ReportedEvent['state'], addresses: string[]): ReportedEvent => ({
  eventId: 'e-1',
  sesMessageId: 'ses-1',
  state,
  at: '2026-11-21T10:00:00.000Z',
  addresses,
  category: null,
  reason: 'words',
});

describe('a report of SES', () => {
  test('raises the recipients that it names, in whatever case, and no others', () => {
    const record = {
      state: 'SENT' as const,
      recipients: [recipient('Ada@x.example'), recipient('b@x.example')],
    };

    const changes = applyEvent(record, event('BOUNCED', ['ada@X.example', 'stranger@x.example']));

    expect(changes).toEqual({
      settles: false,
      recipients: [
        {
          ...recipient('Ada@x.example', 'BOUNCED'),
          at: '2026-11-21T10:00:00.000Z',
          reason: 'words',
        },
      ],
    });
  });

  test('that is a complaint of one among several raises none of them', () => {
    const record = {
      state: 'SENT' as const,
      recipients: [recipient('a@x.example'), recipient('b@x.example'), recipient('c@y.example')],
    };

    const ofSeveral = applyEvent(record, event('COMPLAINED', ['a@x.example', 'B@x.example']));
    const ofOne = applyEvent(record, event('COMPLAINED', ['a@x.example', 'stranger@x.example']));

    expect(ofSeveral).toEqual({ settles: false, recipients: [] });
    expect(ofOne.recipients.map(({ address, state }) => [address, state])).toEqual([
      ['a@x.example', 'COMPLAINED'],
    ]);
  });

  test('that is a complaint of an address twice is one of one', () => {
    const record = { state: 'SENT' as const, recipients: [recipient('a@x.example')] };

    const changes = applyEvent(record, event('COMPLAINED', ['a@x.example', 'A@x.example']));

    expect(changes.recipients.map(({ state }) => state)).toEqual(['COMPLAINED']);
  });

  test('that is better or the same changes nothing', () => {
    const record = { state: 'SENT' as const, recipients: [recipient('a@x.example', 'BOUNCED')] };

    const changes = ['DELAYED', 'DELIVERED', 'BOUNCED', 'SENT'] as const;

    for (const state of changes) {
      expect(applyEvent(record, event(state, ['a@x.example']))).toEqual({
        settles: false,
        recipients: [],
      });
    }
  });

  test.each(['SENDING', 'UNKNOWN', 'FAILED'] satisfies SendState[])(
    'proves of a message in state %s that SES accepted it',
    (state) => {
      const changes = applyEvent({ state, recipients: [] }, event('SENT', []));

      expect(changes).toEqual({ settles: true, recipients: [] });
    },
  );

  test('leads to the same end in any order, and twice', () => {
    const states = fc.constantFrom(
      'DELAYED',
      'DELIVERED',
      'BOUNCED',
      'REJECTED',
      'COMPLAINED',
      'SENT',
    );
    const endOf = (reports: readonly string[]) =>
      reports.reduce(
        (current, state) =>
          applyEvent(
            { state: 'SENT', recipients: [current] },
            event(state as ReportedEvent['state'], [current.address]),
          ).recipients[0] ?? current,
        recipient('a@x.example'),
      ).state;

    fc.assert(
      fc.property(fc.array(states), (reports) => {
        expect(endOf([...reports].reverse())).toBe(endOf(reports));
        expect(endOf([...reports, ...reports])).toBe(endOf(reports));
      }),
    );
  });
});
