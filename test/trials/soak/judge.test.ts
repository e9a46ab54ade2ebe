import { judge, type Recorded, Send, type Violations } from '../../../trials/soak/judge.ts';
import type { SoakReply } from '../../../trials/soak/replies.ts';
import { expect, test } from '../../jest.ts';

const sent = (id: string): SoakReply => ({ kind: 'sent', sesMessageId: id, body: id });
const scheduled = (id: string): SoakReply => ({ kind: 'scheduled', id, body: id });
const unknown: SoakReply = { kind: 'unknown', body: 'lost' };
const refused: SoakReply = { kind: 'refused', body: 'no' };
const nothing: SoakReply = { kind: 'nothing' };
const fault: SoakReply = { kind: 'fault', status: 500 };
const running: SoakReply = { kind: 'running' };

const mail = (sesMessageId: string, messageId = 'm') => ({
  ...{ sesMessageId, sendId: 'a', accountId: 'acct', messageId, to: ['ada@example.com'] },
});
const recorded: Recorded = { messageId: 'm', state: 'SENT', sesMessageId: '1' };

/** The promises that are broken, with their counts. */
function brokenOf(violations: Violations): Violations {
  return Object.fromEntries(Object.entries(violations).filter(([, count]) => count > 0));
}

/** The broken promises of an immediate send for which SES accepted mails with these ids. */
function brokenAtOnce(
  change: Partial<Send>,
  mails: string[],
  records: Recorded[] = mails.length > 0 ? [recorded] : [],
): Violations {
  const accepted = mails.map((id) => mail(id));
  return brokenOf(judge([new Send('a', change)], accepted, records).violations);
}

test.each<[string, SoakReply[], string[]]>([
  ['an accepted mail, reported as sent', [sent('1')], ['1']],
  ['an accepted mail whose answer was lost', [nothing, unknown], ['1']],
  ['a mail that was not accepted, reported as unknown', [unknown], []],
  ['a refusal, and a repeat that sent', [refused, sent('1')], ['1']],
  ['a refusal', [fault, refused], []],
  ['a mail that its own request reports', [{ ...unknown, mayBeSent: true }], ['1']],
  ['a function that was killed', [{ ...nothing, mayBeSent: true }, unknown], ['1']],
])('the judge accepts %s', (_, replies, mails) => {
  expect(brokenAtOnce({ replies }, mails)).toEqual({});
});

test.each<[string, Partial<Send>]>([
  ['a request without an Idempotency-Key that got no answer', { key: null, replies: [nothing] }],
  [
    'a different answer to a repeat, if the first could not be recorded',
    { replies: [sent('1'), unknown], endLost: true },
  ],
])('the judge accepts %s', (_, change) => {
  expect(brokenAtOnce(change, ['1'])).toEqual({});
});

test.each<[string, string, Partial<Send>, string[], Recorded[]?]>([
  ['two accepted mails of one send', 'sent twice', { replies: [sent('1')] }, ['1', '2']],
  ['an answer that says sent, without a mail', 'false sent', { replies: [sent('1')] }, []],
  ['a record that says sent, without a mail', 'false sent', { replies: [unknown] }, [], [recorded]],
  [
    'a mail that was answered as not sent',
    'false "nothing was sent"',
    { replies: [refused] },
    ['1'],
  ],
  [
    'a fault before the send of a mail that was accepted',
    'false "nothing was sent"',
    { key: null, replies: [fault] },
    ['1'],
  ],
  ['a send that no reply ends', 'without an end', { replies: [nothing, running] }, []],
  [
    'a send that is recorded as running after the end of its lease',
    'without an end',
    { replies: [sent('1')] },
    ['1'],
    [{ ...recorded, state: 'SENDING' }],
  ],
  ['a mail without a record', 'accepted, not recorded', { replies: [sent('1')] }, ['1'], []],
  [
    'a different answer to a repeat',
    'another answer to a repeat',
    { replies: [sent('1'), unknown] },
    ['1'],
  ],
])('the judge counts %s', (_, promise, change, mails, records) => {
  expect(brokenAtOnce(change, mails, records)).toEqual({ [promise]: 1 });
});

test.each<[string, SoakReply]>([
  ['a fault', { ...fault, mayBeSent: true }],
  ['a refusal', { ...refused, mayBeSent: true }],
  ['that another request is running', { ...running, mayBeSent: true }],
  ['nothing within the time of the function', { kind: 'too late' }],
])('the judge counts the answer %s if SES may have got the mail', (_, reply) => {
  expect(brokenAtOnce({ replies: [reply, unknown] }, ['1'])).toEqual({ 'hidden send': 1 });
});

