import { compileTemplate } from '../../../../../shared/engine/render/compile-template.ts';
import { expect, test } from '../../../../jest.ts';
import { empty, problemsOf as problemsOfParts } from '../problems-of.ts';

/** The guards of an HTML's placeholders by their names; null for one without. */
function guardsOf(html: string): Record<string, string | null> {
  const guards = compileTemplate({ ...empty, html }).html.map((step) => {
    if (typeof step !== 'object' || (step.kind !== 'value' && step.kind !== 'guarded')) return [];
    return [[step.name, step.kind === 'guarded' ? step.guards.join(' ') : null]];
  });
  return Object.fromEntries(guards.flat());
}

/** The place and the reason of each refusal of an HTML. */
const problemsOf = (html: string) =>
  problemsOfParts({ html }).map((problem) => problem.replace(/^html /, ''));

const inScript =
  'is in a <script>, where escaping makes no value safe: write it into the text, or into an attribute';
const inHandler =
  'is in an event handler, where escaping makes no value safe: leave the handler out, mail programs do not run it';
const inTagName = 'is in the name of a tag: write the name out, or &lt; where no tag is meant';
const inAttributeName =
  'is where a tag has the name of an attribute: write the attribute out, with a section around it if only some mails have it';
const inProgramAddress =
  'is in an address that is run or shown as a document: begin the address with https://';
const colon =
  'This colon turns the value of a variable into a scheme: write the scheme itself, as in https://{{host}}';
const tooManyWays =
  'Too many sections decide how the HTML is read here: open and close each tag and each quote in the same section';

test.each([
  '<p>{{x}}</p>',
  'a < {{x}} <3 {{x}}',
  '<img alt="{{x}}" title=\'{{x}}\' data-on="{{x}}" width="{{x}}">',
  '<title><a {{x}}</title>',
  '<textarea><b {{x}}</textarea>',
  '<!-- {{x}} <script> {{x}} -->{{x}}',
  '<!doctype html {{x}}>{{x}}',
  '<a href="https://a.example/{{x}}">',
  '<a href="/{{x}}"><a href="?{{x}}"><a href="#{{x}}">',
  // After a scheme that the author wrote, and after text that is not a scheme.
  '<a href="mailto:{{x}}"><a href="sms:{{x}}">',
  '<a href="1{{x}}"><a href="a b{{x}}">',
  '<img src="data:image/png;base64,{{x}}">',
  '<style>a{}</style>{{x}}<p style="">{{x}}',
  '<script>a</script>{{x}}<script src="a"></SCRIPT >{{x}}',
  // After a script with a comment, and after a script that no inner script keeps open.
  '<script><!-- a --></script>{{x}}<script><!--<script></script>--></script>{{x}}<script><!--></script>{{x}}',
  '<script><!--<scripts></script>{{x}}<script><script></script>{{x}}<script><!--<script>--></script>{{x}}',
  // After tags and comments whose end is not where it seems to be.
  '<title></titles></title>{{x}}',
  '<!-->{{x}}<!--->{{x}}<!-- -- --!>{{x}}',
  '<!-- " --><p title="{{x}}">{{x}}',
  '<br/>{{x}}<a href=x title>{{x}}</ a>{{x}}<?xml ?>{{x}}</>{{x}}',
])('a placeholder accepts any value in %s', (html) => {
  expect(guardsOf(html)).toEqual({ x: null });
});

test.each([
  ...['href', 'src', 'action', 'formaction', 'background', 'poster', 'cite', 'srcset'],
  ...['xlink:href', 'HREF'],
])('a placeholder has to be an address at the beginning of %s', (name) => {
  expect(guardsOf(`<a ${name}="{{x}}" title="{{y}}">`)).toEqual({ x: 'address', y: null });
});

test.each([
  ['after white space', '<a href=" \n{{x}}">'],
  ['after letters that may become a scheme', '<a href="java{{x}}">'],
  ['with a space around the sign', "<a href = '{{x}}'>"],
  ['unescaped', '<a href="{{{x}}}">'],
  ['with a default', '<a href="{{x|https://a.example}}">'],
  ['in an end tag', '</a href="{{x}}">'],
])('a placeholder has to be an address: %s', (_, html) => {
  expect(guardsOf(html)).toEqual({ x: 'address' });
});

