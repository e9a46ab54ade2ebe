import { isWebhookType, secretsInForce } from '../../../shared/webhook/endpoint.ts';
import { expect, test } from '../../jest.ts';
import { webhookEndpoint } from './endpoints.ts';

test('an old secret signs until its end, and the new one signs all the time', () => {
  const secrets = [
    { secret: 'whsec_new', until: null },
    { secret: 'whsec_old', until: '2026-11-22T10:00:00.000Z' },
  ];
  const end = Date.parse('2026-11-22T10:00:00.000Z');

  expect(secretsInForce(webhookEndpoint({ secrets }), end - 1)).toEqual(['whsec_new', 'whsec_old']);
  expect(secretsInForce(webhookEndpoint({ secrets }), end)).toEqual(['whsec_new']);
});

test('a type of events is known by its whole name', () => {
  expect(isWebhookType('message.bounced')).toBe(true);
  expect(isWebhookType('bounced')).toBe(false);
});
