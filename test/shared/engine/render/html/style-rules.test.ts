import { deriveTextTemplate } from '../../../../../shared/engine/render/derive-text.ts';
import { textFromHtml } from '../../../../../shared/engine/render/text-from-html.ts';
import { expect, test } from '../../../../jest.ts';
import { renderDerivedText } from '../rendering.ts';
import { showDerivedText } from '../show-derived-text.ts';

/** A typical mail: a class hides its preheader, and its rules for phones are in `@media`. */
const mail = `<!doctype html>
<html lang="en">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>Simple</title>
<style media="all" type="text/css">
/* GLOBAL RESETS */
body { font-family: Helvetica, sans-serif; font-size: 16px; line-height: 1.3; }
table td { font-size: 16px; vertical-align: top; }
.main { background: #ffffff; width: 100%; }
.preheader { color: transparent; display: none; height: 0; max-height: 0; max-width: 0; opacity: 0; overflow: hidden; mso-hide: all; visibility: hidden; width: 0; }
.btn > tbody > tr > td { padding-bottom: 16px; }
@media only screen and (max-width: 640px) {
  .main p, .main td, .main span { font-size: 16px !important; }
  .wrapper { display: none !important; }
}
@media all {
  .ExternalClass { width: 100%; }
  .apple-link a { color: inherit !important; }
}
</style>
</head>
<body>
<span class="preheader">Seen in a list of mails alone, {{name}}.</span>
<table role="presentation" class="main"><tr><td class="wrapper"><p>Hi {{name}}</p><p class="apple-link">Good luck!</p></td></tr></table>
</body>
</html>`;

test('the preheader that a class hides is not in the text', async () => {
  const text = 'Hi Ada\n\nGood luck!';

  expect(await renderDerivedText(mail, { name: 'Ada' })).toBe(text);
  expect(textFromHtml(mail.replaceAll('{{name}}', 'Ada'))).toBe(text);
});

/** An element for every selector of the tests, and a word that is always visible. */
const body = '<p>always</p><p class="other a" id="one">seen</p>';

/** The text of the body with a style sheet: derived when it is saved, and converted. */
function textWith(css: string, html = body): string {
  const whole = `<style>${css}</style>${html}`;
  const text = textFromHtml(whole);
  expect(showDerivedText(deriveTextTemplate(whole) ?? [])).toBe(text);
  return text;
}

test.each([
  '.a{display:none}',
  '#one{display:none}',
  'P.a { DISPLAY : None ; }',
  'p#one{display:none}',
  '.x, .y ,\n.a{display:none}',
  '.a{visibility:hidden}',
  '.a{opacity:0}',
  '.a{max-height:0;overflow:hidden}',
  '.a{height:0px;overflow:hidden}',
  '.a{font-size:0}',
  '.a{font:1px/1 serif}',
  '.a{color:red;display:none!important}',
  '/* .b{ */ .a /* x */ {display: /* x */ none}',
  '<!-- .a{display:none} -->',
  '.b{content:"}"}.a{display:none}',
  ".b{content:'\\'}'}.a{display:none}",
  '@import url("x.css"); @charset "utf-8"; .a{display:none}',
  '@font-face{font-family:x}.a{display:none}',
  '@media screen{.a{color:red}}.a{display:none}',
  '.b .c, .a{display:none}',
  '.a{display:none',
  '.a{display:block}.a{display:none}',
  '.a{display:none}p{display:block}',
  '#one{display:none}.a{display:block}p.a{display:block}',
  '.other{display:block}.a{display:none}',
  '.a{display:none!important}#one{display:block}',
])('a rule hides its elements: %s', (css) => {
  expect(textWith(css)).toBe('always');
});

