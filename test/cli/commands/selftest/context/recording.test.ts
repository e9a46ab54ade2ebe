import { masked, maskedHeaders } from '../../../../../cli/commands/selftest/context/recording.ts';
import { expect, test } from '../../../../jest.ts';

test.each([
  [`Bearer pr_${'a1B2'.repeat(9)}`, 'Bearer <key>'],
  ['acc_0a1B2c3D4e5F6g7H key_0a1B2c3D4e5F6g7H', '<account id> <key id>'],
  ['"0102018f3c2b1a09-1c2d3e4f-aaaa-bbbb-cccc-0123456789ab-000000"', '"<SES message id>"'],
  ['arn:aws:iam::123456789012:user/x', 'arn:aws:iam::<AWS account>:user/x'],
  ['01M7YXY4W084J4C0M0BZGJ8VKT at 2026-11-21T16:11:02.123Z', '<message id> at <time>'],
  ['To: Ann <ann@corporation.de>, b+c@x.io', 'To: Ann <<address>>, <address>'],
  ['complaint+one@simulator.amazonses.com ada@example.com', undefined],
  ['a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/v1', '<API host>/v1'],
])('a recording masks %j as %j', (text, shown = text) => {
  expect(masked(text)).toBe(shown);
});

test('a recording shows only the length and the hash of a long text', () => {
  expect(masked('x'.repeat(4001))).toMatch(/^<4001 characters, SHA-256 [0-9a-f]{16}…>$/);
  expect(masked('x'.repeat(4001))).toBe(masked('x'.repeat(4001)));
  expect(masked('x'.repeat(4001))).not.toBe(masked('y'.repeat(4001)));
});

test('a recording sorts headers by name, and shows of ids only that they are there', () => {
  const headers = { 'x-request-id': 'abc', Authorization: 'secret', 'content-type': 'text/plain' };

  expect(JSON.stringify(maskedHeaders(headers))).toBe(
    '{"authorization":"<key>","content-type":"text/plain","x-request-id":"<differs>"}',
  );
});
