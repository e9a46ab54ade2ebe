import { eventWords, lookOf } from '../../../../dashboard/src/pages/webhooks/webhook-words.ts';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { expect, test } from '../../../jest.ts';

const webhook: Webhook = {
  ...{ id: 'wh_1', url: 'https://acme.example/hooks', types: null, test: false, state: 'active' },
  ...{ pausedBecause: null, createdAt: '2026-11-21T12:00:00.000Z', failingSince: null },
  ...{ failures: 0, retryAt: null, lastStatus: null, lastError: null },
};

const failingSince = '2026-11-22T12:00:00.000Z';

test.each([
  ['active', {}],
  ['failing', { failingSince }],
  ['paused', { failingSince, state: 'paused', pausedBecause: 'failing' }],
] as const)('a webhook looks %s with %j', (look, fields) => {
  expect(lookOf({ ...webhook, ...fields })).toBe(look);
});

test.each([
  [null, 'All'],
  [['message.bounced', 'message.failed'], 'bounced, failed'],
])('a webhook with the types %j gets "%s"', (types, words) => {
  expect(eventWords({ types })).toBe(words);
});
