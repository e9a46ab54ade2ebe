import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Endpoint } from '../../../lib/routes.ts';
import { weighted } from '../draw.ts';
import { anyText, anyValue, key, loadedTexts, quoted } from './json-text.ts';

/** The templates that requests name. The templates in `owned` belong to another account. */
const templateIds = {
  own: ['plain', 'loop', 'raw', 'sends', 'leaves', 'checked', 'callback'],
  owned: ['owned', 'owned-flow'],
};

/** A domain for each outcome; `servfail` gets no DNS answer. */
const domains = ['good.example', 'missing.example', 'servfail.example', 'null-mx.example'];

const ids = weighted(
  [24, fc.constantFrom(...templateIds.own).map(quoted)],
  [2, fc.constantFrom(...templateIds.owned, ...loadedTexts).map(quoted)],
  [1, anyValue],
);

const subject = weighted([9, anyText], [1, anyValue]);

/** Mostly addresses, sometimes texts close to one. */
const addresses = weighted(
  [20, fc.constantFrom(...domains).map((domain) => quoted(`ada@${domain}`))],
  [
    3,
    fc
      .tuple(fc.constantFrom(...loadedTexts), fc.constantFrom(...domains, ...loadedTexts))
      .map(([local, domain]) => quoted(`${local}@${domain}`)),
  ],
  [
    2,
    fc
      .tuple(fc.constantFrom(...loadedTexts), fc.constantFrom(...domains))
      .map(([name, domain]) => quoted(`"${name}" <a@${domain}>, b@${domain}`)),
  ],
  [1, anyValue],
);

const variables = weighted(
  [
    5,
    fc
      .array(fc.tuple(key, anyValue), { maxLength: 6 })
      .map((pairs) => `{${pairs.map(([name, each]) => `${name}:${each}`).join(',')}}`),
  ],
  [2, fc.constant('{"name":"Ada","list":[{"a":1},2,null],"order":{"a":"x"}}')],
  [1, anyValue],
);

const flag = weighted([15, fc.constantFrom('true', 'false', 'null')], [1, anyValue]);

/** Mostly headers that may be set, sometimes others or other values. */
const headers = weighted(
  [12, fc.constant('{"X-A":"1","References":"<a@good.example>"}')],
  [
    3,
    fc
      .tuple(
        fc.oneof(fc.constantFrom('X-A', 'x-a', 'X-SES-A', 'List-Unsubscribe').map(quoted), key),
        fc.oneof(fc.constant('"a"'), anyText),
      )
      .map(([name, value]) => `{"X-A":"1",${name}:${value}}`),
  ],
  [1, anyValue],
);

/** Mostly addresses to unsubscribe, sometimes texts close to one. */
const unsubscribe = weighted(
  [12, fc.constant('"https://good.example/u/1"')],
  [3, fc.constantFrom(...loadedTexts).map((text) => quoted(`https://good.example/${text}`))],
  [1, anyValue],
);

/** The list of a batch: mostly messages, sometimes other values. */
const messages = fc
  .array(
    weighted(
      [
        8,
        fc
          .tuple(addresses, variables, ids)
          .map(([to, each, id]) => `{"_to":${to},"variables":${each},"templateId":${id}}`),
      ],
      [3, addresses.map((to) => `{"_to":${to}}`)],
      [1, anyValue],
    ),
    { maxLength: 4 },
  )
  .map((list) => `[${list.join(',')}]`);

/** The fields of each endpoint: how likely each is there, and its value. */
const fields: Record<Endpoint, Record<string, [likely: number, value: fc.Arbitrary<string>]>> = {
  render: { template_id: [0.95, ids], variables: [0.9, variables], report: [0.3, flag] },
  execute: {
    templateId: [0.95, ids],
    variables: [0.95, variables],
    _to: [0.8, addresses],
    _cc: [0.1, addresses],
    _bcc: [0.1, addresses],
    _replyTo: [0.15, addresses],
    _subject: [0.3, subject],
    _headers: [0.2, headers],
    _unsubscribe: [0.2, unsubscribe],
    _dryRun: [0.2, flag],
    _trace: [0.2, flag],
  },
  verify: { email: [0.97, addresses] },
  message: {
    // A second selector is refused, so all but `to` are there only when exactly 0 is drawn.
    id: [0, ids],
    messageId: [0, ids],
    reference: [0, ids],
    to: [0.97, addresses],
    since: [0, fc.constantFrom('"2d"', '"2026-05-01T10:00:00Z"', '"soon"', '7')],
  },
  // A second selector is refused.
  cancel: { id: [0, ids], reference: [0.97, ids] },
  batch: {
    messages: [0.97, messages],
    templateId: [0.7, ids],
    variables: [0.8, variables],
    _subject: [0.2, subject],
    _headers: [0.1, headers],
    _unsubscribe: [0.1, unsubscribe],
    _trace: [0.2, flag],
  },
};

