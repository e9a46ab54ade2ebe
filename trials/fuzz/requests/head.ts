import fc from 'fast-check';
import type { Endpoint } from '../../../lib/routes.ts';
import { weighted, words } from '../draw.ts';
import { loadedTexts } from './json-text.ts';

/** Mostly the right value, sometimes one of the others. */
function mostly<T>(right: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return weighted([30, fc.constant(right)], [1, fc.constantFrom(...others)]);
}

/** The API keys of an account; `foreign` was never issued. */
export type Keys = Record<'own' | 'revoked' | 'foreign', string>;

/** The Authorization headers of a request, by how it writes its API key. */
export const authorizations = {
  own: ({ own }) => [`Bearer ${own}`],
  none: () => [],
  empty: () => [''],
  revoked: ({ revoked }) => [`Bearer ${revoked}`],
  mistyped: ({ own }) => [`Bearer ${own.slice(0, -1)}!`],
  foreign: ({ foreign }) => [`bearer ${foreign}`],
  basic: ({ own }) => [`Basic ${own}`],
  twice: ({ own, foreign }) => [`Bearer ${own}`, `Bearer ${foreign}`],
  spaces: ({ own }) => [`Bearer   ${own} `],
  long: () => [`Bearer ${'x'.repeat(6000)}`],
} satisfies Record<string, (keys: Keys) => string[]>;

export type KeyKind = keyof typeof authorizations;

const [, ...otherKeys] = Object.keys(authorizations) as KeyKind[];

export const keyKind = mostly<KeyKind>('own', ...otherKeys);

export const method = mostly(
  'POST',
  ...words('GET HEAD PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND QUERY post'),
  'POST ',
  'BREW',
  '',
  'M-SEARCH',
  'POST\t',
);

/** A request's target, most often the endpoint's. */
export function targetOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const path = `/v1/${endpoint}`;
  return mostly(
    path,
    ...words(`${path}?a=1&a=2&%zz=% ${path}?${'q'.repeat(3000)} ${path}#part ${path};v=2`),
    ...words(`${path}/ ${path}/one /v1//${endpoint} /V1/${endpoint}`),
    ...words('/ /v1 /v1/ /v2/render *'),
    '',
    ...words('v1/render //evil.example/v1/render /v1/%00 /v1/%2e%2e/render /v1/../v1/render'),
    ...words(`/v1/${'a/'.repeat(2000)} /${'x'.repeat(9000)}`),
    ...words('/v1/__proto__ /v1/constructor /v1/% /v1/ünï /v1/render\0'),
    '/v1/ren der',
    ...words(`http://evil.example${path} HTTP://127.0.0.1${path} evil.example:443 /{proxy+}`),
  );
}

/** A header line of a request; the lines of its key and its length come later. */
export type Header = [name: string, value: string];

const contentType = mostly(
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/json;charset=latin1',
  'application/json ;',
  '',
  ...words('text/plain application/x-www-form-urlencoded application/jsonp'),
  '\t',
  'multipart/form-data',
  `application/json; x=${'y'.repeat(3000)}`,
  'application/json, text/plain',
  'ápplication/json',
);

const odd: fc.Arbitrary<Header> = fc.constantFrom<Header[]>(
  ['x-amzn-requestid', 'chosen'],
  ['x-amzn-requestid', ''],
  ['x-request-id', 'chosen'],
  ['accept', 'image/png'],
  ['accept-encoding', 'gzip, br'],
  ['expect', '100-continue'],
  ['expect', 'the worst'],
  ['upgrade', 'websocket'],
  ['connection', 'upgrade, keep-alive'],
  ['connection', 'content-length'],
  ['x-forwarded-for', '10.0.0.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-postrider-account', 'acc_other'],
  ['origin', 'https://evil.example'],
  ['cookie', 'a=b; '.repeat(100)],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['te', 'trailers'],
  ['trailer', 'x'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['x-long', 'v'.repeat(4000)],
  ['x-longer', 'v'.repeat(11_000)],
  ['x-obs', 'caf\u00e9'],
  ['x-folded', 'a\r\n b'],
  ['x-nul', 'a\0b'],
  ['bad name', 'x'],
  ['x\u00e9', 'x'],
  ['', 'x'],
  ['content-type', 'text/plain'],
  ['host', 'evil.example'],
);

const many: fc.Arbitrary<Header[]> = fc
  .constantFrom(50, 150, 300, 1500)
  .map((count) => Array.from({ length: count }, (_, at): Header => [`x-${at}`, 'v']));

/** Idempotency-Keys: most requests have none. There are few of them, so that some are repeated. */
const idempotency: fc.Arbitrary<Header[]> = weighted(
  [6, fc.constant<Header[]>([])],
  [
    2,
    fc
      .tuple(fc.constantFrom('Idempotency-Key', 'IDEMPOTENCY-KEY'), fc.nat(40))
      .map(([name, number]): Header[] => [[name, `key-${number}`]]),
  ],
  [
    1,
    fc
      .constantFrom('', ' ', 'x'.repeat(255), 'x'.repeat(256), 'é', '"quoted"', 'a b', '__proto__')
      .map((value): Header[] => [['idempotency-key', value]]),
  ],
);

const casings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/(^|-)./g, (letter) => letter.toUpperCase()),
];

/** Host and content type, which are mostly there, and other headers. */
export const headers: fc.Arbitrary<Header[]> = fc
  .tuple(
    contentType,
    mostly('own', 'none', 'evil.example', '127.0.0.1', 'LOCALHOST', '', '127.0.0.1:1'),
    mostly<Header[]>([], [['content-type', 'text/plain']]),
    idempotency,
    weighted(
      [6, fc.constant<Header[]>([])],
      [3, fc.array(odd, { minLength: 1, maxLength: 3 })],
      [1, many],
      [
        1,
        fc
          .constantFrom(...loadedTexts)
          .map((text): Header[] => [['x-loaded', text.replace(/[\r\n\0]/g, '')]]),
      ],
    ),
    fc.constantFrom(...casings),
  )
  .map(([type, host, twice, keyed, more, casing]) => {
    const ofHost: Header[] = host === 'none' ? [] : [['host', host]];
    const all = [...ofHost, ['content-type', type] as Header, ...twice, ...keyed, ...more];
    return all.map(([name, value]) => [casing(name), value]);
  });
