import { describe, expect, test } from '@jest/globals';
import { judge, type Recorded, type Send, type Violations } from '../../../trials/soak/judge.ts';
import type { Told } from '../../../trials/soak/told.ts';

const none: Violations = {
  sentTwice: 0,
  falseSent: 0,
  falseRefused: 0,
  unsaid: 0,
  withoutEnd: 0,
  notRecorded: 0,
  otherAnswer: 0,
};

const sent = (id: string): Told => ({ kind: 'sent', sesMessageId: id, body: id });
const unknown: Told = { kind: 'unknown', body: 'lost' };
const refused: Told = { kind: 'refused', body: 'no' };
const nothing: Told = { kind: 'nothing' };
const fault: Told = { kind: 'fault', status: 500 };

const mail = (sesMessageId: string) => ({
  ...{ sesMessageId, sendId: 'a', accountId: 'acct', messageId: 'm', to: ['ada@example.com'] },
});
const recorded: Recorded = { messageId: 'm', state: 'SENT', sesMessageId: '1' };

function violationsOf(
  send: Partial<Send>,
  mails: string[],
  records: Recorded[] = mails.length > 0 ? [recorded] : [],
): Violations {
  const whole: Send = { id: 'a', key: 'k', told: [], endHit: false, ...send };
  return judge([whole], mails.map(mail), records).violations;
}

describe('a run that kept the promise', () => {
  test.each<[string, Told[], string[]]>([
    ['a mail that was accepted and told so', [sent('1')], ['1']],
    ['a mail that was accepted, and the answer lost', [nothing, unknown], ['1']],
    ['a mail that was not accepted, and not known', [unknown], []],
    ['a refusal, and a repeat that sent', [refused, sent('1')], ['1']],
    ['a refusal', [fault, refused], []],
    ['a mail of which its request said so', [{ ...unknown, mayBeSent: true }], ['1']],
    ['a function that was killed', [{ ...nothing, mayBeSent: true }, unknown], ['1']],
  ])('%s', (_, told, mails) => {
    expect(violationsOf({ told }, mails)).toEqual(none);
  });

  test('a request without a key that got no answer', () => {
    expect(violationsOf({ key: null, told: [nothing] }, ['1'])).toEqual(none);
  });

  test('another answer, where the writing of the first was hit', () => {
    const violations = violationsOf({ told: [sent('1'), unknown], endHit: true }, ['1']);

    expect(violations).toEqual(none);
  });
});

describe('a run that broke it', () => {
  test('two accepted mails of one send', () => {
    expect(violationsOf({ told: [sent('1')] }, ['1', '2'])).toEqual({ ...none, sentTwice: 1 });
  });

  test('told that it was sent, and never accepted', () => {
    expect(violationsOf({ told: [sent('1')] }, [])).toEqual({ ...none, falseSent: 1 });
  });

  test('recorded as sent, and never accepted', () => {
    expect(violationsOf({ told: [unknown] }, [], [recorded])).toEqual({ ...none, falseSent: 1 });
  });

  test('told that nothing was sent, and accepted', () => {
    expect(violationsOf({ told: [refused] }, ['1'])).toEqual({ ...none, falseRefused: 1 });
  });

  test('a fault before the send, and accepted', () => {
    const violations = violationsOf({ key: null, told: [fault] }, ['1']);

    expect(violations).toEqual({ ...none, falseRefused: 1 });
  });

  test.each<[string, Told]>([
    ['a fault', { ...fault, mayBeSent: true }],
    ['a refusal', { ...refused, mayBeSent: true }],
    ['that another request is running', { kind: 'running', mayBeSent: true }],
    ['nothing in the time of the function', { kind: 'too late' }],
  ])('told %s by a request of which SES may have got a mail', (_, told) => {
    const violations = violationsOf({ told: [told, unknown] }, ['1']);

    expect(violations).toEqual({ ...none, unsaid: 1 });
  });

  test('never told an end', () => {
    const violations = violationsOf({ told: [nothing, { kind: 'running' }] }, []);

    expect(violations).toEqual({ ...none, withoutEnd: 1 });
  });

  test('recorded as running when the lease is over', () => {
    const running = { ...recorded, state: 'SENDING' };

    expect(violationsOf({ told: [sent('1')] }, ['1'], [running])).toEqual({
      ...none,
      withoutEnd: 1,
    });
  });

  test('accepted, and not recorded', () => {
    expect(violationsOf({ told: [sent('1')] }, ['1'], [])).toEqual({ ...none, notRecorded: 1 });
  });

  test('another answer to a repeat', () => {
    expect(violationsOf({ told: [sent('1'), unknown] }, ['1'])).toEqual({
      ...none,
      otherAnswer: 1,
    });
  });
});

test('says how the sends ended', () => {
  const tolds: Told[][] = [[nothing, sent('1')], [unknown], [refused], [fault]];
  const sends = tolds.map(
    (told, at): Send => ({
      ...{ id: 'abcd'.charAt(at), key: null, told, endHit: false },
    }),
  );

  const { ends } = judge(sends, [mail('1'), { ...mail('2'), sendId: 'b' }], [recorded]);

  expect(ends).toEqual({
    ...{ sends: 4, requests: 5, sent: 1, unknown: 1, unknownAccepted: 1, refused: 2 },
  });
});

test('a send that broke the promise is told of in full, others are not', () => {
  const sends: Send[] = [
    { id: 'a', key: 'k', told: [nothing, refused], endHit: false },
    { id: 'b', key: 'l', told: [unknown], endHit: false },
  ];

  const { cases } = judge(sends, [mail('1')], [recorded]);

  expect(cases).toEqual(['a: false "nothing was sent": told nothing, refused no; SES accepted 1']);
});
