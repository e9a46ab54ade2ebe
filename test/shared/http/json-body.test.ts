import { readJsonBody } from '../../../shared/http/json-body.ts';
import type { ProxyEvent } from '../../../shared/http/proxy.ts';
import { expect, test } from '../../jest.ts';

function eventWith(
  body: string | Buffer | null,
  contentType: string | undefined = 'application/json',
): ProxyEvent {
  return {
    headers: contentType === undefined ? {} : { 'Content-Type': contentType },
    body: body === null ? null : Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    requestContext: {},
  };
}

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

test('reading a JSON body returns the object as it was sent', () => {
  const body = readJsonBody(eventWith('{"a":[1,{"b":"ü"}],"c":null}'));

  expect(body).toEqual({ a: [1, { b: 'ü' }], c: null });
});

test('a body that is not in base64 is read', () => {
  const event = { ...eventWith(null), body: '{"a":1}', isBase64Encoded: false };

  expect(readJsonBody(event)).toEqual({ a: 1 });
});

test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', ' application/json ;x=y'])(
  'a body with the content type %j is read, in any case of its name',
  (contentType) => {
    const upperCase = { ...eventWith('{}'), headers: { 'CONTENT-type': contentType } };

    expect([eventWith('{}', contentType), upperCase].map((each) => readJsonBody(each))).toEqual([
      {},
      {},
    ]);
  },
);

const json = 'application/json';

test.each<[string | null, string | undefined, string]>([
  ['{}', 'text/plain', 'Content-Type must be application/json'],
  ['{}', 'application/jsonp', 'Content-Type must be application/json'],
  ['{}', 'application/vnd.api+json', 'Content-Type must be application/json'],
  ['{}', '', 'Content-Type must be application/json'],
  ['', json, 'Request body must be valid JSON'],
  ['{"a":1', json, 'Request body must be valid JSON'],
  ["{'a':1}", json, 'Request body must be valid JSON'],
  [null, json, 'Request body must be valid JSON'],
  ['[]', json, 'Request body must be a JSON object'],
  ['null', json, 'Request body must be a JSON object'],
  ['"{}"', json, 'Request body must be a JSON object'],
])('the body %j with the content type %j is refused', (body, contentType, sentence) => {
  expect(() => readJsonBody(eventWith(body, contentType))).toThrow(sentence);
});

test('a request without headers is refused', () => {
  expect(() => readJsonBody({ ...eventWith('{}'), headers: null })).toThrow(
    'Content-Type must be application/json',
  );
});

test('a body that is not UTF-8 is refused, and no bytes are replaced', () => {
  const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);

  expect(() => readJsonBody(eventWith(body))).toThrow('Request body must be UTF-8');
});

test('a byte order mark is removed from a body', () => {
  expect(readJsonBody(eventWith('\uFEFF{"a":1}'))).toEqual({ a: 1 });
});

test('a body may be 32 levels deep, and not 33; the body itself is the first', () => {
  expect(() => readJsonBody(eventWith(nested(32)))).not.toThrow();
  expect(() => readJsonBody(eventWith(nested(33)))).toThrow(
    'Request body is nested deeper than 32 levels',
  );
});

test('V15.2.2 a body 100,000 levels deep is refused before a parser sees it', () => {
  expect(() => readJsonBody(eventWith('['.repeat(100_000)))).toThrow(
    'Request body is nested deeper than 32 levels',
  );
});

const ofSize = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

test('a body may be 1 MB, and not a byte more', () => {
  expect(() => readJsonBody(eventWith(ofSize(2 ** 20)))).not.toThrow();
  expect(() => readJsonBody(eventWith(ofSize(2 ** 20 + 1)))).toThrow(
    'Request body is larger than 1 MB',
  );
});

test.each([0, 1, 2])(
  'a body in base64 is measured exactly, with %d bytes before its end',
  (more) => {
    const limit = 4_613_734 + more;

    expect(() => readJsonBody(eventWith(ofSize(limit)), limit)).not.toThrow();
    expect(() => readJsonBody(eventWith(ofSize(limit + 1)), limit)).toThrow(
      'Request body is larger than 4.4 MB',
    );
  },
);

test('a body that is not in base64 is measured in bytes of UTF-8', () => {
  const of = (letters: number) => {
    const body = `{"a":"${'é'.repeat(letters)}"}`;
    return { ...eventWith(null), body, isBase64Encoded: false };
  };

  expect(() => readJsonBody(of(2 ** 19 - 4))).not.toThrow();
  expect(() => readJsonBody(of(2 ** 19 - 3))).toThrow('Request body is larger than 1 MB');
});

test('V1.5.2 V15.3.6 a field __proto__ stays an own property and reaches nothing', () => {
  const body = readJsonBody(eventWith('{"__proto__":{"a":1}}'));

  expect(Object.keys(body)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
});
