import { compileTemplate } from '../../../../../shared/engine/render/compile-template.ts';
import { TemplateSyntaxError } from '../../../../../shared/engine/render/syntax/template-problem.ts';
import { expect, test } from '../../../../jest.ts';

/** The guards of an HTML's placeholders by their names; null for one without. */
function guardsOf(html: string): Record<string, string | null> {
  const { html: program } = compileTemplate({ subject: '', html, text: null });
  const guards = program.map((step) => {
    if (typeof step !== 'object' || (step.kind !== 'value' && step.kind !== 'guarded')) return [];
    return [[step.name, step.kind === 'guarded' ? step.guards.join(' ') : null]];
  });
  return Object.fromEntries(guards.flat());
}

/** Where and why an HTML is refused. */
function problemsOf(html: string): string[] {
  try {
    compileTemplate({ subject: '', html, text: null });
    return [];
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    return error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

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
  ['in text', '<p>{{x}}</p>'],
  ['in text behind a sign that opens no tag', 'a < {{x}} <3 {{x}}'],
  ['in a quoted attribute', '<img alt="{{x}}" title=\'{{x}}\' data-on="{{x}}" width="{{x}}">'],
  ['in a title, where no tags are read', '<title><a {{x}}</title>'],
  ['in a text area', '<textarea><b {{x}}</textarea>'],
  ['in a comment', '<!-- {{x}} <script> {{x}} -->{{x}}'],
  ['in a declaration', '<!doctype html {{x}}>{{x}}'],
  ['behind the beginning of an address', '<a href="https://a.example/{{x}}">'],
  ['behind a path, a query or a fragment', '<a href="/{{x}}"><a href="?{{x}}"><a href="#{{x}}">'],
  ['behind a scheme of the author', '<a href="mailto:{{x}}"><a href="sms:{{x}}">'],
  ['behind what is no scheme', '<a href="1{{x}}"><a href="a b{{x}}">'],
  ['in a picture that is written out', '<img src="data:image/png;base64,{{x}}">'],
  ['behind a style', '<style>a{}</style>{{x}}<p style="">{{x}}'],
  ['behind a script', '<script>a</script>{{x}}<script src="a"></SCRIPT >{{x}}'],
  [
    'behind a script with a comment',
    '<script><!-- a --></script>{{x}}<script><!--<script></script>--></script>{{x}}<script><!--></script>{{x}}',
  ],
  [
    'behind a script that no other holds open',
    '<script><!--<scripts></script>{{x}}<script><script></script>{{x}}<script><!--<script>--></script>{{x}}',
  ],
  ['behind an end tag that is none', '<title></titles></title>{{x}}'],
  ['behind a comment that ends at once', '<!-->{{x}}<!--->{{x}}<!-- -- --!>{{x}}'],
  ['behind a comment with an unpaired quote', '<!-- " --><p title="{{x}}">{{x}}'],
  ['behind a tag without an end', '<br/>{{x}}<a href=x title>{{x}}</ a>{{x}}<?xml ?>{{x}}</>{{x}}'],
])('a placeholder accepts any value: %s', (_, html) => {
  expect(guardsOf(html)).toEqual({ x: null });
});

test.each([
  'href',
  'src',
  'action',
  'formaction',
  'background',
  'poster',
  'cite',
  'srcset',
  'xlink:href',
  'HREF',
])('a placeholder has to be an address at the beginning of %s', (name) => {
  expect(guardsOf(`<a ${name}="{{x}}" title="{{y}}">`)).toEqual({ x: 'address', y: null });
});

test.each([
  ['behind white space', '<a href=" \n{{x}}">'],
  ['behind letters that may become a scheme', '<a href="java{{x}}">'],
  ['with a space around the sign', "<a href = '{{x}}'>"],
  ['unescaped', '<a href="{{{x}}}">'],
  ['with a default', '<a href="{{x|https://a.example}}">'],
  ['in an end tag', '</a href="{{x}}">'],
])('a placeholder has to be an address: %s', (_, html) => {
  expect(guardsOf(html)).toEqual({ x: 'address' });
});

test('a placeholder has to be an address after other values that may be empty or part of a scheme', () => {
  expect(guardsOf('<a href="{{a}} {{b}}c{{d}}/{{e}}">')).toEqual({
    a: 'address',
    b: 'address',
    d: 'address',
    e: null,
  });
});