test('the judge counts an accepted mail with other files than those of its send', () => {
  const accepted = { ...mail('1'), hasOtherFiles: true };

  const { violations } = judge([new Send('a', { replies: [sent('1')] })], [accepted], [recorded]);

  expect(brokenOf(violations)).toEqual({ 'other files than sent': 1 });
});

test('the judge counts how the sends ended', () => {
  const replies: SoakReply[][] = [[nothing, sent('1')], [unknown], [refused], [fault]];
  const sends = replies.map(
    (each, at) => new Send('abcd'.charAt(at), { key: null, replies: each }),
  );

  const { ends } = judge(sends, [mail('1'), { ...mail('2'), sendId: 'b' }], [recorded]);

  expect(ends).toEqual({ sends: 4, requests: 5, accepted: 2, unknown: 1, unknownAccepted: 1 });
});

test('the judge prints a send that broke a promise, and no other', () => {
  const sends = [
    new Send('a', { replies: [nothing, refused] }),
    new Send('b', { replies: [unknown] }),
  ];

  const { cases } = judge(sends, [mail('1')], [recorded]);

  expect(cases).toEqual([
    'a: false "nothing was sent": replies nothing, refused no; records none; cancelled none; SES accepted 1 of m',
  ]);
});

const later = { sendAtMs: 1000, isSoon: true, replies: [scheduled('m')] };

/** The broken promises of a scheduled send, whose records have these states, and of whose messages SES accepted mails. */
function brokenLater(
  change: Partial<Send>,
  states: Record<string, string>,
  mails: readonly string[],
): Violations {
  const accepted = mails.map((messageId, at) => mail(`ses-${at}`, messageId));
  const records = Object.entries(states).map(([messageId, state]): Recorded => {
    const sesMessageId = state === 'SENT' ? `ses-${mails.indexOf(messageId)}` : null;
    return { messageId, state, sesMessageId };
  });
  return brokenOf(judge([new Send('a', { ...later, ...change })], accepted, records).violations);
}

test.each<[string, Partial<Send>, Record<string, string>, string[]]>([
  ['a mail that was sent', {}, { m: 'SENT' }, ['m']],
  ['a mail that may have been sent', {}, { m: 'UNKNOWN' }, []],
  ['a suppressed mail that failed', { isSuppressed: true }, { m: 'FAILED' }, []],
  ['a cancelled mail', { cancelled: ['m'] }, { m: 'CANCELLED' }, []],
  ['a request that failed', { replies: [refused] }, {}, []],
  [
    'a second mail after the first failed',
    { replies: [scheduled('m'), scheduled('n')] },
    { m: 'FAILED', n: 'SENT' },
    ['n'],
  ],
  [
    'a request without an Idempotency-Key and an answer',
    { key: null, replies: [nothing] },
    { m: 'SENT' },
    ['m'],
  ],
])('the judge of scheduled mails accepts %s', (_, change, states, mails) => {
  expect(brokenLater(change, states, mails)).toEqual({});
});

test.each<[string, Partial<Send>, Record<string, string>, string[]]>([
  ['sent twice', {}, { m: 'UNKNOWN' }, ['m', 'm']],
  ['cancelled, and sent', { cancelled: ['m'] }, { m: 'UNKNOWN' }, ['m']],
  ['left scheduled', {}, { m: 'SCHEDULED' }, []],
  ['told scheduled, not recorded', {}, {}, []],
  ['false "nothing was sent"', {}, { m: 'FAILED' }, ['m']],
  ['false sent', {}, { m: 'SENT' }, []],
  ['sent early', { isEarly: true }, { m: 'SENT' }, ['m']],
  ['suppressed, and sent', { isSuppressed: true }, { m: 'SENT' }, ['m']],
  ['failed, and its key kept', { isKeyKept: true }, { m: 'FAILED' }, []],
  ['without an end', { replies: [running] }, {}, []],
  ['without an end', { isCancelOpen: true }, { m: 'SENT' }, ['m']],
  ['accepted, not recorded', { replies: [refused] }, {}, ['m']],
  [
    'another answer to a repeat',
    { replies: [scheduled('m'), scheduled('n')] },
    { m: 'SENT', n: 'CANCELLED' },
    ['m'],
  ],
])('the judge of scheduled mails counts %s', (promise, change, states, mails) => {
  expect(brokenLater(change, states, mails)).toMatchObject({ [promise]: 1 });
});
