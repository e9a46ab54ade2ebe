import { judge, type Recorded, type Send, type Violations } from '../../../trials/soak/judge.ts';
import type { Reply } from '../../../trials/soak/replies.ts';
import { expect, test } from '../../jest.ts';

const none: Violations = {
  sentTwice: 0,
  falseSent: 0,
  falseRefused: 0,
  hiddenSend: 0,
  withoutEnd: 0,
  notRecorded: 0,
  otherAnswer: 0,
  otherFiles: 0,
};

const sent = (id: string): Reply => ({ kind: 'sent', sesMessageId: id, body: id });
const unknown: Reply = { kind: 'unknown', body: 'lost' };
const refused: Reply = { kind: 'refused', body: 'no' };
const nothing: Reply = { kind: 'nothing' };
const fault: Reply = { kind: 'fault', status: 500 };

const mail = (sesMessageId: string) => ({
  ...{ sesMessageId, sendId: 'a', accountId: 'acct', messageId: 'm', to: ['ada@example.com'] },
});
const recorded: Recorded = { messageId: 'm', state: 'SENT', sesMessageId: '1' };

function violationsOf(
  send: Partial<Send>,
  mails: string[],
  records: Recorded[] = mails.length > 0 ? [recorded] : [],
): Violations {
  const whole: Send = { id: 'a', key: 'k', replies: [], endLost: false, ...send };
  return judge([whole], mails.map(mail), records).violations;
}

test.each<[string, Reply[], string[]]>([
  ['an accepted mail, reported as sent', [sent('1')], ['1']],
  ['an accepted mail whose answer was lost', [nothing, unknown], ['1']],
  ['a mail that was not accepted, reported as unknown', [unknown], []],
  ['a refusal, and a repeat that sent', [refused, sent('1')], ['1']],
  ['a refusal', [fault, refused], []],
  ['a mail that its own request reports', [{ ...unknown, mayBeSent: true }], ['1']],
  ['a function that was killed', [{ ...nothing, mayBeSent: true }, unknown], ['1']],
])('the judge accepts %s', (_, replies, mails) => {
  expect(violationsOf({ replies }, mails)).toEqual(none);
});

test('the judge accepts a request without an Idempotency-Key that got no answer', () => {
  expect(violationsOf({ key: null, replies: [nothing] }, ['1'])).toEqual(none);
});

test('the judge accepts a different answer to a repeat, if the first could not be recorded', () => {
  expect(violationsOf({ replies: [sent('1'), unknown], endLost: true }, ['1'])).toEqual(none);
});

test('the judge counts an accepted mail with other files than those of its send', () => {
  const send = { id: 'a', key: 'k', replies: [sent('1')], endLost: false };
  const accepted = { ...mail('1'), hasOtherFiles: true };

  expect(judge([send], [accepted], [recorded]).violations).toEqual({ ...none, otherFiles: 1 });
});

test.each<[string, keyof Violations, Partial<Send>, string[], Recorded[]?]>([
  ['two accepted mails of one send', 'sentTwice', { replies: [sent('1')] }, ['1', '2']],
  [
    'a mail that was answered as sent, but never accepted',
    'falseSent',
    { replies: [sent('1')] },
    [],
  ],
  [
    'a mail that was recorded as sent, but never accepted',
    'falseSent',
    { replies: [unknown] },
    [],
    [recorded],
  ],
  [
    'a mail that was answered as not sent, but accepted',
    'falseRefused',
    { replies: [refused] },
    ['1'],
  ],
  [
    'a fault before the send of a mail that was accepted',
    'falseRefused',
    { key: null, replies: [fault] },
    ['1'],
  ],
  ['a send that no reply ends', 'withoutEnd', { replies: [nothing, { kind: 'running' }] }, []],
  [
    'a send that is recorded as running after the end of its lease',
    'withoutEnd',
    { replies: [sent('1')] },
    ['1'],
    [{ ...recorded, state: 'SENDING' }],
  ],
  [
    'a mail that was accepted, but not recorded',
    'notRecorded',
    { replies: [sent('1')] },
    ['1'],
    [],
  ],
  ['a different answer to a repeat', 'otherAnswer', { replies: [sent('1'), unknown] }, ['1']],
])('the judge counts %s', (_, violation, send, mails, records) => {
  expect(violationsOf(send, mails, records)).toEqual({ ...none, [violation]: 1 });
});

test.each<[string, Reply]>([
  ['a fault', { ...fault, mayBeSent: true }],
  ['a refusal', { ...refused, mayBeSent: true }],
  ['that another request is running', { kind: 'running', mayBeSent: true }],
  ['nothing within the time of the function', { kind: 'too late' }],
])('the judge counts the answer %s if SES may have got the mail', (_, reply) => {
  expect(violationsOf({ replies: [reply, unknown] }, ['1'])).toEqual({ ...none, hiddenSend: 1 });
});

test('the judge counts how the sends ended', () => {
  const tolds: Reply[][] = [[nothing, sent('1')], [unknown], [refused], [fault]];
  const sends = tolds.map(
    (told, at): Send => ({
      ...{ id: 'abcd'.charAt(at), key: null, replies: told, endLost: false },
    }),
  );

  const { ends } = judge(sends, [mail('1'), { ...mail('2'), sendId: 'b' }], [recorded]);

  expect(ends).toEqual({
    ...{ sends: 4, requests: 5, sent: 1, unknown: 1, unknownAccepted: 1, refused: 2 },
  });
});

test('the judge prints a send that broke a promise, and no other', () => {
  const sends: Send[] = [
    { id: 'a', key: 'k', replies: [nothing, refused], endLost: false },
    { id: 'b', key: 'l', replies: [unknown], endLost: false },
  ];

  const { cases } = judge(sends, [mail('1')], [recorded]);

  expect(cases).toEqual([
    'a: false "nothing was sent": replies nothing, refused no; SES accepted 1',
  ]);
});
