import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isSigned, mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';
import { expect, test } from '../../jest.ts';

const secret = mintWebhookSecret(randomBytes);
const text = '{"user":{"email":"zoë@example.com"}}';
const at = new Date('2026-11-28T10:00:00.000Z');
const seconds = String(at.getTime() / 1000);
const signature = (of = secret, body = text) => new Webhook(of).sign('msg_1', at, body);
const received = { id: 'msg_1', seconds, signatures: signature(), body: Buffer.from(text) };
const minutes = (count: number) => at.getTime() + count * 60_000;

test('what the reference library signs is accepted, also five minutes later or earlier, and with a second signature', () => {
  const twice = { ...received, signatures: `v1a,x ${signature('whsec_AAAA')} ${signature()}` };

  expect([-5, 0, 5].map((late) => isSigned(received, secret, minutes(late)))).toEqual([
    ...[true, true, true],
  ]);
  expect(isSigned(twice, secret, at.getTime())).toBe(true);
});

test.each([
  ['another body, as JSON with other spaces', { body: Buffer.from(text.replace(':', ': ')) }],
  ['another id', { id: 'msg_2' }],
  ['another time', { seconds: String(Number(seconds) + 1) }],
  ['no id', { id: undefined }],
  ['no time', { seconds: undefined }],
  ['a time that is no number', { seconds: 'soon' }],
  ['no signature', { signatures: undefined }],
  ['a signature of another secret', { signatures: signature(mintWebhookSecret(randomBytes)) }],
  ['a signature of another version', { signatures: signature().replace('v1', 'v2') }],
  ['a signature that is cut off', { signatures: signature().slice(0, 20) }],
])('a call with %s is refused', (_, change) => {
  expect(isSigned({ ...received, ...change }, secret, at.getTime())).toBe(false);
});

test('a signature older than five minutes, or as far ahead, is refused', () => {
  expect([-6, 6].map((late) => isSigned(received, secret, minutes(late)))).toEqual([false, false]);
});
