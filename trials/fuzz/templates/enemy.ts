import fc from 'fast-check';
import { joined, weighted, words } from '../draw.ts';
import { mailVariables } from './sections.ts';

/** The script of a hostile value: it shows that it ran. */
const run = 'window.ran=1';
const picture = `<img src=x onerror=${run}>`;

/** Pieces that end or begin something in HTML, in a style or in an address, and harmless pieces. */
const pieces = joined(
  fc.constantFrom(
    ...'"\'`<>&;:{}()\\/= \t',
    ...words('x red java javascript script: data: url( /* */ -- ! ]] --> <b> </style>'),
    run,
    ...'\u00a0\u0000',
  ),
  { minLength: 1, maxLength: 3 },
);

/** Values that run a script, or open an element or an attribute, at a place that is not checked. */
const attacks = [
  ...['', ' ', '\n', '\u0001', '\u00a0', '\ufeff'].map((before) => `${before}javascript:${run}`),
  ...['\t', '\n', '\r'].map((between) => `java${between}Script${between}:${run}`),
  ...['vbscript:', 'livescript:', 'JAVASCRIPT://x\n', '#;javascript:', 'x 2x,javascript:'].map(
    (scheme) => scheme + run,
  ),
  ...['data:text/html,', 'data:image/svg+xml,', 'data:,'].map((type) => type + picture),
  ...['"', "'", '`', ''].map(
    (quote) => `${quote}x onerror=${quote}${run}${quote} onfocus=${quote}`,
  ),
  ...['"', "'", ''].map((quote) => `${quote} autofocus tabindex=1 onfocus=${quote}${run}`),
  ...['>', '">', "'>", '/>', '-->', '--!>', ']]>', '<![endif]-->', '<!-->', '}'].map(
    (end) => end + picture,
  ),
  ...words('style title textarea svg math noscript select script').map(
    (name) => `</${name}>${picture}`,
  ),
  ...['red;background:', '}*{background:', 'red\\;background:', '/**/'].map(
    (before) => `${before}url(javascript:${run})`,
  ),
  `expression(${run})`,
  '@import "//enemy.example"',
  `&#106;avascript&colon;${run}`,
  `&quot; onerror=${run} &quot;`,
  '{{a}}',
];

/** Values that change the host of an address that is not checked. */
const hosts = [
  ...[
    '.enemy.example/',
    '@enemy.example/',
    'enemy.example/',
    ':80@enemy.example',
    '.enemy.example',
  ],
  ...['/enemy.example/', '\\enemy.example', '\t/enemy.example'],
];

/** Two values that attack together: side by side, or with a piece of the template between them. */
const halves = [
  ...[':', '&colon;', 'colon;', 'olon;', ';', '#58;', '58;', '8;', '3a;', 'x3a;', '\t:'].map(
    (end) => ['javascript', end + run] as const,
  ),
  ...['script:', 'Script:', 'Tab;script:', '\nscript:', 'avascript:', ':'].map(
    (end) => ['java', end + run] as const,
  ),
  ['vbscript', `:${run}`],
  ['data', `:text/html,${picture}`],
  ['data:image/', `svg+xml,${picture}`],
  ['-', `->${picture}`],
  ['--', `>${picture}`],
  ['<', `img src=x onerror=${run}>`],
  ['"', `onerror=${run} x="`],
  ['ur', `l(javascript:${run})`],
  ['\\', `";${run}`],
  ['/', '/enemy.example'],
] as const;

const value = fc.oneof(
  pieces,
  fc.constantFrom(...attacks),
  fc.constantFrom(...hosts),
  fc.constantFrom('x', 'red', '/a', '12px', 'https://a.example', 'https:'),
);

/** Hostile values for every placeholder of a mail. */
export const enemyVariables = weighted(
  [3, mailVariables(value)],
  [
    1,
    fc
      .tuple(mailVariables(value), fc.constantFrom(...halves))
      .map(([all, [one, other]]) => ({ ...all, a: one, b: other, o: { p: other } })),
  ],
);

/** White space and NUL, which HTML skips at some places where it does not skip letters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML's own rule
const skipped = /^[\u0000\t\n\f\r ]*$/;

/**
 * The same variables without characters with a meaning in HTML. Empty values stay empty. Text that would extend a host
 * becomes a path.
 */
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') {
    if (skipped.test(value)) return value;
    return /^[.@:?#]/.test(value) ? '/x' : 'x';
  }
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, harmless(inner)]));
}
