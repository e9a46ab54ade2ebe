import {
  firstRun,
  firstSent,
  type Overview,
} from '../../../../dashboard/src/pages/home/first-run.ts';
import type { Sender } from '../../../../functions/manage/contracts/sending.ts';
import { expect, test } from '../../../jest.ts';
import { summary } from '../../messages.ts';
import { templateOf } from '../../template.ts';

const nothing: Overview = {
  account: {
    accountId: 'acc_1',
    name: 'Acme',
    plan: 'free',
    limits: { requestsPerMinute: 60, recipients: 50, templateHtmlBytes: 524_288 },
    usage: [{ date: '2026-11-21', requests: 0 }],
    accounts: [],
    roles: ['admin'],
    may: [],
    testTo: null,
    paused: null,
    approvals: 0,
    baseUrl: 'http://127.0.0.1:3000/v1',
    user: null,
  },
  templates: [],
  senders: [{ identity: 'acme.example', status: 'pending', advice: 'Wait', records: [] }],
  messages: [],
  isMore: false,
  tests: [],
  keys: [],
};

const key = {
  ...{ keyId: 'key_1', name: 'production', hint: 'pr_a…z', status: 'active' as const },
  ...{ mode: 'live' as const, redirectTo: null, allow: [], scopes: null },
  ...{ createdAt: '2026-11-21T12:00:00.000Z', paused: null, revokedAt: null, activeUntil: null },
};

const doneIn = (found: Overview) => firstRun(found).map(({ isDone }) => isDone);

test('in an empty account no step is done, and each leads to its page', () => {
  expect(firstRun(nothing).map(({ code, isDone, to }) => [code, isDone, to])).toEqual([
    ['template', false, '/templates'],
    ['sender', false, '/settings/senders'],
    ['api-key', false, '/settings/api-keys'],
    ['request', false, '/templates'],
  ]);
});

test('a template completes its step if its flow sends, and else leads to its flow', () => {
  const silent = { ...templateOf(), flowStatus: 'none' as const };
  const sending = { ...templateOf(), id: 'invite', flowStatus: 'provider' as const };
  const stepIn = (templates: Overview['templates']) => {
    const [step, , , request] = firstRun({ ...nothing, templates });
    return [step?.isDone, step?.to, request?.to];
  };

  expect(stepIn([silent])).toEqual([false, '/templates/letter/flow', '/templates']);
  expect(stepIn([silent, sending])).toEqual([
    ...[true, '/templates/invite', '/templates/invite/api'],
  ]);
});

test('a revoked key does not complete the step of the API key', () => {
  const revoked = { ...key, status: 'revoked', revokedAt: key.createdAt } as const;

  expect(doneIn({ ...nothing, keys: [revoked] })).toEqual([false, false, false, false]);
  expect(doneIn({ ...nothing, keys: [revoked, key] })).toEqual([false, false, true, false]);
});

test('one verified sender completes its step', () => {
  const any: Sender = { identity: '*', status: 'verified', advice: null, records: [] };

  const done = doneIn({ ...nothing, senders: [...nothing.senders, any] });

  expect(done).toEqual([false, true, false, false]);
});

test.each<[string, boolean, Partial<Overview>]>([
  ['a mail that a live key sent', true, { messages: [summary('1', 'SENT')] }],
  ['a mail that bounced', true, { messages: [summary('1', 'BOUNCED')] }],
  ['a captured mail of a test key', true, { tests: [summary('1', 'DELIVERED')] }],
  ['a test mail of the dashboard', false, { messages: [summary('1', 'SENT', null)] }],
  ['a refused request', false, { messages: [summary('1', 'REFUSED')] }],
  ['a mail that SES refused', false, { tests: [summary('1', 'FAILED')] }],
  ['a scheduled mail', false, { messages: [summary('1', 'SCHEDULED')] }],
  [
    'a request that the gateway counted, without a mail',
    false,
    { account: { ...nothing.account, usage: [{ date: '2026-11-20', requests: 1 }] } },
  ],
])('whether the first request has sent a mail: %s, %s', (_, isSent, found) => {
  const all = { ...nothing, ...found };

  expect([doneIn(all).at(-1), firstSent(all) !== undefined]).toEqual([isSent, isSent]);
});
