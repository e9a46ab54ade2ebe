import {
  firstRun,
  isInUse,
  type Overview,
} from '../../../../dashboard/src/pages/home/first-run.ts';
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
    baseUrl: 'http://127.0.0.1:3000/v1',
    user: null,
  },
  templates: [],
  senders: [{ identity: 'acme.example', status: 'pending', advice: 'Wait' }],
  messages: [],
  isMore: false,
  keys: [],
};

const key = {
  ...{ keyId: 'key_1', name: 'production', hint: 'pr_a…z', status: 'active' as const },
  ...{ mode: 'live' as const, redirectTo: null, allow: [], scopes: null },
  ...{ createdAt: '2026-11-21T12:00:00.000Z', paused: null, revokedAt: null, activeUntil: null },
};

const doneIn = (found: Overview) => firstRun(found).map(({ isDone }) => isDone);

test.each<[string, Partial<Overview>, boolean, string, string]>([
  ['in an empty account no step is done, and each', {}, false, '/templates', '/templates'],
  [
    'the steps of an account with a template lead to that template: each',
    { templates: [templateOf()] },
    ...([true, '/templates/letter', '/templates/letter/api'] as const),
  ],
])('%s leads to its page', (_, found, hasTemplate, toTemplate, toCode) => {
  const steps = firstRun({ ...nothing, ...found });

  expect(steps.map(({ isDone, to }) => [isDone, to])).toEqual([
    ...[
      [hasTemplate, '/templates'],
      [false, '/settings/senders'],
    ],
    ...[
      [false, toTemplate],
      [false, '/settings/api-keys'],
      [false, toCode],
    ],
  ]);
});

test('a test mail of the dashboard is not a request of the account’s own code', () => {
  const found = { ...nothing, messages: [summary('1', 'SENT', null)] };

  expect([doneIn(found), isInUse(found)]).toEqual([[false, false, true, false, false], false]);
});

test('a revoked key does not complete the step of the API key', () => {
  const revoked = { ...key, status: 'revoked', revokedAt: key.createdAt } as const;

  expect(doneIn({ ...nothing, keys: [revoked] })).toEqual([false, false, false, false, false]);
  expect(doneIn({ ...nothing, keys: [revoked, key] })).toEqual([false, false, false, true, false]);
});

test('one verified sender completes its step', () => {
  const any = { identity: '*', status: 'verified', advice: null } as const;

  const done = doneIn({ ...nothing, senders: [...nothing.senders, any] });

  expect(done).toEqual([false, true, false, false, false]);
});

test.each<[string, Partial<Overview>]>([
  ['a message asked for with a key', { messages: [summary('1', 'FAILED')] }],
  [
    'a request that the gateway counted',
    { account: { ...nothing.account, usage: [{ date: '2026-11-20', requests: 1 }] } },
  ],
])('%s is the first request', (_, found) => {
  const all = { ...nothing, ...found };

  expect([doneIn(all).at(-1), isInUse(all)]).toEqual([true, true]);
});

test('an unknown usage counts as no request', () => {
  expect(isInUse({ ...nothing, account: { ...nothing.account, usage: null } })).toBe(false);
});
