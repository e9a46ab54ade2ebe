import fc from 'fast-check';
import { mailVariables } from './sections.ts';

/** What a script of a value does, so that a browser shows that it ran. */
const run = 'window.ran=1';
const picture = `<img src=x onerror=${run}>`;

/** What ends or begins something in HTML, in a style or in an address; and what is in nobody's way. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...['"', "'", '`', '<', '>', '&', ';', ':', '{', '}', '(', ')', '\\', '/', '=', ' ', '\t'],
      ...[
        'x',
        'red',
        'java',
        'javascript',
        'script:',
        'data:',
        'url(',
        '/*',
        '*/',
        '--',
        '!',
        ']]',
      ],
      ...['-->', '<b>', '</style>', run, '\u00a0', '\u0000'],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((some) => some.join(''));

/** Each runs a script, or opens an element or an attribute, in a place that is not looked at. */
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
  ...['style', 'title', 'textarea', 'svg', 'math', 'noscript', 'select', 'script'].map(
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

/** Two values that are an attack together: side by side, or with a piece of the template between. */
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
  fc.constantFrom('x', 'red', '/a', '12px', 'https://a.example', 'https:'),
);

/** Values for every placeholder of a mail, so that it is printed unless it is refused. */
export const enemyVariables = fc.oneof(
  { weight: 3, arbitrary: mailVariables(value) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(mailVariables(value), fc.constantFrom(...halves))
      .map(([all, [one, other]]) => ({ ...all, a: one, b: other, o: { p: other } })),
  },
);
