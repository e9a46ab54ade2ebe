import type { Recorded } from '../../../../trials/soak/judge.ts';
import {
  isBeforeItsTime,
  judgeScheduled,
  type ScheduledSend,
  type ScheduledViolations,
} from '../../../../trials/soak/scheduled/judge-scheduled.ts';
import { expect, test } from '../../../jest.ts';

const none: ScheduledViolations = {
  sentTwice: 0,
  cancelledAndSent: 0,
  leftScheduled: 0,
  promisedAndLost: 0,
  falseRefused: 0,
  falseSent: 0,
  sentEarly: 0,
  suppressedAndSent: 0,
  keptKeys: 0,
  withoutEnd: 0,
  notRecorded: 0,
  otherAnswer: 0,
  otherFiles: 0,
};

const scheduled = (id: string) => ({ kind: 'scheduled', id, body: id }) as const;

const send: ScheduledSend = {
  id: 'a',
  key: 'k',
  replies: [scheduled('m')],
  endLost: false,
  isSoon: true,
  sendAtMs: 1000,
  woken: ['sent'],
  isEarly: false,
  isCancelOpen: false,
  cancelled: [],
};

/** The violations of one send, whose records have these states, and of whose messages SES accepted mails. */
function violationsOf(
  change: Partial<ScheduledSend>,
  states: Record<string, string>,
  mails: readonly string[],
): ScheduledViolations {
  const accepted = mails.map((messageId, at) => {
    const to = ['ada@example.com'];
    return { sesMessageId: `ses-${at}`, sendId: 'a', accountId: 'acct', messageId, to };
  });
  const records = Object.entries(states).map(([messageId, state]): Recorded => {
    const sesMessageId = state === 'SENT' ? `ses-${mails.indexOf(messageId)}` : null;
    return { messageId, state, sesMessageId };
  });
  return judgeScheduled([{ ...send, ...change }], accepted, records).violations;
}

test.each<[string, Partial<ScheduledSend>, Record<string, string>, string[]]>([
  ['a mail that was sent', {}, { m: 'SENT' }, ['m']],
  ['a mail that may have been sent', {}, { m: 'UNKNOWN' }, []],
  ['a suppressed mail that failed', { isSuppressed: true }, { m: 'FAILED' }, []],
  ['a cancelled mail', { cancelled: ['m'] }, { m: 'CANCELLED' }, []],
  ['a request that failed', { replies: [{ kind: 'refused', body: 'no' }] }, {}, []],
  [
    'a second mail after the first failed',
    { replies: [scheduled('m'), scheduled('n')] },
    { m: 'FAILED', n: 'SENT' },
    ['n'],
  ],
  [
    'a request without an Idempotency-Key and an answer',
    { key: null, replies: [{ kind: 'nothing' }] },
    { m: 'SENT' },
    ['m'],
  ],
])('the judge of scheduled mails accepts %s', (_, change, states, mails) => {
  expect(violationsOf(change, states, mails)).toEqual(none);
});

test.each<[keyof ScheduledViolations, Partial<ScheduledSend>, Record<string, string>, string[]]>([
  ['sentTwice', {}, { m: 'UNKNOWN' }, ['m', 'm']],
  ['cancelledAndSent', { cancelled: ['m'] }, { m: 'UNKNOWN' }, ['m']],
  ['leftScheduled', {}, { m: 'SCHEDULED' }, []],
  ['promisedAndLost', {}, {}, []],
  ['falseRefused', {}, { m: 'FAILED' }, ['m']],
  ['falseSent', {}, { m: 'SENT' }, []],
  ['sentEarly', { isEarly: true }, { m: 'SENT' }, ['m']],
  ['suppressedAndSent', { isSuppressed: true }, { m: 'SENT' }, ['m']],
  ['keptKeys', { isKeyKept: true }, { m: 'FAILED' }, []],
  ['withoutEnd', { replies: [{ kind: 'running' }] }, {}, []],
  ['withoutEnd', { isCancelOpen: true }, { m: 'SENT' }, ['m']],
  ['notRecorded', { replies: [{ kind: 'refused', body: 'no' }] }, {}, ['m']],
  [
    'otherAnswer',
    { replies: [scheduled('m'), scheduled('n')] },
    { m: 'SENT', n: 'CANCELLED' },
    ['m'],
  ],
])('the judge of scheduled mails counts %s', (violation, change, states, mails) => {
  expect(violationsOf(change, states, mails)).toMatchObject({ [violation]: 1 });
});

test.each([
  ['a clock that has reached it', 0, false],
  ['a clock that shows an earlier time', -1, true],
  ['no clock, because no wake-up came', undefined, true],
])('the judge of scheduled mails compares the time of a mail with %s', (_, aheadMs, isBefore) => {
  expect(isBeforeItsTime(1000, { nowMs: 1000, aheadMs })).toBe(isBefore);
});

test('a clock goes on while the thread of its wake-up starts', () => {
  const aheadMs = -40_000;
  expect(isBeforeItsTime(100_000, { nowMs: 100_000, aheadMs })).toBe(true);
  expect(isBeforeItsTime(100_000, { nowMs: 140_000, aheadMs })).toBe(false);
});
