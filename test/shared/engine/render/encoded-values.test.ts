import fc from 'fast-check';
import { Refusal } from '../../../../shared/engine/errors.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';
import { expect, test } from '../../../jest.ts';
import { hostileHosts, otherPlaces, withEncoded } from './hostile-hosts.ts';
import { problemsOf } from './problems-of.ts';
import {
  missingNames,
  renderDerivedText,
  renderHtml,
  renderSubject,
  storedTemplate,
} from './rendering.ts';

const link = (href: string) => `<a href="${href}">x</a>`;

/** The address of the only link of a rendering. */
function hrefOf(href: string, variables: Record<string, unknown>): string {
  const html = renderHtml(link(href), variables);
  return html.slice(link('').length - '">x</a>'.length, -'">x</a>'.length);
}

/** Any text, half surrogate pairs too. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'\ud800\udc00&=#?/.@:%+ \n'), { maxLength: 6 })
    .map((some) => some.join('')),
);

test.each<[unknown, string]>([
  ['Ana & Bo', 'Ana%20%26%20Bo'],
  ['x&role=admin#', 'x%26role%3Dadmin%23'],
  ['https://a.example/?b=c', 'https%3A%2F%2Fa.example%2F%3Fb%3Dc'],
  ['a-b.c_d~e', 'a-b.c_d~e'],
  [
    `!'()*+,;:@/$"<>{}[]|\\^\``,
    '%21%27%28%29%2A%2B%2C%3B%3A%40%2F%24%22%3C%3E%7B%7D%5B%5D%7C%5C%5E%60',
  ],
  ['100%', '100%25'],
  ['%20', '%2520'],
  ['a\r\nb\t', 'a%0D%0Ab%09'],
  ['São 名 😀', 'S%C3%A3o%20%E5%90%8D%20%F0%9F%98%80'],
  ['\ud800', '%EF%BF%BD'],
  ['', ''],
  [0, '0'],
  [-1.5, '-1.5'],
  [1e21, '1e%2B21'],
  [false, 'false'],
])('an encoded value of %j is printed as %s', (value, printed) => {
  expect(hrefOf('https://shop.example/?q={{%v}}', { v: value })).toBe(
    `https://shop.example/?q=${printed}`,
  );
});

test.each([
  ['{{%v}}', { v: 'a b' }, 'a%20b'],
  ['{{ % v }}', { v: 'a b' }, 'a%20b'],
  ['{{% a.b }}', { a: { b: 'a b' } }, 'a%20b'],
  ['{{#items}}{{%.}};{{/items}}', { items: ['a b', 'c&d'] }, 'a%20b;c%26d;'],
  ['{{%v|none}}', { v: 'a b' }, 'a%20b'],
  ['{{%v|}}', {}, ''],
  ['{{%v|a b&amp;c}}', {}, 'a b&amp;c'],
  ['{{%v|a|b}}', { v: null }, 'a|b'],
])('an encoded placeholder is written as %s', (html, variables, printed) => {
  expect(renderHtml(html, variables)).toBe(printed);
});

test('null as an encoded value is reported as missing, and a list or an object is refused with its name', () => {
  expect(missingNames({ html: '{{%v}}{{%w}}' }, { v: null })).toEqual(['v', 'w']);
  expect(() => renderHtml('{{%v}}', { v: ['a'] })).toThrow(
    'v must be a string, number or boolean, found an array',
  );
  expect(() => renderHtml('{{#l}}{{%.|x}}{{/l}}', { l: [{}] })).toThrow(
    '{{.}} must be a string, number or boolean, found an object',
  );
});

test('decoding an encoded value in a query gives the value, and every other part of the address stays as the author wrote it', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const href = hrefOf('https://shop.example/a?x={{%v}}&amp;y=1#z', { v: value });
      const { origin, pathname, searchParams, hash } = new URL(href.replace('&amp;', '&'));

      expect([origin, pathname, hash]).toEqual(['https://shop.example', '/a', '#z']);
      expect([...searchParams]).toEqual([
        ['x', value.toWellFormed()],
        ['y', '1'],
      ]);
      expect(href).toMatch(/^https:\/\/shop\.example\/a\?x=(?:[\w.~-]|%[\dA-F]{2})*&amp;y=1#z$/);
    }),
  );
});

test('an encoded value is one step of a path, except . and .. alone, which browsers read as steps even if they are encoded', () => {
  const pathOf = (value: string) =>
    new URL(hrefOf('https://shop.example/o/{{%v}}/edit', { v: value })).pathname;

  expect(pathOf('../admin#')).toBe('/o/..%2Fadmin%23/edit');
  expect(pathOf('..')).toBe('/edit');
  expect(new URL('https://shop.example/o/%2e%2e/edit').pathname).toBe('/edit');
});

test('an encoded value is the same in the link, the written text, the derived text and the subject', async () => {
  const address = 'https://shop.example/?q={{%v}}&r={{%w|a b}}';
  const v = ' a\n&\u2028é ';
  const encoded = 'https://shop.example/?q=%20a%0A%26%E2%80%A8%C3%A9%20&r=a b';
  const template = storedTemplate({ subject: address, html: link(address), text: address });

  expect(await renderMail(template, { v })).toEqual({
    outcome: 'rendered',
    subject: encoded,
    html: link(encoded),
    text: encoded,
  });
  expect(await renderDerivedText(link(address), { v })).toBe(`x (${encoded})`);
  expect(await renderDerivedText(`<p>{{{raw}}} ${link(address)}`, { v, raw: '' })).toBe(
    `x (${encoded})`,
  );
  expect(await renderDerivedText(`<p>{{%v}}</p>`, { v })).toBe('%20a%0A%26%E2%80%A8%C3%A9%20');
  expect(renderSubject('{{%v}}', { v })).toBe('%20a%0A%26%E2%80%A8%C3%A9%20');
});

const beginning =
  '{{%v}} begins an address, and an encoded value is only a part of one: write {{v}} for a whole address, or the beginning of the address before it';
const behindHost =
  '{{%v}} follows the host of an address, and an encoded value has no / to end it: write / before {{%v}}';

test.each([
  ['{{%v}}', `1:10 ${beginning}`],
  ['&#32;{{%v|/}}', `1:15 ${beginning}`],
  ['https://shop.example{{%v}}', `1:30 ${behindHost}`],
  ['https://shop.example{{%v|/}}', `1:30 ${behindHost}`],
  [
    'java{{%v}}:alert(1)',
    '1:20 This colon turns the value of a variable into a scheme: write the scheme itself, as in https://{{host}}',
  ],
  [
    'javascript:f(%22{{%v}}%22)',
    '1:26 {{%v}} is in an address that is run or shown as a document: begin the address with https://',
  ],
  [
    '{{url}}&{{%v}}',
    '1:18 The & before {{%v}} may begin an entity that the value completes: write &amp;, or end the entity with a semicolon before {{%v}}',
  ],
])('an encoded value is refused in the address %s when the template is saved', (href, problem) => {
  expect(problemsOf({ html: `<a href="${href}">` })).toEqual([`html ${problem}`]);
});

test.each([
  '<a href=https://shop.example/?q={{%v}}>',
  '<{{%v}}>',
  '<p {{%v}}="x">',
  '<p onclick="f(\'{{%v}}\')">',
  '<script>f("{{%v}}")</script>',
  '<script src="https://a.example/?v={{%v}}"></script>',
  '<iframe srcdoc="{{%v}}">',
  '<animate values="#{{%v}}">',
  '<p style="background:url({{%v}})">',
])('an encoded value is refused in %s like any other', (html) => {
  expect(problemsOf({ html })).toHaveLength(1);
});

test.each([
  ['<p style="background:url(https://a.example/?q={{%v}})">', `a' ) ;"`, 'a%27%20%29%20%3B%22'],
  ['<p style="width:{{%v}}">', '50%', '50%25'],
  ['<img srcset="https://a.example/{{%v}} 2x">', 'a, b 3x', 'a%2C%20b%203x'],
  ['<a href="https://{{%v}}.shop.example/">', 'a-b.c_1', 'a-b.c_1'],
  ['<a href="https://shop.example:{{%v}}/">', '8443', '8443'],
  ['<a href="https://shop.example{{p|/?q=}}{{%v}}">', '@/', '%40%2F'],
  ['<a href="mailto:help@shop.example?subject={{%v}}">', 'a b', 'a%20b'],
  ['<a href="/{{%v}}">', '/evil.test/', '%2Fevil.test%2F'],
  ['<a href="mailto:{{%v}}">', 'a@b.example', 'a%40b.example'],
  ['<!-- {{%v}} -->', '-->', '--%3E'],
  ['<p title="{{%v}}">', '"', '%22'],
])('an encoded value is checked as it is printed: %s', (html, value, printed) => {
  const written = html.replace('{{p|/?q=}}', '/?q=');

  expect(renderHtml(html, { v: value })).toBe(written.replace('{{%v}}', printed));
});

test.each([
  ['<a href="https://{{%v}}.shop.example/">', 'evil.test/', 'unsafeHostPart'],
  ['<a href="https://{{%v}}.shop.example/">', 'ä', 'unsafeHostPart'],
  ['<a href="https://shop.example:{{%v}}/">', '80@evil.test', 'unsafePort'],
  ['<a href="https://shop.example{{p|}}{{%v}}">', '.evil.test', 'unsafePath'],
  ['<a href="https://shop.example{{p|}}{{%v}}">', '/a', 'unsafePath'],
  ['<p style="color:{{%v}}">', '~', 'unsafeStyle'],
])('an encoded value that changes a host or a style is refused: %s with %j', (html, v, code) => {
  expect(() => renderHtml(html, { v })).toThrow(expect.objectContaining({ code }));
});

// After one slash every encoded value is safe: its own slash is encoded.
const { 'a value after one slash': _, ...hosts } = hostileHosts;
const places = Object.values(hosts).flat().concat(otherPlaces);

test.each(places.map(({ html, variables }) => [withEncoded(html), variables]))(
  'a value that chooses the host is refused in %s although it is encoded',
  (html, variables) => {
    if (problemsOf({ html }).length > 0) return;
    expect(() => renderHtml(html, variables)).toThrow(Refusal);
  },
);
