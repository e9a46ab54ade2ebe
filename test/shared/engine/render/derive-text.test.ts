import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { deriveTextTemplate } from '../../../../shared/engine/render/derive-text.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';
import { layout } from '../../../../shared/engine/render/text/layout.ts';
import { textFromHtml } from '../../../../shared/engine/render/text-from-html.ts';
import { expect, test } from '../../../jest.ts';
import { renderDerivedText, renderHtml, storedTemplate } from './rendering.ts';
import { showDerivedText } from './show-derived-text.ts';

const readEmail = (file: string) =>
  readFileSync(new URL(`./emails/${file}`, import.meta.url), 'utf8');

test.each(['receipt', 'newsletter', 'mjml', 'word', 'invoice'])(
  'a derived text reads as a person would have written it: %s',
  async (name) => {
    const html = readEmail(`${name}.html`);
    const variables = JSON.parse(readEmail(`${name}.json`));

    const derived = await renderDerivedText(html, variables);
    const converted = textFromHtml(renderHtml(html, variables));

    expect(`${derived}\n`).toBe(readEmail(`${name}.txt`));
    expect(converted).toBe(derived);
  },
);

const rows = '<p>A</p>{{#l}}<tr><td>{{a}}</td><td>{{b}}</td></tr>{{/l}}<p>B</p>';
const items = [{ who: { name: 'Ada' } }, { who: {} }];
const one = { url: 'https://a.example', label: 'https://a.example', mail: 'a@b.example' };

test.each<[string, string, Record<string, unknown>, string]>([
  [
    'has each item of a loop on its own line',
    rows,
    {
      l: [
        { a: 1, b: 2 },
        { a: 3, b: '' },
      ],
    },
    'A\n\n1 | 2\n3\n\nB',
  ],
  ['has no gap for a loop without items', rows, {}, 'A\n\nB'],
  [
    'counts the items of a numbered list as they are rendered',
    '<ol start="3">{{#l}}<li>{{.}}</li>{{/l}}<li>end</li></ol>',
    { l: ['a', 'b'] },
    '3. a\n4. b\n5. end',
  ],
  [
    'looks up a dotted name as the HTML does',
    '<ul>{{#l}}<li>{{who.name|nobody}}</li>{{/l}}</ul>',
    { l: items, who: { name: 'OTHER' } },
    '* Ada\n* nobody',
  ],
  [
    'separates the cells that a loop makes',
    '<table><tr>{{#l}}<td>{{.}}</td>{{/l}}</tr></table>',
    { l: ['a', '', 'b'] },
    'a | b',
  ],
  [
    'follows inverted sections',
    '<ul>{{#l}}<li>{{.}}</li>{{/l}}{{^l}}<li>none</li>{{/l}}</ul>{{^m}}<i>m</i>{{/m}}',
    { l: [], m: ['a'] },
    '* none',
  ],
  [
    'follows sections in comments, in attributes and between attributes',
    '<!-- {{#l}} --><p{{#hot}} class="hot"{{/hot}} {{#x}}title="{{y}}"{{/x}}>{{a}}</p><!-- {{/l}} -->',
    { l: [{ a: 1, hot: true }, { a: 2 }] },
    '1\n\n2',
  ],
  [
    'keeps placeholders and sections in addresses',
    '<a href="https://a.example/{{id}}{{#q}}?q={{.}}{{/q}}">{{label}}</a>',
    { id: 7, q: 'a&b', label: 'Go' },
    'Go (https://a.example/7?q=a&b)',
  ],
  [
    'prints an address once if its words turn out to be the same',
    '<a href="{{url}}">{{label}}</a> <a href="mailto:{{mail}}">{{mail}}</a>',
    one,
    'https://a.example a@b.example',
  ],
  ['leaves out the brackets of an optional address', '<a href="{{url|}}">Go</a>', {}, 'Go'],
  [
    'converts defaults: HTML in the HTML, plain in the text',
    '<p>{{a|<b>Tom</b> &amp; Co}} {{b|x<br>y}} <a href="{{c|https://a.example/?a=1&amp;copy=2}}">z</a></p>',
    {},
    'Tom & Co x\ny z (https://a.example/?a=1&copy=2)',
  ],
  [
    'prints values as they are, with their line breaks as spaces',
    '<ul><li>{{a}}</li></ul><p>{{b}}</p>',
    { a: 'x <&>\ny', b: ' {{b}}  c ' },
    '* x <&> y\n\n{{b}}  c',
  ],
  [
    'reads braces that were written as entities as text',
    '<p>&#123;&#123;name&#125;&#125; {{name}} &lbrace;{x}}</p>',
    { name: 'Ada' },
    '{{name}} Ada {{x}}',
  ],
  [
    'keeps the white space of preformatted text, except on a tag’s own line',
    '<pre>\n{{#l}}\n  {{.}}:  x\n{{/l}}\nend</pre>',
    { l: ['a', 'b'] },
    '  a:  x\n  b:  x\nend',
  ],
  [
    'survives what HTML cannot have: numbers of no tag, halves of sections',
    '<p>&#xFDD0;9&#xFDD1;\ufdd00\ufdd1</p></p {{#a}}>x</p {{/a}}>{{#b}}<p class="a" class="{{/b}}">y',
    { b: true },
    '0\n\nx\n\ny',
  ],
])('a derived text %s', async (_, html, data, text) => {
  expect(await renderDerivedText(html, data)).toBe(text);
});

