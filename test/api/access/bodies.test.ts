import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Call, call, refusal } from '../harness/call.ts';

const { key, save } = await openAccount();
await save({ id: 'one', html: '<p>{{name|nobody}}</p>' });

const MB = 2 ** 20;

const limits: [path: string, bytes: number, name: string][] = [
  ['/v1/render', MB, '1 MB'],
  ['/v1/verify', MB, '1 MB'],
  ['/v1/message', MB, '1 MB'],
  ['/v1/cancel', MB, '1 MB'],
  ['/v1/execute', 4_613_734, '4.4 MB'],
  ['/v1/batch', 4_613_734, '4.4 MB'],
];
const sent = (raw: Call['raw'], path = '/v1/render', headers = {}) =>
  call(path, { key, raw, headers });

const rendered = (name: string) => ({
  status: 200,
  body: { html: `<p>${name}</p>`, subject: 'Hello' },
});
const notUtf8 = refusal(400, 'Request body must be UTF-8');
const tooLarge = (limit: string) => refusal(413, `Request body is larger than ${limit}`);

describe('the form of a body', () => {
  test.each(limits)(
    '%s refuses a body of another content type, one that is not JSON, and one that is no object',
    async (path) => {
      const answers = [
        await sent('{}', path, { 'content-type': 'text/plain' }),
        await sent('{"a": ', path),
        await sent('[]', path),
      ];

      expect(answers).toEqual([
        refusal(415, 'Content-Type must be application/json'),
        refusal(400, 'Request body must be valid JSON'),
        refusal(400, 'Request body must be a JSON object'),
      ]);
    },
  );

  test('the content type may name a charset, and a compressed body is unpacked before it is read', async () => {
    const raw = '{"template_id":"one","variables":{"name":"Ada"}}';

    const answers = [
      await sent(raw, '/v1/render', { 'content-type': 'Application/JSON; charset=utf-8' }),
      await sent(gzipSync(raw), '/v1/render', { 'content-encoding': 'gzip' }),
    ];

    expect(answers).toEqual([rendered('Ada'), rendered('Ada')]);
  });

  test('a body must be UTF-8, and may begin with a byte order mark', async () => {
    const answers = [
      await sent(Buffer.from('{"a":"é"}', 'latin1')),
      await sent(Buffer.from('\ufeff{"template_id":"one"}', 'utf16le')),
      await sent('\ufeff{"template_id":"one","variables":{"name":"\ufffd"}}'),
    ];

    expect(answers).toEqual([notUtf8, notUtf8, rendered('\ufffd')]);
  });

  test('a body may nest 32 levels deep, and not 33 or 500,000', async () => {
    /** The body and `variables` are two levels; each nested list is one more. */
    const nested = (levels: number) =>
      `{"template_id":"one","variables":{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;

    const answers = [await sent(nested(32)), await sent(nested(33)), await sent(nested(500_000))];

    const tooDeep = refusal(400, 'Request body is nested deeper than 32 levels');
    expect(answers).toEqual([rendered('nobody'), tooDeep, tooDeep]);
  });

  test.each(limits)('the body of %s may have 100,000 values', async (path) => {
    const ofValues = (values: number) =>
      `{"template_id":"one","email":7,"other":[${Array(values - 4).fill('""')}]}`;
    const tooMany = refusal(400, 'Request body has more than 100,000 values');

    const atLimit = await sent(ofValues(100_000), path);
    const over = await sent(ofValues(100_001), path);

    expect(atLimit).not.toEqual(tooMany);
    expect(over).toEqual(tooMany);
  });
});

describe('the size of a body', () => {
  const ofBytes = (bytes: number) => {
    const frame = '{"template_id":"one","other":""}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };

  test.each(limits)('the body of %s may have %d bytes: %s', async (path, bytes, name) => {
    const atLimit = await sent(ofBytes(bytes), path);
    const over = await sent(ofBytes(bytes + 1), path);

    expect(atLimit.status).not.toBe(413);
    expect(over).toEqual(tooLarge(name));
  });

  test.each(['/v1/execute', '/v1/batch'])(
    'the largest body of %s passes the gateway with the largest headers and query',
    async (path) => {
      // The request line and all headers together may have 10,240 bytes. Each character here takes more in the event.
      const headers = { 'x-quotes': '"\\'.repeat(2750) };
      const query = Array.from({ length: 500 }, (_, at) => at.toString(36)).join('&');

      const answer = await sent(Buffer.alloc(4_613_734, 'x'), `${path}?${query}`, headers);

      expect(answer).toEqual(refusal(400, 'Request body must be valid JSON'));
    },
  );

  test.each([
    ['4 MB, which the function still sees', 4, '1 MB'],
    ['5 MB, which is too large for Lambda', 5, '4.4 MB'],
    ['11 MB, which is too large for API Gateway', 11, '4.4 MB'],
  ])('a body may not be %s', async (_, megabytes, name) => {
    expect(await sent(Buffer.alloc(megabytes * MB, 'x'))).toEqual(tooLarge(name));
  });

  test('the size of a body is counted in bytes, also if the body comes in chunks', async () => {
    const over = Buffer.from(ofBytes(MB + 1).replace('xx', 'é'));
    const fits = Buffer.from('{"template_id":"one","variables":{"name":"éé"}}');

    const answers = await Promise.all(
      [over, fits].map((raw) =>
        sent([raw.subarray(0, 31), raw.subarray(31, 33), raw.subarray(33)]),
      ),
    );

    expect(answers).toEqual([tooLarge('1 MB'), rendered('éé')]);
  });
});
