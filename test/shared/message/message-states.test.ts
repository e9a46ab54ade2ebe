import { describe, expect, test } from '@jest/globals';
import type { DeliveryState, SendState } from '../../../shared/message/message.ts';
import {
  isLeased,
  rankOf,
  shownState,
  stateOfRank,
} from '../../../shared/message/message-states.ts';

const message = (state: SendState, ...reported: (DeliveryState | null)[]) => ({
  state,
  leaseUntilMs: 1000,
  events: [],
  recipients: reported.map((each, at) => ({
    address: `${at}@example.org`,
    field: '_to' as const,
    state: each,
    at: null,
    reason: null,
  })),
});

describe('the state that a message shows', () => {
  test.each(['SENDING', 'SENT', 'FAILED', 'UNKNOWN'] as const)(
    'is %s as long as nothing is reported',
    (state) => {
      expect(shownState(message(state, null, null), 999)).toBe(state);
    },
  );

  test('is UNKNOWN when the lease of a SENDING is over, from that very millisecond', () => {
    expect(shownState(message('SENDING'), 999)).toBe('SENDING');
    expect(shownState(message('SENDING'), 1000)).toBe('UNKNOWN');
  });

  test.each(['SENT', 'FAILED'] as const)('is %s for good, whatever the lease', (state) => {
    expect(shownState(message(state), 5000)).toBe(state);
  });

  test('is the worst of its recipients', () => {
    expect(shownState(message('SENT', 'DELIVERED', 'BOUNCED', null), 0)).toBe('BOUNCED');
    expect(shownState(message('UNKNOWN', 'DELAYED', 'DELIVERED'), 0)).toBe('DELIVERED');
  });

  test.each([
    ['COMPLAINED', 'of one among several recipients', ['0@example.org', '1@example.org']],
    ['BOUNCED', 'of an address that the mail did not go to', ['ceo@example.org', 'x@example.org']],
    [
      'BOUNCED',
      'of one recipient and a stranger, whose states say it',
      ['0@example.org', 'x@a.org'],
    ],
  ] as const)('is %s with a complaint %s', (expected, _, addresses) => {
    const events = [
      {
        eventId: 'event-1',
        state: 'COMPLAINED' as const,
        at: '2026-05-01T10:00:01.000Z',
        addresses: [...addresses],
        category: null,
        reason: null,
      },
    ];

    const shown = shownState({ ...message('SENT', 'DELIVERED', 'BOUNCED'), events }, 0);

    expect(shown).toBe(expected);
  });
});

describe('the ranks of delivery states', () => {
  const states = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;

  test('rise from what may pass to what outlives all else', () => {
    expect([null, ...states].map(rankOf)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('lead back to their states, others to none', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(stateOfRank)).toEqual([null, ...states, null]);
  });
});

test('a lease ends with its millisecond', () => {
  expect(isLeased({ leaseUntilMs: 10 }, 9)).toBe(true);
  expect(isLeased({ leaseUntilMs: 10 }, 10)).toBe(false);
});
