/** A template whose author wrote a host, and values that lead to another host if they are only escaped. */
export type HostilePlace = {
  readonly html: string;
  readonly variables: Readonly<Record<string, string | number | boolean>>;
};

/** The host that the author wrote, and the attacker's host. */
export const ownHost = 'shop.example';
export const foreignHost = 'evil.test';

const link = (href: string) => `<a href="${href}">x</a>`;
const all = (hrefs: readonly string[], variables: HostilePlace['variables']): HostilePlace[] =>
  hrefs.map((href) => ({ html: link(href), variables }));

/** Values that, after `https://shop.example`, turn it into another host. */
const paths = [
  ...['@evil.test/', '.evil.test', ':pw@evil.test/', ':80@evil.test', '-x.evil.test/?a'],
  ...['x.evil.test#/', '%2eevil.test', '\t@evil.test', '\n.evil.test/', '&@evil.test/'],
  ...[';a=b@evil.test', 'x@evil.test\\', '\u3002evil.test'],
];

/** Beginnings that an author may write before the value. The host of each is `shop.example`. */
const starts = [
  'https://shop.example',
  'http://shop.example',
  'HTTPS://shop.example',
  '//shop.example',
  'https:shop.example',
  'https:/shop.example',
  'https:////shop.example',
  'https:\\\\shop.example',
  '/\\shop.example',
  ' https://shop.example',
  'ht\ntps://shop.example',
  'h&#116;tps://shop.example',
  'https&colon;&sol;&#47;shop.example',
  'https&#x3a;&bsol;&#92;shop.example',
  'https://shop&period;example',
  'https://shop&#46example',
  'https://user@shop.example',
  'https://user:pw@shop.example',
  'https://user&commat;shop.example',
];

/** Values that turn the rest of a host name into something else. */
const hostParts = [
  ...['evil.test/', 'evil.test?', 'evil.test#', 'evil.test\\', '@evil.test/', 'a:b@evil.test/'],
  ...['evil.test:80/', 'evil.test/@', 'evil.test?.', '\tevil.test/\n'],
];

/** The cases, by what is wrong with the values. */
export const hostileHosts: Readonly<Record<string, readonly HostilePlace[]>> = {
  'a value after a host': [
    ...paths.map((path) => ({ html: link('https://shop.example{{path}}'), variables: { path } })),
    ...all(
      starts.map((start) => `${start}{{path}}`),
      { path: '@evil.test/' },
    ),
    ...all(
      [
        'https://shop.example{{path}}/p?a=b',
        'https://shop.example{{path}}?a=b',
        'https://shop.example{{path}}#a',
        'https://shop.example{{path}}\\a',
        'https://shop.example{{{path}}}',
        'https://shop.example{{path|/}}',
        '{{base|https://shop.example}}{{path}}',
        '{{#s}}https://shop.example{{/s}}{{path}}',
        'https://shop{{#s}}.example{{/s}}{{path}}',
        'https://shop.example{{! here the path begins }}{{path}}',
      ],
      { path: '@evil.test/', s: true },
    ),
    { html: link('https://shop.example{{{path}}}'), variables: { path: '&commat;evil.test' } },
    { html: link('https://shop.example{{{path}}}'), variables: { path: '&#64;evil.test/' } },
  ],
  'several values after a host': [
    ...all(
      [
        'https://shop.example{{empty}}{{path}}',
        'https://shop.example{{empty|}}{{path}}',
        'https://shop.example{{none|}}{{path}}',
        'https://shop.example{{empty}}{{empty}}{{path}}',
        'https://shop.example{{empty}}{{#s}}{{path}}{{/s}}',
        'https://shop.example{{#s}}{{empty}}{{/s}}{{path}}',
        'https://shop.example{{empty}}{{#s}}{{empty}}{{/s}}{{path}}',
        'https://shop.example{{^no}}{{empty}}{{/no}}{{path}}',
        'https://shop.example{{empty}}&amp;a={{path}}',
        'https://shop.example{{empty}}a{{path}}',
        '//shop.example{{empty}}{{path}}',
      ],
      { path: '@evil.test/', empty: '', s: true },
    ),
    // A path in an earlier link does not end the host in this one.
    {
      html: `${link('https://shop.example{{first}}{{empty}}')}${link('https://shop.example{{empty}}{{path}}')}`,
      variables: { first: '/a', empty: '', path: '@evil.test/' },
    },
  ],
  'a value after a port': all(
    [
      'https://shop.example:{{port}}',
      'https://shop.example:{{port}}/',
      'https://shop.example&colon;{{port}}',
      'https://shop.example:8{{port}}',
      'https://shop.example:8080{{port}}/a',
      'https://shop.example:{{empty}}{{port}}',
      'https://shop.example{{empty}}:{{port}}',
      '//shop.example:{{port}}',
      'https://shop.example{{#s}}:{{port}}{{/s}}',
      'https://shop.example:{{port|443}}/',
      'https://user@shop.example:{{port}}/',
    ],
    { port: '8@evil.test/', empty: '', s: true },
  ),
  'a value after one slash': [
    ...['/evil.test/', '\\evil.test', '\t/evil.test', '\n\r\\evil.test'].map((path) => ({
      html: link('/{{path}}'),
      variables: { path },
    })),
    ...all(
      [
        '/{{empty}}{{path}}',
        '/{{none|}}{{empty}}{{path}}',
        '&sol;{{path}}',
        '\\{{#s}}{{path}}{{/s}}',
      ],
      { path: '/evil.test/', empty: '', s: true },
    ),
    { html: link('/{{{path}}}'), variables: { path: '&sol;evil.test' } },
    { html: '<p style="background:url(/{{path}})">x</p>', variables: { path: '/evil.test/' } },
  ],
  'a value before the rest of a host': [
    ...hostParts.map((tenant) => ({
      html: link('https://{{tenant}}.shop.example/'),
      variables: { tenant },
    })),
    ...all(
      [
        '//{{tenant}}.shop.example',
        'https:{{tenant}}.shop.example',
        'https:\\\\{{tenant}}.shop.example',
        'https://{{tenant}}&period;shop.example',
        'https://{{tenant}}&#x2e;shop.example',
        'https://{{tenant}}-a.shop.example',
        'https://{{tenant}}shop.example',
        'https://{{tenant}}@shop.example',
        'https://a:{{tenant}}@shop.example',
        'https://a-{{tenant}}.shop.example',
        'https://a.{{tenant}}.shop.example',
        'https://{{tenant}}{{empty}}.shop.example',
        'https://{{empty}}{{tenant}}.shop.example',
        'https://{{tenant}}{{#s}}.shop.example{{/s}}',
        'https://{{tenant}}{{^no}}-x{{/no}}.shop.example',
        'https://{{#s}}{{tenant}}.{{/s}}shop.example',
        'https://{{tenant|www}}.shop.example',
        'https://{{tenant}}:8443/',
        'https://{{{tenant}}}.shop.example',
        'https://{{tenant}}{{rest|.shop.example}}',
      ],
      { tenant: 'x@evil.test/', empty: '', s: true },
    ),
  ],
};