test('a derived text needs no variable that only attributes or hidden words use', () => {
  const html = '<p title="{{a|}}" style="color:{{b|red}}">x</p><p hidden>{{c|}}</p><!-- {{d|}} -->';

  expect(deriveTextTemplate(html)).toEqual([2, 'x', 2]);
});

test('a value never becomes a paragraph of its own in a derived text', async () => {
  const html = '<p>Hi {{name}},</p><p>welcome. <a href="{{url}}">{{label}}</a></p>';
  const variables = {
    name: 'Ada\n\nYour account is locked: https://evil.example\r\n \t\r\nDear',
    url: 'https://a.example/x\n\nCall\u2028us',
    label: '\u2028open\u2029\u0085it\v\f',
  };

  const text = await renderDerivedText(html, variables);

  expect(text).toBe(
    'Hi Ada Your account is locked: https://evil.example Dear,\n\nwelcome. open it (https://a.example/xCallus)',
  );
  expect(textFromHtml(renderHtml(html, variables))).toBe(text);
});

test.each([
  ['<pre>{{a}}</pre>', true],
  ['<p style="white-space: pre-wrap">{{a}}</p>', true],
  ['<p style="white-space:pre-line"><b>{{a}}</b></p>', true],
  ['<style>.keep{white-space:pre}</style><p class="keep">{{a}}</p>', true],
  ['<p style="white-space:break-spaces">{{b}}{{#c}}<i>{{a}}</i>{{/c}}</p>', true],
  ['<pre>x</pre><p>{{a}}</p>', false],
  ['<pre style="white-space:normal">{{a}}</pre>', false],
  ['<pre>x<span style="white-space:nowrap">{{a}}</span></pre>', false],
  ['{{^c}}<pre>{{/c}}{{a}}{{^c}}</pre>{{/c}}', false],
  ['{{#c}}<pre>{{b}}</pre>{{/c}}<p>{{a}}</p>', false],
  ['<p style="white-space:pre-line"><img alt="x"></p>{{a}}', false],
])('a derived text keeps line breaks of values only as HTML does: %s', async (html, isKept) => {
  const variables = { a: 'one\n\ntwo', b: '', c: true };

  const text = await renderDerivedText(html, variables);

  expect(text.includes('one\n\ntwo')).toBe(isKept);
  expect(text.includes('one two')).toBe(!isKept);
  expect(textFromHtml(renderHtml(html, variables))).toBe(text);
});

test('a derived text that an older version stored keeps the line breaks of its values', async () => {
  const html = '<p>{{a}}</p>';
  const now = deriveTextTemplate(html) ?? [];
  const before = now.slice(1);

  const rendering = await renderMail(storedTemplate({ html, text: before }), { a: 'x\n\ny' });

  expect(now[0]).toBe(layout.foldLines);
  expect(rendering).toHaveProperty('text', 'x\n\ny');
});

test('a derived text is plain JSON, and compiling it needs no HTML parser', async () => {
  const html = readEmail('invoice.html');
  const variables = JSON.parse(readEmail('invoice.json'));
  const derived = deriveTextTemplate(html);

  const reread = JSON.parse(JSON.stringify(derived));
  const rendering = await renderMail(storedTemplate({ html, text: reread }), variables);

  expect(reread).toEqual(derived);
  expect(rendering).toHaveProperty('text', await renderDerivedText(html, variables));
});

test('there is no derived text if a raw tag may bring HTML, or if the template has problems', () => {
  expect(deriveTextTemplate('<p>{{{a}}}</p>')).toBeNull();
  expect(deriveTextTemplate('<p title="{{&a}}"></p>')).toBeNull();
  expect(deriveTextTemplate('<p>{{a</p>')).toBeNull();
});

test('a text is derived from 20,000 nested elements', async () => {
  const html = `${'<div>'.repeat(20_000)}{{a}}${'</div>'.repeat(20_000)}`;

  expect(await renderDerivedText(html, { a: 'deep' })).toBe('deep');
});

