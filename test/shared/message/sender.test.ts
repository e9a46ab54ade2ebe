import { formatSender, readSenderSettings, senderProblem } from '../../../shared/message/sender.ts';
import { expect, test } from '../../jest.ts';

const settings = readSenderSettings('Hello@example.com,Mail.Example.org', 'on');

test.each([
  'Hello@example.com',
  'Hello@EXAMPLE.com',
  'Postrider <Hello@example.com>',
  'anyone@mail.example.org',
  'anyone@sub.mail.example.org',
])('%s is covered by an identity', (from) => {
  expect(senderProblem(from, settings)).toBeNull();
});

test.each([
  ['other@example.com', 'example.com'],
  ['anyone@example.org', 'example.org'],
  ['anyone@notmail.example.org', 'notmail.example.org'],
  ['hello@example.com.evil.net', 'example.com.evil.net'],
])('%s is not covered by an identity', (from, domain) => {
  expect(senderProblem(from, settings)).toBe(
    `The flow's sender at ${domain} is not a sender identity of this deployment`,
  );
});

test('a flow’s sender is compared case-sensitively before the @, as SES does, and the error names the closest one', () => {
  expect(senderProblem('Postrider <hello@example.com>', settings)).toBe(
    "The flow's sender at example.com is not a sender identity of this deployment: SES distinguishes upper and lower case, write it as Hello@example.com",
  );
});

test('a deployment without senders covers no address, and * covers all', () => {
  expect(senderProblem('a@b.example', readSenderSettings('', 'on'))).not.toBeNull();
  expect(senderProblem('a@b.example', readSenderSettings('*', 'on'))).toBeNull();
});

test('nothing is sent if sending is switched off', () => {
  expect(senderProblem('a@b.example', readSenderSettings('*', 'off'))).toBe(
    'Sending is switched off in this deployment',
  );
});

test('a flow’s sender is written for SES like any mailbox', () => {
  expect(formatSender('"Doe, Jane" <jane@example.com>')).toBe('"Doe, Jane" <jane@example.com>');
  expect(formatSender('Zoë <zoe@bücher.example>')).toBe(
    '=?UTF-8?B?Wm/Dqw==?= <zoe@xn--bcher-kva.example>',
  );
});