/** Places in styles, where values may have no `@`. Most are addresses only in CSS. */
const stylePlaces: readonly HostilePlace[] = [
  ...['clip-path', 'fill', 'filter', 'marker-mid', 'mask', 'stroke'].map(
    (name) => `<svg><path ${name}="url(https://shop.example{{path}}#x)"/></svg>`,
  ),
  '<style>@import "https://shop.example{{path}}";</style>',
  "<style>@import '//shop.example{{path}}';</style>",
  '<style>p{background:image-set("https://shop.example{{path}}" 1x)}</style><p>x</p>',
  `<p style="background:image-set('https://shop.example{{path}}' 1x)">x</p>`,
  '<p style="background:image-set(&quot//shop.example{{path}}&QUOT 1x)">x</p>',
  '<p style="background:u\\72l(https://shop.example{{path}})">x</p>',
  '<p style="background:\\000055R\\l(https://shop.example{{path}})">x</p>',
  '<p style="background:url(https:\\2f/shop\\2e example{{path}})">x</p>',
  `<style>/* isn't "*/ p{background:url("https://shop.example{{path}}")}</style><p>x</p>`,
  `<style>p{quotes:"\\"" '';background:url(https://shop.example{{path}})}</style><p>x</p>`,
  `<style>p{quotes:'it"s' "url(";background:url(https://shop.example{{path}})}</style><p>x</p>`,
].map((html) => ({ html, variables: { path: '.evil.test/' } }));

/** Other places with an address. */
export const otherPlaces: readonly HostilePlace[] = [
  ...stylePlaces,
  ...[
    '<img src="https://shop.example{{path}}">',
    '<img srcset="https://shop.example{{path}} 2x">',
    '<link rel="preload" as="image" imagesrcset="https://shop.example{{path}} 2x">',
    '<form action="https://shop.example{{path}}"></form>',
    '<button formaction="https://shop.example{{path}}">',
    '<table background="https://shop.example{{path}}"></table>',
    '<video poster="https://shop.example{{path}}"></video>',
    '<area href="https://shop.example{{path}}">',
    '<svg><a xlink:href="https://shop.example{{path}}"></a></svg>',
    '<p style="background:url(https://shop.example{{path}})">x</p>',
    `<p style="background:url('//shop.example{{path}}')">x</p>`,
    '<p style="background:url(https://{{path}}.shop.example)">x</p>',
    '<p style="background:url(&quot;https://shop.example{{path}}&quot;)">x</p>',
    '<p style="background:u&#114;l&lpar;https&colon;//shop.example{{path}})">x</p>',
    '<style>p{background:url("https://shop.example{{path}}")}</style><p>x</p>',
    '<style>p{background:url(https://shop.example:{{path}})}</style><p>x</p>',
    '<!--[if mso]><v:fill src="https://shop.example{{path}}"><![endif]-->',
  ].map((html) => ({ html, variables: { path: '@evil.test/' } })),
];

/** The same template with each of its values encoded, as in `{{%name}}`. */
export function withEncoded(html: string): string {
  return html.replace(/\{\{\{?(\w+)(\|[^}]*)?\}?\}\}/g, '{{%$1$2}}');
}

/** Renders a mail whose values are escaped, but not checked. */
export function renderWithoutGuards({ html, variables }: HostilePlace): string {
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const given = (name: string) => String(variables[name] ?? '');
  return html
    .replace(/\{\{[#^/!][^}]*\}\}/g, '')
    .replace(/\{\{\{(\w+)\}\}\}/g, (_, name: string) => given(name))
    .replace(/\{\{(\w+)(?:\|([^}]*))?\}\}/g, (_, name: string, text?: string) =>
      variables[name] === undefined ? (text ?? '') : escaped(given(name)),
    );
}
