import { headersProblem, mailHeaders } from '../../../shared/message/mail-headers.ts';
import { expect, test } from '../../jest.ts';

const refused = (error: string) => ({ ok: false, field: '_headers', error: `_headers: ${error}` });

test.each([
  ['X-Entity-Ref-ID', '1001'],
  ['x-original-to', 'ada@example.org'],
  ['In-Reply-To', '<0100018f-1-2@eu-central-1.amazonses.com>'],
  ['References', '<1001@acme.example> <1002@acme.example>'],
  ['references', '<1001@acme.example><1002@acme.example>'],
  ['Auto-Submitted', 'auto-generated'],
  ['Importance', 'high'],
  ['List-Id', 'Orders <orders.acme.example>'],
  ['Feedback-ID', 'orders:acme'],
  ['X-Signs', '!#$%&\'*+-.^_`|~ ()<>[]{}@,;:/?=\\"'],
])('%s may be set to %s', (name, value) => {
  expect(headersProblem({ [name]: value })).toBeNull();
});

test('no headers, and null, are no problem', () => {
  expect([{}, null, undefined].map(headersProblem)).toEqual([null, null, null]);
});

test.each([
  ...['Subject', 'From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To', 'Date', 'Message-ID', 'subject'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'DKIM-Signature'],
  ...['Return-Path', 'Received', 'Authentication-Results', 'Resent-To'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'Disposition-Notification-To'],
  ...['X-SES-CONFIGURATION-SET', 'x-ses-message-tags', 'X-Postrider-For', 'X-', '__proto__'],
])('%s is not a header that may be set: SES or postrider writes it, or nobody may', (name) => {
  expect(headersProblem(JSON.parse(`{${JSON.stringify(name)}:"x"}`))).toEqual(
    refused(`${name} is not a header that may be set`),
  );
});

test.each(['X-A\r\nBcc', 'X-A: b\nBcc', 'X A', 'X-Ä', '', 'X-A:', `X-${'a'.repeat(125)}`])(
  'a header cannot be called %j',
  (name) => {
    const problem = headersProblem({ [name]: 'x' });

    expect(problem?.error).toMatch(
      / must be 1 to 126 printable ASCII characters without a space or a colon$/,
    );
    expect(problem?.error).toMatch(/^[ -~…Ä]{1,200}$/);
  },
);

test.each([
  ['a line break and a Bcc', '1\r\nBcc: eve@example.org'],
  ['a line feed alone', '1\nBcc: eve@example.org'],
  ['a folded line', '1\r\n 2'],
  ['a tab', 'a\tb'],
  ['a letter outside ASCII', 'Übersicht'],
  ['an encoded control character', 'a\u0000b'],
  ['a line separator', 'a\u2028b'],
  ['nothing', ''],
  ['only spaces', '   '],
  ['a space at its end', '1 '],
  ['871 characters', 'a'.repeat(871)],
])('a header cannot have %s in its value', (_, value) => {
  expect(headersProblem({ 'X-A': value })).toEqual(
    refused(
      'X-A must be 1 to 870 printable ASCII characters, without a line break, and without a space at its beginning or end',
    ),
  );
});

test('870 characters are the longest value, and 126 the longest name', () => {
  expect(headersProblem({ [`X-${'a'.repeat(124)}`]: 'a'.repeat(870) })).toBeNull();
});

test.each([
  ...['1001@acme.example', '<1001>', '<a b@acme.example>'],
  ...['<a@b>, <c@d>', '<<a@b>>', '<a@b'],
])('In-Reply-To and References must have message ids in angle brackets: not %s', (value) => {
  for (const name of ['In-Reply-To', 'references']) {
    expect(headersProblem({ [name]: value })).toEqual(
      refused(`${name} must have message ids in angle brackets, such as <1001@acme.example>`),
    );
  }
});

test('two names that differ only in case are refused, because SES would write both', () => {
  expect(headersProblem({ 'X-Order': '1', 'x-order': '2' })).toEqual(
    refused('X-Order and x-order are the same header'),
  );
});

test('ten headers are allowed and eleven are not', () => {
  const some = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'a']));

  expect(headersProblem(some(10))).toBeNull();
  expect(headersProblem(some(11))?.error).toBe('_headers has more than 10 entries');
});

test('an address to unsubscribe writes both headers of RFC 8058 beside those of the request', () => {
  expect(mailHeaders({ 'X-A': '1' }, 'https://acme.example/u')).toEqual({
    'X-A': '1',
    'List-Unsubscribe': '<https://acme.example/u>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('a mail without headers and without an address to unsubscribe has none', () => {
  for (const given of [undefined, null, {}]) expect(mailHeaders(given, null)).toBeUndefined();
});
