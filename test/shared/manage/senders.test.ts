import type { SesIdentity } from '../../../shared/adapters/ses/ses-told.ts';
import { listSenders } from '../../../shared/manage/senders.ts';
import { expect, test } from '../../jest.ts';

const identity = (verification: string): SesIdentity => ({
  maySend: verification === 'SUCCESS',
  verification,
  dkim: { signing: true, status: '', tokens: [], zone: '' },
  mailFrom: null,
});

test('if any sender may send, SES is not asked', async () => {
  const answer = await listSenders(['*'], () => Promise.reject(new Error('asked')));

  expect(answer).toEqual({ senders: [{ identity: '*', status: 'verified', advice: null }] });
});

test('senders have their status as far as SES gives it, and the reason if it does not', async () => {
  const fault = new Error('throttled');
  const noAnswer = 'SES did not answer: look again in a minute';
  const askSes = (name: string) =>
    name === 'a.example' ? Promise.reject(fault) : Promise.resolve(identity('SUCCESS'));

  const answer = await listSenders(['a.example', 'b.example'], askSes);

  expect(answer).toEqual({
    senders: [
      { identity: 'a.example', status: 'unknown', advice: noAnswer },
      { identity: 'b.example', status: 'verified', advice: null },
    ],
    fault,
  });
});

test.each([
  ['ada@example.com', 'pending', 'Open the link'],
  ['ada@example.com', 'failed', 'after 24 hours'],
  ['example.com', 'pending', 'Set the three CNAME records'],
  ['example.com', 'failed', 'create the identity again'],
] as const)('senders that are %s and %s have their own advice', async (sender, status, words) => {
  expect(await listSenders([sender], async () => identity(status.toUpperCase()))).toEqual({
    senders: [{ identity: sender, status, advice: expect.stringContaining(words) }],
  });
});

test('senders that SES does not know have failed, with the advice to create them', async () => {
  const advice = 'SES has no such identity in this region: create it there';
  expect(await listSenders(['a.example'], async () => null)).toEqual({
    senders: [{ identity: 'a.example', status: 'failed', advice }],
  });
});
