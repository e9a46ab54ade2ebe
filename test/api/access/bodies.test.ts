import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Call, call, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>{{name|nobody}}</p>' });

const endpoints = ['/v1/render', '/v1/execute', '/v1/verify'];
/** The largest body of each endpoint, in bytes and as its refusal names it. */
const limits: [path: string, bytes: number, name: string][] = [
  ['/v1/render', 2 ** 20, '1 MB'],
  ['/v1/verify', 2 ** 20, '1 MB'],
  ['/v1/message', 2 ** 20, '1 MB'],
  ['/v1/cancel', 2 ** 20, '1 MB'],
  ['/v1/execute', 4_613_734, '4.4 MB'],
  ['/v1/batch', 4_613_734, '4.4 MB'],
];
const sent = (raw: Call['raw'], path = '/v1/render') => call(path, { key: account.key, raw });

const rendered = (name: string) => ({
  status: 200,
  body: { html: `<p>${name}</p>`, subject: 'Hello' },
});

describe('the content type', () => {
  const withType = (type: string | undefined, path = '/v1/render') =>
    call(path, {
      key: account.key,
      headers: { 'content-type': type },
      body: { template_id: 'one' },
    });

  test.each(endpoints)('the content type must be application/json at %s', async (path) => {
    const answer = await withType('text/plain', path);

    expect(answer).toEqual(refusal(415, 'Content-Type must be application/json'));
  });

  test.each([
    undefined,
    '',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    'application/jsonp',
    'multipart/form-data; boundary=application/json',
    'text/plain; application/json',
  ])('the content type is refused as %p', async (type) => {
    const answer = await withType(type);

    expect(answer).toEqual(refusal(415, 'Content-Type must be application/json'));
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;x=y'])(
    'the content type may be written as %s',
    async (type) => {
      const answer = await withType(type);

      expect(answer).toEqual(rendered('nobody'));
    },
  );
});

describe('a body that is not JSON', () => {
  test.each(endpoints)('a body that is not JSON is refused at %s', async (path) => {
    const answer = await sent('{"a": ', path);

    expect(answer).toEqual(refusal(400, 'Request body must be valid JSON'));
  });

  test.each(['', ' ', '{', "{'a': 1}", '{"a": 1,}', '{"a": NaN}', '{} {}', '{"a": "\n"}', 'a=b'])(
    'a body that is not JSON is refused: %j',
    async (raw) => {
      const answer = await sent(raw);

      expect(answer).toEqual(refusal(400, 'Request body must be valid JSON'));
    },
  );
});

describe('a body that is not an object', () => {
  test.each(endpoints)('a body that is not an object is refused at %s', async (path) => {
    const answer = await sent('[]', path);

    expect(answer).toEqual(refusal(400, 'Request body must be a JSON object'));
  });

  test.each(['[{}]', 'null', 'true', '1', '"{}"'])(
    'the body %s is not an object, and refused',
    async (raw) => {
      const answer = await sent(raw);

      expect(answer).toEqual(refusal(400, 'Request body must be a JSON object'));
    },
  );
});

describe('a body that is not UTF-8', () => {
  test.each<[string, number[]]>([
    ['a byte of Latin-1', [0xe9]],
    ['half a character', [0xc3]],
    ['a longer form than needed', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
  ])('a body that is not UTF-8 is refused: %s', async (_, bytes) => {
    const raw = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);

    const answer = await sent(raw);

    expect(answer).toEqual(refusal(400, 'Request body must be UTF-8'));
  });

  test('a body that is not UTF-8 is refused: UTF-16', async () => {
    const answer = await sent(Buffer.from('\ufeff{"template_id":"one"}', 'utf16le'));

    expect(answer).toEqual(refusal(400, 'Request body must be UTF-8'));
  });

  test('a body that begins with a byte order mark, or contains U+FFFD, is UTF-8', async () => {
    const answer = await sent('\ufeff{"template_id":"one","variables":{"name":"\ufffd"}}');

    expect(answer).toEqual(rendered('\ufffd'));
  });
});

describe('the depth of a body', () => {
  /** The body and `variables` are two levels; the lists are the others. */
  const nested = (levels: number) => {
    const lists = levels - 2;
    return `{"template_id":"one","variables":{"a":${'['.repeat(lists)}${']'.repeat(lists)}}}`;
  };

  test('a body may nest 32 levels deep', async () => {
    const answer = await sent(nested(32));

    expect(answer).toEqual(rendered('nobody'));
  });

  test.each([33, 1000, 500_000])('a body may not nest %d levels deep', async (levels) => {
    const answer = await sent(nested(levels));

    expect(answer).toEqual(refusal(400, 'Request body is nested deeper than 32 levels'));
  });

  test('brackets in texts do not count as levels of a body', async () => {
    const name = '[{"\\'.repeat(50);

    const answer = await account.render({ template_id: 'one', variables: { other: name } });

    expect(answer).toEqual(rendered('nobody'));
  });
});

describe('the values of a body', () => {
  const ofValues = (values: number) =>
    `{"template_id":"one","email":7,"other":[${Array(values - 4).fill('""')}]}`;

  test.each(limits)('the body of %s may have 100,000 values', async (path) => {
    const tooMany = refusal(400, 'Request body has more than 100,000 values');

    const atLimit = await sent(ofValues(100_000), path);
    const over = await sent(ofValues(100_001), path);

    expect(atLimit).not.toEqual(tooMany);
    expect(over).toEqual(tooMany);
  });
});

describe('the size of a body', () => {
  const limit = 2 ** 20;
  const ofBytes = (bytes: number) => {
    const frame = '{"template_id":"one","other":""}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  const tooLarge = refusal(413, 'Request body is larger than 1 MB');

  test.each([limit - 1, limit])('a body may be %d bytes long', async (bytes) => {
    const answer = await sent(ofBytes(bytes));

    expect(answer).toEqual(rendered('nobody'));
  });

  test.each(limits)('the body of %s may have %d bytes: %s', async (path, bytes, name) => {
    const atLimit = await sent(ofBytes(bytes), path);
    const over = await sent(ofBytes(bytes + 1), path);

    expect(atLimit.status).not.toBe(413);
    expect(over).toEqual(refusal(413, `Request body is larger than ${name}`));
  });

  test.each(['/v1/execute', '/v1/batch'])(
    'the largest body of %s passes the gateway with the largest headers and query',
    async (path) => {
      // The request line and all headers together may have 10,240 bytes. Each character here takes more in the event.
      const headers = { 'x-quotes': '"\\'.repeat(2750) };
      const query = Array.from({ length: 500 }, (_, at) => at.toString(36)).join('&');

      const answer = await call(`${path}?${query}`, {
        key: account.key,
        headers,
        raw: Buffer.alloc(4_613_734, 'x'),
      });

      expect(answer).toEqual(refusal(400, 'Request body must be valid JSON'));
    },
  );

  test('the size of a body is counted in bytes', async () => {
    const body = ofBytes(limit).replace('xx', 'é');

    const atLimit = await sent(body);
    const over = await sent(body.replace('x', 'é'));

    expect(atLimit).toEqual(rendered('nobody'));
    expect(over).toEqual(tooLarge);
  });

  test.each([
    ['4 MB, which the function still sees', 4, '1 MB'],
    ['5 MB, which is too large for Lambda', 5, '4.4 MB'],
    ['11 MB, which is too large for API Gateway', 11, '4.4 MB'],
  ])('a body may not be %s', async (_, megabytes, name) => {
    const answer = await sent(Buffer.alloc(megabytes * limit, 'x'));

    expect(answer).toEqual(refusal(413, `Request body is larger than ${name}`));
  });

  test('the limit of a body also holds for one that comes in chunks', async () => {
    const bytes = Buffer.from(ofBytes(limit + 1).replace('xx', 'é'));
    const inThree = (raw: Buffer) => [raw.subarray(0, 31), raw.subarray(31, 33), raw.subarray(33)];

    const over = await sent(inThree(bytes));
    const fits = await sent(
      inThree(Buffer.from('{"template_id":"one","variables":{"name":"éé"}}')),
    );

    expect(over).toEqual(tooLarge);
    expect(fits).toEqual(rendered('éé'));
  });
});

test('a compressed body is unpacked before it is read', async () => {
  const raw = gzipSync('{"template_id":"one","variables":{"name":"Ada"}}');
  const headers = { 'content-encoding': 'gzip' };

  const answer = await call('/v1/render', { key: account.key, headers, raw });

  expect(answer).toEqual(rendered('Ada'));
});
