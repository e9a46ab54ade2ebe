import { loginReply, refusalOf, reply, replyOf } from '../../../cli/smtp/reply-codes.ts';
import { DoorRefusal } from '../../../shared/doors/failure.ts';
import { expect, test } from '../../jest.ts';

const mail = { body: { templateId: 'welcome', variables: {} }, from: undefined, isRaw: false };
const answered = (status: number, body: object) => ({
  ...{ status, body: JSON.stringify(body), messageId: '01M7' },
});
const refused = (type: string, error: string, field?: string) =>
  answered(200, { success: false, type, error, field });

test.each([
  [answered(200, { success: true, type: 'sent' }), '250 2.0.0 01M7'],
  [answered(200, { success: true, type: 'scheduled' }), '250 2.0.0 01M7'],
  [
    answered(200, { success: true, type: 'callback' }),
    '550 5.6.0 The flow of welcome does not send',
  ],
  [refused('validation_failed', 'no', '_to'), '550 5.6.0 no'],
  [refused('validation_failed', 'other sender', 'from'), '550 5.7.1 other sender'],
  [answered(400, { error: 'bad' }), '550 5.6.0 bad'],
  [answered(403, { error: 'scopes' }), '550 5.7.1 scopes'],
  [answered(404, { error: 'Template not found' }), '550 5.6.0 Template not found'],
  [answered(415, { error: 'type' }), '550 5.6.0 type'],
  [answered(413, { error: 'large' }), '552 5.3.4 large'],
  [
    refused('send_failed', 'the message may have been sent'),
    '554 5.4.0 the message may have been sent',
  ],
  [refused('send_failed', 'Throttled'), '451 4.3.0 Throttled'],
  [refused('flow_error', 'paused'), '451 4.3.0 paused'],
  [answered(409, { error: 'running' }), '451 4.3.0 running'],
  [answered(500, { error: 'Internal server error' }), '451 4.3.0 Internal server error'],
  [answered(503, { error: 'not ready' }), '451 4.3.0 not ready'],
  [{ status: 502, body: '<html>', messageId: null }, '451 4.3.0 The service answered 502'],
  [{ status: 200, body: '<html>', messageId: null }, '451 4.3.0 The service answered 200'],
  [null, '451 4.3.0 The service gave no answer'],
  [answered(429, { error: 'Rate limit exceeded' }), '451 4.7.0 Rate limit exceeded'],
  [answered(401, { error: 'API key has been revoked' }), '535 5.7.8 Invalid API key'],
])('the answer %j is the reply "%s"', (answer, expected) => {
  const { code, text } = replyOf(answer, mail);

  expect(`${code} ${text}`).toBe(expected);
});

test('an account without the template raw is told so', () => {
  const { text } = replyOf(answered(404, { error: 'Template not found' }), {
    ...mail,
    isRaw: true,
  });

  expect(text).toMatch(/^5\.6\.0 This account takes no HTML of its own: it has no template raw\./);
});

test.each([
  [answered(400, { error: 'templateId is required' }), null],
  [answered(401, { error: 'API key has been revoked' }), '535 5.7.8 API key has been revoked'],
  [answered(403, { error: 'This API key was paused' }), '535 5.7.8 This API key was paused'],
  [answered(503, { error: 'not ready' }), '454 4.7.0 not ready'],
  [answered(200, {}), '454 4.7.0 The service answered 200'],
  [null, '454 4.7.0 The service gave no answer'],
])('the answer %j to a login is the reply %j', (answer, expected) => {
  const made = loginReply(answer);

  expect(made && `${made.code} ${made.text}`).toBe(expected);
});

test('a sentence is one line of at most 400 ASCII characters', () => {
  expect(refusalOf(new DoorRefusal(400, 'a\r\n250 ok é'))).toEqual({
    ...{ code: 550, text: '5.6.0 a 250 ok ?' },
  });
  expect(reply(550, '5.6.0', 'x'.repeat(500)).text).toHaveLength(406);
});
