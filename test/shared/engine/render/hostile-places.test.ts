import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { describe, expect, test } from '../../../jest.ts';
import { hostilePlaces } from './hostile-places.ts';
import { problemsOf } from './problems-of.ts';
import { renderHtml } from './rendering.ts';

/** What is refused (the template or a value), or the HTML. */
function refusedOf(html: string, variables: Readonly<Record<string, string>>): string {
  if (problemsOf({ html }).length > 0) return 'template';
  try {
    return renderHtml(html, variables);
  } catch (error) {
    return /must be (an address|a plain CSS)/.test(String(error)) ? 'value' : String(error);
  }
}

describe.each(Object.entries(hostilePlaces))('%s', (_, places) => {
  test.each(places.map((place) => [place.html, place] as const))(
    'a hostile value is refused in %j',
    (html, { variables, refused }) => {
      expect(refusedOf(html, variables)).toBe(refused);
    },
  );
});

const inEntity = (shown: string) =>
  `The & before ${shown} may begin an entity that the value completes: write &amp;, or end the entity with a semicolon before ${shown}`;

const colon =
  'This colon turns the value of a variable into a scheme: write the scheme itself, as in https://{{host}}';

test.each([
  ['<a href="{{a}}&{{b}}">', `1:16 ${inEntity('{{b}}')}`],
  ['<a href="&#5{{{a}}}">', `1:13 ${inEntity('{{{a}}}')}`],
  [
    '<animate values="0;{{a}}">',
    '1:20 {{a}} is in the attribute values, each part of which may be an address: write from="…" and to="…" instead',
  ],
  ['<a href="{{a}}&#x3a">', `1:20 ${colon}`],
  ["<a href='{{a}}&#58'>", `1:19 ${colon}`],
  [
    '<script src="https://a.example/{{a}}.js"></script>',
    '1:32 {{a}} is in the address of a <script>, where no value is safe: leave the script out, mail programs do not run it',
  ],
  ['<img alt=\u00a0"{{a}}">', '1:12 {{a}} is in an attribute without quotes: write alt="{{a}}"'],
])('a refusal says what to write instead: %s', (html, problem) => {
  expect(problemsOf({ html })).toEqual([`html ${problem}`]);
});

test('from, to and by of an SVG animation are addresses', () => {
  const html = '<animate from="{{a}}" TO="{{a}}" by="{{a}}" begin="{{b}}">';

  const program = compileTemplate({ subject: '', html, text: null }).html;

  const kinds = program.flatMap((step) => (typeof step === 'object' ? [step.kind] : []));
  expect(kinds).toEqual(['guarded', 'guarded', 'guarded', 'value']);
});

test.each([
  ['in a list of options', '<select><title></select><img alt={{a}}>'],
  ['in a set of frames', '<frameset><textarea></frameset><p {{a}}>'],
  ['where scripts may run', '<noscript><p title="</noscript><script>{{a}}'],
  ['and tags after another end', '<svg><title><p title="</title><script>{{a}}'],
  ['in a name that sections put together', '<s{{#b}}v{{/b}}g><title><img alt={{a}}>'],
  ['in SVG that a section leaves out', '{{#b}}<svg>{{/b}}<title><img alt={{a}}>'],
  ['after a section of characters', '<svg><![CDATA[ ]] ]>]]><img alt={{a}}>'],
  ['after one that ends with a value', '<svg><![CDATA[ <!-- {{b}}><img alt={{a}}>'],
])('a template is refused if one parser reads raw text and another tags: %s', (_, html) => {
  expect(problemsOf({ html })).toHaveLength(1);
});

test('HTML that may be read in too many ways is refused, whatever its length', () => {
  const nested = ['title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'script', 'style'];
  const open = nested.map((name) => `<${name}>`).join('');

  expect(problemsOf({ html: `<svg>${open}`.repeat(1000) })).toEqual([
    'html 1:1 Mail programs may read the HTML from here on in too many ways: leave <title>, <style>, <script> and the like out of <svg>, <math> and <select>',
  ]);
});

/** Ordinary HTML of authors, which is saved and rendered unchanged. */
const ordinary = [
  '<a href="https://x.example/&{{a}}">',
  '<a href="/p?a={{a}}&{{b}}">',
  '<a href="#{{a}}&{{b}}">',
  '<a href="//x.example/?{{a}}&{{b}}">',
  '<a href="page.html?a={{a}}&{{b}}">',
  '<a href="page&{{a}}">',
  '<a href="mailto:{{a}}?cc={{b}}&{{a}}">',
  '<a href="{{url}}?{{a}}&{{b}}">',
  '<a href="{{url}}/&{{b}}">',
  '<a href="{{url}}&amp;{{b}}">',
  '<a href="{{url}}&#38;b={{b}}">',
  '<a href="{{url}}&">{{a}}</a><a href="{{url}}&#">{{a}}</a><a href="{{url}}&colon">{{a}}</a>',
  '<a href="{{url}}&#x2f">{{a}}</a><a href="java&#x3a">{{a}}</a>',
  '<a href="{{url}}&copy={{b}}">',
  '<a href="{{url}}&c={{b}}&p={{a}}">',
  '<a href="{{url}}{{#on}}&amp;b={{b}}{{/on}}">',
  '<a href="{{url}}{{#on}}?b={{b}}{{/on}}{{#on}}&c={{b}}{{/on}}">',
  '<a href="{{url|https://x.example}}?b={{b}}&c={{a}}">',
  '<a href="https&colon;//x.example/{{a}}&{{b}}">',
  '<a href="&#47;{{a}}&{{b}}">',
  '<img src="{{url}}/a.png" alt="{{a}}&{{b}}&#5{{b}}" title="\u00a0{{a}}">',
  '<img src="https://x.example/a.png?a={{a}}&{{b}}" srcset="{{url}} 2x">',
  '<img src="data:image/png;base64,{{a}}&{{b}}">',
  '<p style="background:url({{url}}?{{a}}&{{b}})">',
  '<td\fwidth=9\talt="{{a}}"\r\ntitle = "{{b}}">\u00a0{{a}}\u2028',
  '<svg><title>{{a}}</title><style>.a{fill:#000}</style><path d="{{a}}"/></svg><p title="{{b}}">',
  '<svg><style><![CDATA[ .a > .b{fill:red} ]]></style></svg><p title="{{b}}">{{a}}</p>',
  '<svg><title>a</title></svg><style>a > b{color:red}<!-- --></style><p title="{{b}}">{{a}}</p>',
  '<svg><animate attributeName="width" from="0" to="{{a}}" values="0;1"/></svg>',
  '<svg><text>{{a}}</text></svg><textarea>{{a}}</textarea><select><option value="{{a}}">{{b}}</select>',
  '<!--[if mso]><noscript><xml><o:a>96</o:a></xml></noscript><![endif]--><p title="{{a}}">{{b}}</p>',
  '<noscript><img src="{{url}}" alt="{{a}}"></noscript><p title="{{b}}">{{a}}</p>',
  '<script src="https://x.example/a.js" id="{{a}}"></script><a href="{{url}}">{{a}}</a>',
];

const values = { a: '5', b: 'red', url: 'https://y.example/p', on: '1' };

test.each(ordinary)('the template %s is saved, and printed as it is written', (html) => {
  const written = html
    .replace(/\{\{[#/]\w+\}\}/g, '')
    .replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: keyof typeof values) => values[name]);

  expect(renderHtml(html, values)).toBe(written);
});