test('a placeholder has to be an address after a section that may print nothing', () => {
  expect(guardsOf('<a href="{{#s}}https://{{/s}}{{x}}">')).toEqual({ x: 'address' });
});

test('a placeholder after one of two sections that each begin the address need not be one', () => {
  const html = '<a href="{{#s}}https://a.example/{{/s}} {{^s}}https://b.example/{{/s}}{{x}}">';

  expect(guardsOf(html)).toEqual({ x: null });
});

test.each([
  ['in a style attribute', '<p style="color:{{x}}">'],
  ['in a style element', '<style>a { color: {{x}} }</style>'],
  ['in a style element with a sign in it', '<style>a</s <b>{{x}}</style>'],
  ['in a style of another namespace', "<v:rect STYLE='width:{{x}}'>"],
  ['behind an address', '<p style="background:url(a) {{x}}">'],
  ['unescaped', '<p style="{{{x}}}">'],
])('a placeholder has to be a plain CSS value: %s', (_, html) => {
  expect(guardsOf(html)).toEqual({ x: 'style' });
});

test('a placeholder in the brackets of url() has to be an address', () => {
  const html = `<p style="a:URL({{a}})"><p style="b:url('{{b}}') {{c}}"><style>uurl("x{{d}}")`;

  expect(guardsOf(html)).toEqual({
    a: 'styleAddress',
    b: 'styleAddress',
    c: 'style',
    d: 'styleAddress',
  });
});

test('a placeholder has to be an address if entities write the brackets and quotes of url()', () => {
  const html = `<p style="a:url(&quot;{{a}}&quot;) {{b}}"><p style="c:u&#114;l&lpar;&#39;{{c}}&#x27;&rpar; {{d}}"><style>u&#114;l({{e}}`;

  expect(guardsOf(html)).toEqual({
    a: 'styleAddress',
    b: 'style',
    c: 'styleAddress',
    d: 'style',
    e: 'style',
  });
});

test('a placeholder in url() has to be an address, whatever a colon after its beginning means', () => {
  const html = `<p style="a:url({{a}}/b:c) d:url('https://e.example/{{b}}:f') {{c}}:g url(data:{{d}}:h)">`;

  expect(guardsOf(html)).toEqual({
    a: 'styleAddress',
    b: 'styleAddress',
    c: 'style',
    d: 'styleAddress',
  });
});

test('a placeholder has to be a CSS value and an address if a section decides which one it is', () => {
  const html = '<p {{#s}}style{{/s}}{{^s}}href{{/s}}="{{x}}">';

  expect(guardsOf(html)).toEqual({ x: 'address style' });
});

test.each([
  ['in a script', '<p>\n<script>a = "{{x}}"</script>', `2:14 {{x}} ${inScript}`],
  ['in a script unescaped', '<script>{{{x}}}</script>', `1:9 {{{x}}} ${inScript}`],
  ['in structured data', '<script type="application/ld+json">{{x}}', `1:36 {{x}} ${inScript}`],
  ['in an event handler', '<a onclick="f(\'{{x}}\')">', `1:16 {{x}} ${inHandler}`],
  ['in a tag', '<{{x}}>', `1:2 {{x}} ${inTagName}`],
  ['in an end tag', '</{{x}}>', `1:3 {{x}} ${inTagName}`],
  ['in the name of a tag', '<h{{x}}>', `1:3 {{x}} ${inTagName}`],
  ['in the end of a title', '<title></{{x}}', `1:10 {{x}} ${inTagName}`],
  ['between attributes', '<option {{x}}>', `1:9 {{x}} ${inAttributeName}`],
  ['in the name of an attribute', '<p data-{{x}}="">', `1:9 {{x}} ${inAttributeName}`],
  ['behind the name of an attribute', '<p a {{x}}>', `1:6 {{x}} ${inAttributeName}`],
  [
    'in an attribute without quotes',
    '<td width={{x}}>',
    '1:11 {{x}} is in an attribute without quotes: write width="{{x}}"',
  ],
  [
    'behind the beginning of one',
    '<td width=1{{x}}0>',
    '1:12 {{x}} is in an attribute without quotes: write width="{{x}}"',
  ],
  [
    'in a document within an attribute',
    '<iframe srcdoc="{{x}}">',
    '1:17 {{x}} is in srcdoc, which is a document: write it into the text',
  ],
  [
    'in the beginning of a comment',
    '<!{{x}}>',
    '1:3 {{x}} is in the beginning of a comment: write a space before it',
  ],
  [
    'behind a scheme that is run',
    '<a href="JavaScript:f({{x}})">',
    `1:23 {{x}} ${inProgramAddress}`,
  ],
  [
    'behind one with a tab in it',
    '<a href="java\tscript:{{x}}">',
    `1:22 {{x}} ${inProgramAddress}`,
  ],
  [
    'in a document within an address',
    '<a href="data:text/html,{{x}}">',
    `1:25 {{x}} ${inProgramAddress}`,
  ],
  ['in the type of such a one', '<a href="data:{{x}}">', `1:15 {{x}} ${inProgramAddress}`],
  ['that a colon makes a scheme', '<a href="{{x}}://a.example">', `1:15 ${colon}`],
  ['in a style as well', '<p style="a:url(\'{{x}}:b\')">', `1:23 ${colon}`],
  ['with letters around it', '<style>a{b:url( j{{x}}t:c)}', `1:24 ${colon}`],
  [
    'whose default has a scheme that is not let pass',
    '<a href="{{x|javascript:void(0)}}">',
    '1:10 The default of {{x}} begins with a scheme that is not allowed: use https, http, mailto, tel, cid or no scheme',
  ],
  [
    'whose default hides its scheme',
    '<a href="{{x|java&#115;cript:f()}}">',
    '1:10 The default of {{x}} begins with a scheme that is not allowed: use https, http, mailto, tel, cid or no scheme',
  ],
])('a template is refused for a placeholder: %s', (_, html, problem) => {
  expect(problemsOf(html)).toEqual([problem]);
});

