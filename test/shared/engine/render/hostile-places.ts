import { noWhiteSpace } from '../../../../trials/fuzz/templates/pieces.ts';

/** A template and a value for it that run a script if values are only escaped. */
export type HostilePlace = {
  readonly html: string;
  readonly variables: Readonly<Record<string, string>>;
  /** What is refused: the template when it is saved, or the value when it is rendered. */
  readonly refused: 'template' | 'value';
};

const template = (html: string, variables: Record<string, string>): HostilePlace => ({
  html,
  variables,
  refused: 'template',
});

const value = (html: string, variables: Record<string, string>): HostilePlace => ({
  html,
  variables,
  refused: 'value',
});

const run = 'window.ran=1';
const script = `javascript:${run}`;
const link = (href: string) => `<a href="${href}">x</a>`;
const svg = (inside: string) => `<svg>${inside}</svg>`;

/** A value that opens a new attribute if it is inside an attribute without quotes. */
const opening = `x onerror=${run} y`;

/** An animation of an attribute. The `svg` declares the prefix that the attribute's name may have. */
const animated = (name: string, animation: string) =>
  `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><a ${name}="#">${animation.replace(' ', ` attributeName="${name}" `)}</a></svg>`;

/** The cases, by what makes them dangerous. */
export const hostilePlaces: Readonly<Record<string, readonly HostilePlace[]>> = {
  'a value that completes an entity': [
    ...[
      'colon;',
      '#58;',
      '#058;',
      '#0000058;',
      '#x3a;',
      '#x3A;',
      '#X3A;',
      '#X003a;',
      '#58',
      '#x3a',
    ].map((entity) => template(link('{{url}}&{{utm}}'), { url: 'javascript', utm: entity + run })),
    ...[
      ['#', '58;'],
      ['#0', '58;'],
      ['#5', '8;'],
      ['#x', '3a;'],
      ['#X0', '03A;'],
      ['c', 'olon;'],
      ['colo', 'n;'],
      ['colon', ';'],
    ].map(([begin, end]) =>
      template(link(`{{url}}&${begin}{{utm}}`), { url: 'JavaScript', utm: end + run }),
    ),
    template(link('&{{url}}'), { url: `#106;avascript:${run}` }),
    template(link('java&{{url}}'), { url: `#115;cript:${run}` }),
    template(link('java&{{url}}'), { url: `Tab;script:${run}` }),
    template(link('&#32{{url}}'), { url: `;${script}` }),
    template(`<A HREF='{{url}}&{{utm}}'>x</A>`, { url: 'javascript', utm: `colon;${run}` }),
    template(svg(`<a xlink:href="{{url}}&{{utm}}">x</a>`), {
      url: 'javascript',
      utm: `colon;${run}`,
    }),
  ],
  'a value after an entity that begins no address': [
    ...['&#32;', '&Tab;', '&NewLine;', '&#9;', '&#09;', '&#0009;', '&#x9;', '&#X09;', '&#10;'],
    ...['&#xA;', '&#xa;', '&#13;', '&#1;', '&#x1f;', '&#x0020;', '&#32;&Tab;', ' &#32 ', '&#9&#9;'],
  ]
    .map((entity) => value(link(`${entity}{{url}}`), { url: script }))
    .concat(
      value(link('&#106;{{url}}'), { url: `avascript:${run}` }),
      value(link('java&#115;{{url}}'), { url: `cript:${run}` }),
      value(link('java&NewLine;{{url}}'), { url: `script:${run}` }),
      value(link('{{url}}&Tab;{{utm}}'), { url: 'javascript', utm: `:${run}` }),
      template(link(`{{url}}&colon;${run}`), { url: 'javascript' }),
      template(link(`{{url}}&#58;${run}`), { url: 'javascript' }),
      template(link(`{{url}}&#x03a${run}`), { url: 'javascript' }),
      template(link('java&#115;cript&colon;{{url}}'), { url: run }),
    ),
  'a sign that is no white space after a value without quotes': noWhiteSpace.map((sign) =>
    template(`<img src=x width=9${sign}alt="{{name}}">`, { name: opening }),
  ),
  'a sign that is no white space before a quote': noWhiteSpace.map((sign) =>
    template(`<img src=x alt=${sign}"{{name}}">`, { name: opening }),
  ),
  'a sign that is no white space in the name of a tag': noWhiteSpace.map((sign) =>
    value(`<title${sign}>${link('{{url}}')}`, { url: script }),
  ),
  'an animation of an address': [
    ...['href', 'xlink:href'].flatMap((name) => [
      ...[script, `${script};#`].map((url) =>
        template(animated(name, `<animate values="{{url}}" dur="9s"/>`), { url }),
      ),
      template(animated(name, `<animate values="{{url}};#" dur="99s"/>`), { url: script }),
      ...[
        '<set to="{{url}}"/>',
        "<SET TO='{{url}}'/>",
        '<set to="&#32;{{url}}"/>',
        '<animate to="{{url}}" dur="1ms" fill="freeze"/>',
        '<animate from="{{url}}" to="#" dur="99s"/>',
      ].map((animation) => value(animated(name, animation), { url: script })),
    ]),
  ],
  'a script that another start tag holds open': [
    '<!--<script></script>',
    '<!-- a <script ></script>',
    '<!--<SCRIPT></Script>',
    '<!--<script/></script>',
    '<!--<script\n//></script>',
    '<!--<script\t></script\t>',
    '<!----<script></script>',
    '<!-- <<script></script>',
    '<!--<scripts><script></script>',
    '<!--<script></script><script></script>',
    '<!--<script></scripts></script>',
    '<!--<script>--!></script>',
    '<!--<script>- -></script>',
    '//<!--<script></script>',
  ].map((inside) => template(`<script>${inside}\n{{name}}\n</script>`, { name: run })),
  'the address of a script': [
    '<script src="{{url}}"></script>',
    "<SCRIPT async SRC='{{url}}'></SCRIPT>",
    '<p><script src="{{url}}" src="x"></script>',
    svg('<script href="{{url}}"></script>'),
    svg('<script xlink:href="{{url}}"></script>'),
  ].map((html) => template(html, { url: `data:text/javascript,${run}` })),
  'an element that is raw text in HTML alone': [
    ...[
      'title',
      'TITLE',
      'textarea',
      'style',
      'xmp',
      'iframe',
      'noembed',
      'noframes',
      'noscript',
    ].map((name) => value(svg(`<${name}>${link('{{url}}')}</${name}>`), { url: script })),
    ...['title', 'textarea', 'xmp', 'noembed'].map((name) =>
      value(`<math><${name}><p>${link('{{url}}')}</${name}></math>`, { url: script }),
    ),
    value(`<SVG width=1><g><title>${link('{{url}}')}`, { url: script }),
    value(`<svg><title>Logo</title><desc>d</desc><title>${link('{{url}}')}`, { url: script }),
    value(`<svg><svg></svg><title>${link('{{url}}')}`, { url: script }),
    value(svg(`<![CDATA[ > <title> ]]>${link('{{url}}')}`), { url: script }),
    value(`<svg><![CDATA[<!--]]>${link('{{url}}')}<!-- --></svg>`, { url: script }),
  ],
};

/** Renders a mail whose values are escaped, but not checked. */
export function renderWithoutGuards({ html, variables }: HostilePlace): string {
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(variables[name] ?? ''));
}
