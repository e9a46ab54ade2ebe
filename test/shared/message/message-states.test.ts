import { describe, expect, test } from 'vitest';
import type { DeliveryState, SendState } from '../../../shared/message/message.ts';
import {
  isLeased,
  rankOf,
  shownState,
  stateOfRank,
} from '../../../shared/message/message-states.ts';

const message = (state: SendState, reported: DeliveryState | null = null) => ({
  state,
  reported,
  leaseUntilMs: 1000,
});

describe('the state that a message shows', () => {
  test.each(['SENDING', 'SENT', 'FAILED', 'UNKNOWN'] as const)(
    'is %s as long as nothing is reported',
    (state) => {
      expect(shownState(message(state), 999)).toBe(state);
    },
  );

  test('is UNKNOWN when the lease of a SENDING is over, from that very millisecond', () => {
    expect(shownState(message('SENDING'), 999)).toBe('SENDING');
    expect(shownState(message('SENDING'), 1000)).toBe('UNKNOWN');
  });

  test.each(['SENT', 'FAILED'] as const)('is %s for good, whatever the lease', (state) => {
    expect(shownState(message(state), 5000)).toBe(state);
  });

  test('is the worst that was reported, however far its sending came', () => {
    expect(shownState(message('SENT', 'BOUNCED'), 0)).toBe('BOUNCED');
    expect(shownState(message('UNKNOWN', 'DELIVERED'), 5000)).toBe('DELIVERED');
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
