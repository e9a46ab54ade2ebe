import type { DeliveryState, SendState } from '../../../shared/message/message.ts';
import {
  isLeased,
  rankOf,
  shownState,
  stateOfRank,
} from '../../../shared/message/message-states.ts';
import { expect, test } from '../../jest.ts';

const message = (state: SendState, reported: DeliveryState | null = null) => ({
  ...{ state, reported, leaseUntilMs: 1000 },
});

test.each(['SENDING', 'SENT', 'FAILED', 'UNKNOWN'] as const)(
  'the state that a message shows is %s as long as nothing is reported',
  (state) => {
    expect(shownState(message(state), 999)).toBe(state);
  },
);

test('a message in state SENDING shows UNKNOWN from the millisecond in which its lease ends', () => {
  expect(shownState(message('SENDING'), 999)).toBe('SENDING');
  expect(shownState(message('SENDING'), 1000)).toBe('UNKNOWN');
});

test.each(['SENT', 'FAILED'] as const)('the state %s stays, whatever the lease', (state) => {
  expect(shownState(message(state), 5000)).toBe(state);
});

test('a message shows the worst reported state, whatever the state of its send', () => {
  expect(shownState(message('SENT', 'BOUNCED'), 0)).toBe('BOUNCED');
  expect(shownState(message('UNKNOWN', 'DELIVERED'), 5000)).toBe('DELIVERED');
});

const states = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;

test('the ranks of delivery states rise from temporary to final ones', () => {
  expect([null, ...states].map(rankOf)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('each rank leads back to its state, and any other number to none', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(stateOfRank)).toEqual([null, ...states, null]);
});

test('a lease is over in the millisecond at which it ends', () => {
  expect(isLeased({ leaseUntilMs: 10 }, 9)).toBe(true);
  expect(isLeased({ leaseUntilMs: 10 }, 10)).toBe(false);
});