test.each<[string, string, Record<string, string | null>]>([
  [
    'after other values that may be empty or part of a scheme, until a path begins',
    '<a href="{{a}} {{b}}c{{d}}/{{e}}">',
    { a: 'address', b: 'address', d: 'address', e: null },
  ],
  [
    'after a section that may print nothing',
    '<a href="{{#s}}https://{{/s}}{{x}}">',
    { x: 'address' },
  ],
  [
    'not after two sections of which one begins the address',
    '<a href="{{#s}}https://a.example/{{/s}} {{^s}}https://b.example/{{/s}}{{x}}">',
    { x: null },
  ],
])('a placeholder has to be an address: %s', (_, html, guards) => {
  expect(guardsOf(html)).toEqual(guards);
});

test.each([
  ['in a style attribute', '<p style="color:{{x}}">'],
  ['in a style element', '<style>a { color: {{x}} }</style>'],
  ['in a style element with a sign in it', '<style>a</s <b>{{x}}</style>'],
  ['in a style of another namespace', "<v:rect STYLE='width:{{x}}'>"],
  ['after an address', '<p style="background:url(a) {{x}}">'],
  ['unescaped', '<p style="{{{x}}}">'],
])('a placeholder has to be a plain CSS value: %s', (_, html) => {
  expect(guardsOf(html)).toEqual({ x: 'style' });
});

const url = 'styleAddress';

test.each([
  [
    'in the brackets of url()',
    `<p style="a:URL({{a}})"><p style="b:url('{{b}}') {{c}}"><style>uurl("x{{d}}")`,
    { a: url, b: url, c: 'style', d: url },
  ],
  [
    'if entities write the brackets and quotes of url()',
    `<p style="a:url(&quot;{{a}}&quot;) {{b}}"><p style="c:u&#114;l&lpar;&#39;{{c}}&#x27;&rpar; {{d}}"><style>u&#114;l({{e}}`,
    { a: url, b: 'style', c: url, d: 'style', e: 'style' },
  ],
  [
    'in url(), whatever a colon after its beginning means',
    `<p style="a:url({{a}}/b:c) d:url('https://e.example/{{b}}:f') {{c}}:g url(data:{{d}}:h)">`,
    { a: url, b: url, c: 'style', d: url },
  ],
  [
    'and a CSS value, if a section decides which one it is',
    '<p {{#s}}style{{/s}}{{^s}}href{{/s}}="{{x}}">',
    { x: 'address style' },
  ],
])('a placeholder of a style has to be an address %s', (_, html, guards) => {
  expect(guardsOf(html)).toEqual(guards);
});

const schemeOfDefault =
  'The default of {{x}} begins with a scheme that is not allowed: use https, http, mailto, tel, cid or no scheme';
const noQuotes = 'is in an attribute without quotes: write width="{{x}}"';

test.each([
  ['<p>\n<script>a = "{{x}}"</script>', `2:14 {{x}} ${inScript}`],
  ['<script>{{{x}}}</script>', `1:9 {{{x}}} ${inScript}`],
  ['<script type="application/ld+json">{{x}}', `1:36 {{x}} ${inScript}`],
  ['<a onclick="f(\'{{x}}\')">', `1:16 {{x}} ${inHandler}`],
  ['<{{x}}>', `1:2 {{x}} ${inTagName}`],
  ['</{{x}}>', `1:3 {{x}} ${inTagName}`],
  ['<h{{x}}>', `1:3 {{x}} ${inTagName}`],
  ['<title></{{x}}', `1:10 {{x}} ${inTagName}`],
  ['<option {{x}}>', `1:9 {{x}} ${inAttributeName}`],
  ['<p data-{{x}}="">', `1:9 {{x}} ${inAttributeName}`],
  ['<p a {{x}}>', `1:6 {{x}} ${inAttributeName}`],
  ['<td width={{x}}>', `1:11 {{x}} ${noQuotes}`],
  ['<td width=1{{x}}0>', `1:12 {{x}} ${noQuotes}`],
  [
    '<iframe srcdoc="{{x}}">',
    '1:17 {{x}} is in srcdoc, which is a document: write it into the text',
  ],
  ['<!{{x}}>', '1:3 {{x}} is in the beginning of a comment: write a space before it'],
  ['<a href="JavaScript:f({{x}})">', `1:23 {{x}} ${inProgramAddress}`],
  ['<a href="java\tscript:{{x}}">', `1:22 {{x}} ${inProgramAddress}`],
  ['<a href="data:text/html,{{x}}">', `1:25 {{x}} ${inProgramAddress}`],
  ['<a href="data:{{x}}">', `1:15 {{x}} ${inProgramAddress}`],
  ['<a href="{{x}}://a.example">', `1:15 ${colon}`],
  ['<p style="a:url(\'{{x}}:b\')">', `1:23 ${colon}`],
  ['<style>a{b:url( j{{x}}t:c)}', `1:24 ${colon}`],
  ['<a href="{{x|javascript:void(0)}}">', `1:10 ${schemeOfDefault}`],
  ['<a href="{{x|java&#115;cript:f()}}">', `1:10 ${schemeOfDefault}`],
  ['<{{x}}>\n<script>{{y}}', `1:2 {{x}} ${inTagName}`, `2:9 {{y}} ${inScript}`],
])('a template is refused for all its unsafe placeholders at once: %s', (html, ...problems) => {
  expect(problemsOf(html)).toEqual(problems);
});

