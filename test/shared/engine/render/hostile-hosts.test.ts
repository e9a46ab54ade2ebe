import { Refusal } from '../../../../shared/engine/errors.ts';
import { renderDraft } from '../../../../shared/engine/render/render-template.ts';
import { describe, expect, test } from '../../../jest.ts';
import {
  type HostilePlace,
  hostileHosts,
  otherPlaces,
  renderWithoutGuards,
} from './hostile-hosts.ts';
import { problemsOf } from './problems-of.ts';
import { renderHtml, storedTemplate } from './rendering.ts';

/** The code of the refusal of a value, or the HTML. */
function outcomeOf(html: string, variables: Readonly<Record<string, unknown>>): string {
  expect(problemsOf({ html })).toEqual([]);
  try {
    return renderHtml(html, { ...variables });
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const refusedAs = /^unsafe(?:Path|Port|HostPart|Step)$/;

describe.each(Object.entries(hostileHosts))('%s', (_, places) => {
  test.each(places.map((place) => [place.html, place] as const))(
    'a hostile value is refused in %j',
    (html, { variables }) => {
      expect(outcomeOf(html, variables)).toMatch(refusedAs);
    },
  );
});

const animated = [`url(https://shop.example{{path}}#a)`, `url( '//shop.example{{path}}')`].map(
  (to) => ({
    html: `<svg><rect><set attributeName="mask" to="${to}"/></rect></svg>`,
    variables: { path: '.evil.test/' },
  }),
);

test.each([...otherPlaces, ...animated].map((place) => [place.html, place] as const))(
  'a value that chooses the host is refused in %j',
  (html, { variables }) => {
    expect(outcomeOf(html, variables)).toMatch(/^unsafe/);
  },
);

test.each<[string, Record<string, unknown>, string]>([
  ['https://shop.example{{path}}', { path: '/a?b=c#d' }, 'https://shop.example/a?b=c#d'],
  ['https://shop.example{{path}}', { path: '?b' }, 'https://shop.example?b'],
  ['https://shop.example{{path}}', { path: '#b' }, 'https://shop.example#b'],
  ['https://shop.example{{path}}', { path: '' }, 'https://shop.example'],
  ['https://shop.example{{path|}}', {}, 'https://shop.example'],
  ['https://shop.example{{path|/a}}', {}, 'https://shop.example/a'],
  ['https://shop.example{{a}}{{b}}', { a: '/a/', b: 5 }, 'https://shop.example/a/5'],
  ['https://shop.example{{a|/a/}}{{b}}', { b: 'b' }, 'https://shop.example/a/b'],
  ['https://shop.example{{a}}{{b|c}}', { a: '/a/' }, 'https://shop.example/a/c'],
  ['https://shop.example{{a}}{{b}}', { a: '', b: '?b' }, 'https://shop.example?b'],
  ['https://shop.example{{a}}&u={{b}}', { a: '/?a', b: '@c' }, 'https://shop.example/?a&u=@c'],
  ['https://shop.example{{a}}/{{b}}', { a: '', b: '@c' }, 'https://shop.example/@c'],
  ['https://shop.example:{{port}}/{{b}}', { port: 80, b: '@' }, 'https://shop.example:80/@'],
  ['https://shop.example:{{port}}{{b}}', { port: '80', b: '/c' }, 'https://shop.example:80/c'],
  ['https://shop.example{{#p}}:{{p}}{{/p}}{{b}}', { p: 1, b: '' }, 'https://shop.example:1'],
  ['https://{{tenant}}.shop.example/', { tenant: 'a-b.c_1' }, 'https://a-b.c_1.shop.example/'],
  ['https://{{tenant}}-{{n}}.shop.example', { tenant: 'a', n: 5 }, 'https://a-5.shop.example'],
  ['https://{{#t}}{{t}}.{{/t}}shop.example{{p}}', { t: 'a', p: '/' }, 'https://a.shop.example/'],
  ['https://{{host}}', { host: 'a@b.example:1/c' }, 'https://a@b.example:1/c'],
  ['https://{{host}}/{{path}}', { host: 'b.example:1', path: '@' }, 'https://b.example:1/@'],
  ['https://{{host}}{{path}}', { host: 'b.example', path: 'c' }, 'https://b.examplec'],
  ['https://www.{{domain}}/', { domain: 'b.example' }, 'https://www.b.example/'],
  ['https://{{host}}&u={{b}}', { host: 'b.example/?', b: '@' }, 'https://b.example/?&u=@'],
  ['{{base}}/{{path}}', { base: 'https://b.example', path: '@' }, 'https://b.example/@'],
  ['{{base}}{{path}}', { base: 'https://b.example', path: '.c' }, 'https://b.example.c'],
  ['mailto:{{name}}@shop.example', { name: 'a/b' }, 'mailto:a/b@shop.example'],
  ['/{{path}}', { path: '@' }, '/@'],
  ['/{{path}}', { path: '' }, '/'],
  ['/{{a}}{{b}}', { a: 'a', b: '/b' }, '/a/b'],
  ['/{{a|b}}/{{b}}', { b: '/b' }, '/b//b'],
  ['app://open/{{id}}', { id: '@' }, 'app://open/@'],
  ['page.html{{query}}', { query: '@' }, 'page.html@'],
])('the address %s with %j is printed as it is given', (href, variables, printed) => {
  expect(outcomeOf(`<a href="${href}">`, variables)).toBe(`<a href="${printed}">`);
});

test.each<[string, Record<string, unknown>]>([
  [`<p style="font-family:'{{a}}', Arial;color:{{b}}">`, { a: 'Open Sans', b: 'rgb(0 0 0 / 5%)' }],
  [
    '<style>/* {{a}} */ p::after{content:"{{a}}: \\201C {{b}}://";color:{{a}}}</style>',
    { a: 'red', b: 5 },
  ],
  ['<style>.w-1\\/2{color:{{a}}}\n.a{content:"}.b{color:{{a}}}</style>', { a: '#fff' }],
  ['<svg><path fill="{{a}}" stroke="url(#{{b}})"/></svg>', { a: 'currentColor', b: 'a?b:c' }],
  ['<style>@import "/{{a}}";@import "{{b}}";</style>', { a: 'a.css', b: '/b.css' }],
])('a style is printed as it is given: %s with %j', (html, variables) => {
  expect(outcomeOf(html, variables)).toBe(renderWithoutGuards({ html, variables } as HostilePlace));
});

const refusalOf = (href: string, variables: Record<string, unknown>) => {
  expect(() => renderHtml(`<a href="${href}">`, variables)).toThrow(Refusal);
  try {
    return renderHtml(`<a href="${href}">`, variables);
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.message] : error;
  }
};

const behindHost = 'must begin with /, ? or #, or be empty: it follows the host of an address';

test.each<[string, Record<string, unknown>, string]>([
  ['https://shop.example{{order.path}}', { order: { path: 'a' } }, `order.path ${behindHost}`],
  ['https://shop.example{{path}}', { path: 5 }, `path ${behindHost}`],
  ['https://shop.example{{path}}{{more}}', { path: '', more: true }, `more ${behindHost}`],
  [
    'https://shop.example:{{port}}',
    { port: -1 },
    'port must be a port number: it follows the host of an address and a colon',
  ],
  [
    '/{{{path}}}',
    { path: '/a' },
    'path must not begin with / or \\: it follows the slash that begins an address',
  ],
  [
    '{{#tenants}}https://{{.}}.shop.example{{/tenants}}',
    { tenants: ['a', 'ä'] },
    '{{.}} must consist of letters, digits, hyphens and dots: it is part of the host of an address',
  ],
])('the refusal names the variable and the rule: %s with %j', (href, variables, sentence) => {
  expect(refusalOf(href, variables)).toEqual([400, sentence]);
});

test.each([
  [
    'https://shop.example{{path|index.html}}',
    'html 1:30 The default of {{path}} follows the host of an address: begin it with /, ? or #, or leave it empty',
  ],
  [
    'https://shop.example:{{{port|none}}}/',
    'html 1:31 The default of {{{port}}} follows the host of an address and its colon: write a port number',
  ],
  [
    'https://{{tenant|a/b}}.shop.example/',
    'html 1:18 The default of {{tenant}} is part of the host of an address: write letters, digits, hyphens and dots',
  ],
  [
    'https://shop.example&#4{{path}}',
    'html 1:33 The & before {{path}} may begin an entity that the value completes: write &amp;, or end the entity with a semicolon before {{path}}',
  ],
  [
    `https://${'{{tenant}}'.repeat(9)}`,
    'html 1:98 {{tenant}} is one of more than 8 values in the host of an address: write the host as one variable',
  ],
])(
  'a default, an entity and the number of values are checked when the template is saved: %s',
  (href, problem) => {
    expect(problemsOf({ html: `<a href="${href}">` })).toEqual([problem]);
  },
);

test('a missing value does not end a host', () => {
  const html = '<a href="https://shop.example{{a}}"><a href="//shop.example{{b}}{{c}}">';

  expect(() => renderDraft(storedTemplate({ html }), { a: '/a', c: '@evil.test' })).toThrow(
    'c must begin with /, ? or #',
  );
});

test.each([
  'background:url(https://shop.example\\{{x}})',
  'background:url(https://shop.example\\2{{x}})',
  `content:'\\201C{{x}}'`,
])('a save refuses a value that could complete an escape of CSS: %s', (style) => {
  expect(problemsOf({ html: `<p style="${style}">` })).toEqual([
    expect.stringContaining(
      'The \\ before {{x}} may begin an escape that the value completes: write the character itself, or a space before {{x}}',
    ),
  ]);
});

test('a save refuses a value that decides whether <? begins a comment', () => {
  expect(problemsOf({ html: '<?{{x}}><? {{x}}>' })).toEqual([
    'html 1:3 {{x}} is in the beginning of a comment: write a space before it',
  ]);
});