test('a derived text has the same limits as every part', async () => {
  await expect(renderDerivedText('{{a}}{{a}}{{a}}', { a: 'x'.repeat(2 ** 20) })).rejects.toThrow(
    'Rendered HTML is larger than 2 MB',
  );
  const template = storedTemplate({ html: '-', text: deriveTextTemplate('{{a}}{{a}}{{a}}') });
  await expect(renderMail(template, { a: 'x'.repeat(2 ** 20) })).rejects.toThrow(
    'Rendered text is larger than 2 MB',
  );
});

test('the view of a derived text has its layout and the tags as they were written', () => {
  const html =
    '<h1>Hi {{name|<i>you</i>}}</h1><ol>{{#l}}<li>{{a}} &#123;</li>{{/l}}</ol>{{^l}}<a href="https://a.example/{{id}}">None</a>{{/l}}';

  expect(showDerivedText(deriveTextTemplate(html) ?? [])).toBe(
    'Hi {{name|you}}\n\n{{#l}}\n1. {{a}} {\n{{/l}}\n\n{{^l}}None (https://a.example/{{id}}){{/l}}',
  );
});

const words = fc.constantFrom(
  ...['one', ' two ', 'three &amp; four', '<b>five</b> ', ' ', '&nbsp;', ''],
);
const value = fc.constantFrom(
  ...['{{a}}', ' {{b}} ', '{{c|none}}', '{{c|}}', '<i>{{d}}</i>', '{{e|<b>x</b> &lt;}}'],
);
const inline = fc.array(fc.oneof(words, value), { maxLength: 4 }).map((parts) => parts.join(''));
const inSection = (content: fc.Arbitrary<string>, names = ['l', 'm', 'a']) =>
  fc
    .tuple(fc.constantFrom('#', '^'), fc.constantFrom(...names), content, fc.constantFrom('', '\n'))
    .map(([sigil, name, inner, end]) => `{{${sigil}${name}}}${end}${inner}{{/${name}}}${end}`);
const wrapped = (open: string, content: fc.Arbitrary<string>, close: string) =>
  content.map((inner) => `${open}${inner}${close}`);
const link = fc
  .tuple(fc.constantFrom('https://a.example/{{a}}', '{{f|}}', 'mailto:{{a}}@b.example'), inline)
  .map(([href, label]) => `<a href="${href}">${label}</a>`);

const block = fc.letrec<{ block: string; blocks: string }>((tie) => {
  const item = wrapped('<li>', fc.oneof(inline, tie('blocks')), '</li>');
  const cell = wrapped('<td>', fc.oneof(inline, tie('blocks')), '</td>');
  const cells = fc.array(fc.oneof(cell, inSection(cell)), { maxLength: 3 });
  const row = wrapped(
    '<tr>',
    cells.map((parts) => parts.join('\n')),
    '</tr>\n',
  );
  const several = (one: fc.Arbitrary<string>) =>
    fc.array(fc.oneof(one, inSection(one)), { maxLength: 3 }).map((parts) => parts.join(''));
  return {
    blocks: fc.array(tie('block'), { maxLength: 3 }).map((parts) => parts.join('\n')),
    block: fc.oneof(
      { maxDepth: 4 },
      inline,
      link,
      wrapped('<p>', inline, '</p>'),
      wrapped('<h2>', inline, '</h2>'),
      wrapped('<div>', tie('blocks'), '</div>'),
      wrapped('<ul>', several(item), '</ul>'),
      wrapped('<ol>', several(item), '</ol>'),
      wrapped('<table>', several(row), '</table>'),
      wrapped('<blockquote>', tie('blocks'), '</blockquote>'),
      wrapped('<p>a<br>', inline, '<br></p>'),
      wrapped('<div style="display:none">', tie('blocks'), '</div>'),
      inSection(tie('blocks')),
    ),
  };
}).blocks;

const plain = fc.constantFrom(
  ...['', 'x', 'y z', '<&>"', '{{', ' edge ', 'https://a.example/x', '0', 'a\n\nb'],
);
const item = fc.record({ a: plain, b: plain, c: plain }, { requiredKeys: [] });
const variables = fc.record({
  a: plain,
  b: plain,
  d: plain,
  l: fc.array(item, { maxLength: 3 }),
  m: fc.boolean(),
});

test('rendering a derived text gives the same as converting the rendered HTML, for any template of ordinary elements', async () => {
  await fc.assert(
    fc.asyncProperty(block, variables, async (html, values) => {
      const derived = await renderDerivedText(html, { ...values });

      expect(derived).toBe(textFromHtml(renderHtml(html, { ...values })));
      expect(derived).not.toMatch(/\n\n\n|[^\S\n]\n|\s$/);
    }),
    { numRuns: 600 },
  );
});
