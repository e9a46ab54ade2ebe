import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../client/src/index.ts';
import { mintWebhookSecret, signedHeaders } from '../../../shared/webhook/webhook-signature.ts';
import { expect, test } from '../../jest.ts';

const secret = mintWebhookSecret(randomBytes);
const body = '{"type":"message.delivered","data":{"reference":"Bestellung für Zoë 😀"}}';
const signed = (...secrets: string[]) =>
  signedHeaders({ id: 'evt_1', body, at: new Date() }, secrets);

test('a secret is whsec_ and 32 bytes', () => {
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
});

test('the reference library and the client verify an event', async () => {
  const event = JSON.parse(body);

  expect(new Webhook(secret).verify(body, signed(secret))).toEqual(event);
  expect(await verifyWebhook(body, signed(secret), secret)).toEqual(event);
});

test('while a secret is replaced, the reference library and the client verify with the old and the new one', async () => {
  const next = mintWebhookSecret(randomBytes);
  const event = JSON.parse(body);

  for (const each of [secret, next]) {
    expect(new Webhook(each).verify(body, signed(next, secret))).toEqual(event);
    expect(await verifyWebhook(body, signed(next, secret), each)).toEqual(event);
  }
});

test('webhook-timestamp is in seconds: it has 10 digits', () => {
  expect(signed(secret)['webhook-timestamp']).toMatch(/^\d{10}$/);
});