test('a template is refused for all its unsafe placeholders at once', () => {
  expect(problemsOf('<{{x}}>\n<script>{{y}}')).toEqual([
    `1:2 {{x}} ${inTagName}`,
    `2:9 {{y}} ${inScript}`,
  ]);
});

test('the reader follows the way without a section', () => {
  expect(problemsOf('<td width={{^s}}"{{/s}}{{x}}">')).toEqual([
    '1:24 {{x}} is in an attribute without quotes: write width="{{x}}"',
  ]);
});

test('the reader follows the way through a section', () => {
  expect(problemsOf('{{#s}}<script>{{/s}}{{x}}')).toEqual([`1:21 {{x}} ${inScript}`]);
});

test('the reader follows the way that enters a section twice', () => {
  expect(problemsOf('{{#s}}{{x}}<script>{{/s}}')).toEqual([`1:7 {{x}} ${inScript}`]);
});

test('the reader never enters an inverted section twice', () => {
  expect(problemsOf('{{^s}}{{x}}<script>{{/s}}')).toEqual([]);
});

test('the reader enters only one of two sections that exclude each other', () => {
  const choice = (between: string) => `<a href="{{#s}}https://{{/s}}${between}{{^s}}/{{/s}}{{x}}">`;

  expect([choice(''), choice('\n'), choice('a')].map(guardsOf)).toEqual([
    { x: null },
    { x: null },
    { x: 'address path' },
  ]);
});

test('the reader enters both of two sections that do not exclude each other', () => {
  const html = '<a href="{{#s}}https://{{/s}}{{^t}}/{{/t}}{{x}}">';

  expect(guardsOf(html)).toEqual({ x: 'address' });
});

test('the reader enters the second of two sections as well as the first', () => {
  expect(problemsOf('<p {{^s}}a="{{/s}}{{#s}}{{x}}b="{{/s}}">')).toEqual([
    `1:25 {{x}} ${inAttributeName}`,
  ]);
});

test('the reader follows sections with an attribute inside', () => {
  expect(problemsOf('<p{{#s}} class="{{x}}"{{/s}}>{{x}}</p>')).toEqual([]);
});

test('the reader follows sections inside the name of an attribute', () => {
  expect(problemsOf('<h{{#a}}1{{/a}}{{^a}}2{{/a}} a{{#b}}b{{/b}}="{{x}}">')).toEqual([]);
  expect(guardsOf('<sty{{^a}}le{{/a}}>{{x}}</style>')).toEqual({ x: 'style' });
});

test('the reader follows the text of a default', () => {
  expect(problemsOf('{{a|<script>}}{{x}}')).toEqual([`1:15 {{x}} ${inScript}`]);
  expect(problemsOf('{{a|}}{{x}}')).toEqual([]);
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
