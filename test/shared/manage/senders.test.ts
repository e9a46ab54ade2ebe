import type { SesIdentity } from '../../../shared/adapters/ses/ses-told.ts';
import { listSenders as listIn } from '../../../shared/manage/senders.ts';
import { expect, test } from '../../jest.ts';

const listSenders = (...asked: [string[], (name: string) => Promise<SesIdentity | null>]) =>
  listIn(...asked, 'eu-west-1');
const records: never[] = [];

const identity = (verification: string): SesIdentity => ({
  maySend: verification === 'SUCCESS',
  verification,
  dkim: { signing: true, status: '', tokens: [], zone: '' },
  mailFrom: null,
});

const dmarc = (domain: string) => ({
  ...{ purpose: 'DMARC', type: 'TXT', name: `_dmarc.${domain}` },
  ...{ value: 'v=DMARC1; p=none', state: 'proposed' },
});

test('a domain has the records that SES looks for, with their state, and a proposed DMARC record', async () => {
  const { senders } = await listSenders(['a.example'], async () => ({
    ...identity('SUCCESS'),
    dkim: { signing: true, status: 'SUCCESS', tokens: ['t1'], zone: 'dkim.amazonses.com' },
    mailFrom: { domain: 'mail.a.example', status: 'PENDING' },
  }));

  const own = { name: 'mail.a.example', state: 'missing' };
  expect(senders[0]?.records).toEqual([
    {
      ...{ purpose: 'DKIM', type: 'CNAME', name: 't1._domainkey.a.example' },
      ...{ value: 't1.dkim.amazonses.com', state: 'found' },
    },
    { purpose: 'MAIL FROM', type: 'MX', value: '10 feedback-smtp.eu-west-1.amazonses.com', ...own },
    { purpose: 'SPF', type: 'TXT', value: 'v=spf1 include:amazonses.com ~all', ...own },
    dmarc('a.example'),
  ]);
});

test('if any sender may send, SES is not asked', async () => {
  const answer = await listSenders(['*'], () => Promise.reject(new Error('asked')));

  expect(answer).toEqual({
    senders: [{ identity: '*', status: 'verified', advice: null, records }],
  });
});

test('senders have their status as far as SES gives it, and the reason if it does not', async () => {
  const fault = new Error('throttled');
  const noAnswer = 'SES did not answer: look again in a minute';
  const askSes = (name: string) =>
    name === 'a.example' ? Promise.reject(fault) : Promise.resolve(identity('SUCCESS'));

  const answer = await listSenders(['a.example', 'b.example'], askSes);

  expect(answer).toEqual({
    senders: [
      { identity: 'a.example', status: 'unknown', advice: noAnswer, records },
      { identity: 'b.example', status: 'verified', advice: null, records: [dmarc('b.example')] },
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
    senders: [
      {
        ...{ identity: sender, status, advice: expect.stringContaining(words) },
        records: sender.includes('@') ? [] : [dmarc(sender)],
      },
    ],
  });
});

test('senders that SES does not know have failed, with the advice to create them', async () => {
  const advice = 'SES has no such identity in this region: create it there';
  expect(await listSenders(['a.example'], async () => null)).toEqual({
    senders: [{ identity: 'a.example', status: 'failed', advice, records }],
  });
});