test.each([
  ['the way without a section', '<td width={{^s}}"{{/s}}{{x}}">', `1:24 {{x}} ${noQuotes}`],
  ['the way through a section', '{{#s}}<script>{{/s}}{{x}}', `1:21 {{x}} ${inScript}`],
  ['the way that enters a section twice', '{{#s}}{{x}}<script>{{/s}}', `1:7 {{x}} ${inScript}`],
  ['no way that enters an inverted section twice', '{{^s}}{{x}}<script>{{/s}}'],
  [
    'the way through the second of two sections as well as the first',
    '<p {{^s}}a="{{/s}}{{#s}}{{x}}b="{{/s}}">',
    `1:25 {{x}} ${inAttributeName}`,
  ],
  ['sections with an attribute inside', '<p{{#s}} class="{{x}}"{{/s}}>{{x}}</p>'],
  [
    'sections inside the name of an attribute',
    '<h{{#a}}1{{/a}}{{^a}}2{{/a}} a{{#b}}b{{/b}}="{{x}}">',
  ],
  ['the text of a default', '{{a|<script>}}{{x}}', `1:15 {{x}} ${inScript}`],
  ['the way of an empty default', '{{a|}}{{x}}'],
])('the reader follows %s', (_, html, ...problems) => {
  expect(problemsOf(html)).toEqual(problems);
});

test('the reader follows sections inside the name of a tag', () => {
  expect(guardsOf('<sty{{^a}}le{{/a}}>{{x}}</style>')).toEqual({ x: 'style' });
});

test('the reader enters only one of two sections that exclude each other', () => {
  const guards = ['', '\n', 'a'].map((between) =>
    guardsOf(`<a href="{{#s}}https://{{/s}}${between}{{^s}}/{{/s}}{{x}}">`),
  );

  expect(guards).toEqual([{ x: 'step' }, { x: 'step' }, { x: 'address path' }]);
});

test('the reader enters both of two sections that do not exclude each other', () => {
  const html = '<a href="{{#s}}https://{{/s}}{{^t}}/{{/t}}{{x}}">';

  expect(guardsOf(html)).toEqual({ x: 'address step' });
});

test('a template with too many ways is refused', () => {
  expect(problemsOf('<{{#a}}a{{/a}}{{#b}}b{{/b}}>')).toEqual([`1:22 ${tooManyWays}`]);
});

const button = (inside: string) => `<!--[if mso]><v:rect ${inside}></v:rect><![endif]-->`;

test('Outlook reads the HTML in a conditional comment', () => {
  const html = `${button('href="{{x}}" style="color:{{y}}" fillcolor="{{z}}"')}{{after}}`;

  expect(guardsOf(html)).toEqual({ x: 'address', y: 'style', z: null, after: null });
  expect(problemsOf(button('href={{x}}'))).toEqual([
    '1:27 {{x}} is in an attribute without quotes: write href="{{x}}"',
  ]);
});

test('other readers take a conditional comment for a comment', () => {
  const html = '<!--[if mso]><textarea><![endif]--><script>{{x}}</script>';

  expect(problemsOf(html)).toEqual([`1:44 {{x}} ${inScript}`]);
});

test('a conditional comment may be closed for all readers but Outlook', () => {
  expect(guardsOf('<!--[if !mso]><!--><a href="{{x}}">{{y}}</a><!--<![endif]-->')).toEqual({
    x: 'address',
    y: null,
  });
});

test('a comment that may end with a value is read both ways', () => {
  expect(problemsOf('<!-- {{a}}> <script>{{x}}</script>')).toEqual([`1:21 {{x}} ${inScript}`]);
});

test('subject and text have no unsafe places', () => {
  const source = { subject: '<script>{{x}}', html: '', text: '<a href="{{x}}" {{y}}>' };

  const { subject, text } = compileTemplate(source);

  expect([subject, text].flat().filter((step) => typeof step === 'object')).toMatchObject([
    { kind: 'value', name: 'x' },
    { kind: 'value', name: 'x' },
    { kind: 'value', name: 'y' },
  ]);
});