test.each([
  '@media (max-width: 600px){.a{display:none}}',
  '@media print, screen { .b{color:red} .a{display:none} }',
  '@supports (display:grid){.a{display:none}}',
  '@layer x { @media all { .a{display:none} } }',
  '.wrapper .a{display:none}',
  'p > .a{display:none}',
  '.a:hover{display:none}',
  '.a.b{display:none}',
  '[class~=a]{display:none}',
  'p:is(.x, .a, .y){display:none}',
  '.A{display:none}',
  '.aa,#a,.one{display:none}',
  '.b{color:red; .a{display:none}}',
  '.a{color:red; .b{x:y} display:none}',
  '.b{} ; .a{display:none}',
  '} .a{display:none}',
  '.a\\:b{display:none}',
  '/* .a{display:none}',
  '.b{content:".a{display:none}"}',
  '.a{display:none}.a{display:block}',
  '.a{display:none}p.a{display:block}',
  '.a{display:none}.other{display:inline}',
  '#one{display:none}.a{display:block!important}',
  '.a{mso-hide:all}',
  '',
])('a rule hides nothing: %s', (css) => {
  expect(textWith(css)).toBe('always\n\nseen');
});

test('a rule for some readers only, for another language, or in an element that is never shown hides nothing', () => {
  const rule = '.a{display:none}';

  for (const attribute of ['media="print"', 'media="screen and (x)"', 'type="text/less"']) {
    expect(textFromHtml(`<style ${attribute}>${rule}</style>${body}`)).toBe('always\n\nseen');
  }
  expect(textFromHtml(`<template><style>${rule}</style></template>${body}`)).toMatch('seen');
  expect(textFromHtml(`<!--[if mso]><style>${rule}</style><![endif]-->${body}`)).toMatch('seen');
  expect(textFromHtml(`<style>/* open</style><style>${rule}</style>${body}`)).toBe('always');
});

test('a rule after the words counts too', () => {
  expect(textFromHtml(`${body}<style>.a{display:none}</style>`)).toBe('always');
});

test('a rule and an inline style count as in a browser: the inline one wins, except against !important', () => {
  const shown = '<p>always</p><p class="a" style="display:block">seen</p>';

  expect(textWith('.a{display:none}', shown)).toBe('always\n\nseen');
  expect(textWith('.a{display:none !important}', shown)).toBe('always');
});

test.each([
  ['a style sheet', '{{#on}}<style>.a{display:none}</style>{{/on}}<p class="a">seen</p>'],
  ['a rule', '<style>{{#on}}.b{} .a{display:none}{{/on}}</style><p class="a">seen</p>'],
  ['a class', '<style>.a{display:none}</style><p class="x {{#on}} a {{/on}}">seen</p>'],
  ['an attribute', '<style>.a{display:none}</style><p{{#on}} class="a"{{/on}}>seen</p>'],
])('an attribute that a section may leave out hides nothing: %s', (_, html) => {
  expect(showDerivedText(deriveTextTemplate(html) ?? [])).toMatch('seen');
});

test('a rule beside a section hides, and so does a class before a tag', async () => {
  const html =
    '<style>p{color:{{c}}} .a{display:none} {{#on}}.x{}{{/on}}</style><p class="a {{d|x}}">a</p>b';

  expect(await renderDerivedText(html, { c: 'red' })).toBe('b');
});

test.each([
  ['one selector, many rules', '.a{display:none}'.repeat(30_000)],
  ['one rule, many selectors', `${'.b,'.repeat(80_000)}.a{${'display:none;'.repeat(20_000)}}`],
  ['blocks within blocks, never closed', `.a{display:none}${'@media x{'.repeat(50_000)}`],
  ['semicolons and spaces', `${' '.repeat(200_000)}${';'.repeat(200_000)}`],
  ['quotes', '"'.repeat(400_000)],
  ['comments that begin', '/*'.repeat(200_000)],
])('style sheets of half a megabyte are read: %s', (_, css) => {
  const html = `<style>${css}</style>${'<b class="a a a">x</b>'.repeat(5_000)}<p>end</p>`;

  const text = textFromHtml(html);

  expect(text).toMatch(/end$/);
  expect(text.startsWith('x')).toBe(!css.startsWith('.'));
});