/** The text of a body: the endpoint's fields, some left out, some twice, and unknown ones. */
function textOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const known = Object.entries(fields[endpoint]).map(([name, [likely, value]]) =>
    fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), value)
      .map(([drawn, each]) => (drawn <= likely ? [`${quoted(name)}:${each}`] : [])),
  );
  const more = fc
    .array(fc.tuple(fc.oneof(key, fc.constantFrom('"_x"', '"_to"', '"template_id"')), anyValue), {
      maxLength: 2,
    })
    .map((pairs) => pairs.map(([name, each]) => `${name}:${each}`));
  const whole = fc
    .tuple(fc.tuple(...known), fc.oneof({ weight: 12, arbitrary: fc.constant([]) }, more))
    .map(([parts, others]) => `{${[...parts.flat(), ...others].join(',')}}`);
  return weighted([40, whole], [1, anyValue]);
}

/** A body as bytes, and the content-encoding that it has. */
export interface Body {
  bytes: Buffer;
  encoding: string | null;
}

const badUtf8 = ['e9', 'c3', 'c0af', 'eda080', 'f4908080', 'ff'];

const utf8 = (text: string) => Buffer.from(text);

/** Ways to spoil a text when it becomes bytes. */
const manglings: Record<string, (text: string, at: number) => Body> = {
  'byte order mark': (text) => plain(utf8(`\ufeff${text}`)),
  'two byte order marks': (text) => plain(utf8(`\ufeff\ufeff${text}`)),
  'invalid UTF-8': (text, at) => plain(withBadBytes(utf8(text), at)),
  'UTF-16': (text) => plain(Buffer.from(`\ufeff${text}`, 'utf16le')),
  'Latin-1': (text) => plain(Buffer.from(text, 'latin1')),
  'cut short': (text, at) => plain(utf8(text).subarray(0, at % (utf8(text).length + 1))),
  'white space': (text) => plain(utf8(`\r\n\t ${text} \n\n`)),
  'something after it': (text) => plain(utf8(`${text}{}`)),
  'a NUL after it': (text) => plain(utf8(`${text}\0`)),
  base64: (text) => plain(Buffer.from(utf8(text).toString('base64'))),
  nothing: () => plain(Buffer.alloc(0)),
  'over 1 MB': (text) => plain(Buffer.concat([utf8(text), Buffer.alloc(2 ** 20, ' ')])),
  gzip: (text) => ({ bytes: gzipSync(text), encoding: 'gzip' }),
  deflate: (text) => ({ bytes: deflateSync(text), encoding: 'deflate' }),
  'gzip that is none': (text) => ({ bytes: utf8(text), encoding: 'gzip' }),
  'gzip that grows': () => ({ bytes: gzipSync(Buffer.alloc(12 * 2 ** 20)), encoding: 'GZIP' }),
  'cut gzip': (text) => ({ bytes: gzipSync(text).subarray(0, -5), encoding: 'gzip' }),
  'unknown encoding': (text) => ({ bytes: utf8(text), encoding: 'br, gzip' }),
};

function plain(bytes: Buffer): Body {
  return { bytes, encoding: null };
}

function withBadBytes(bytes: Buffer, at: number): Buffer {
  const place = at % (bytes.length + 1);
  const bad = Buffer.from(badUtf8[at % badUtf8.length] ?? '', 'hex');
  return Buffer.concat([bytes.subarray(0, place), bad, bytes.subarray(place)]);
}

/** Bodies for an endpoint, most of them valid. */
export function bodyFor(endpoint: Endpoint): fc.Arbitrary<Body> {
  const text = textOf(endpoint);
  const asItIs = text.map((each) => plain(utf8(each)));
  const mangled = fc
    .tuple(fc.constantFrom(...Object.keys(manglings)), text, fc.nat(100_000))
    .map(([how, each, at]) => (manglings[how] as (typeof manglings)[string])(each, at));
  return weighted([9, asItIs], [1, mangled]);
}
