import fc from 'fast-check';
import { lookViews } from '../../../../../shared/engine/looks/views/views.ts';
import { expect, test } from '../../../../jest.ts';
import { cleanMails } from '../planted.ts';

function seenIn(id: string, html: string): string {
  const view = lookViews.find((each) => each.id === id);
  if (!view) throw new Error(`There is no view ${id}`);
  return view.transform(html);
}

test.each([
  ['in the body', '<p>A</p><style>p{color:red}</style>', '<p>A</p>'],
  [
    'with an @ rule in an @ rule',
    '<style>p{margin:0}@media screen{@media print{p{margin:9px}}}</style><p>A</p>',
    '<p>A</p>',
  ],
  ['that cannot be read', '<style>p{margin:0}}</style><p>A</p>', '<p>A</p>'],
  [
    'from the one that passes 16 KB on',
    `<style>a{margin:0}</style><style>${'b{margin:0}'.repeat(1500)}</style><style>i{margin:0}</style>`,
    '<style>a{margin:0}</style>',
  ],
])('Gmail drops a style element %s', (_, html, seen) => {
  expect(seenIn('gmail', html)).toBe(seen);
});

test('Gmail removes the declarations, attributes and elements that it does not know', () => {
  const html =
    '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><div style="color:red;position:absolute"><svg><path/></svg><p hidden>A</p><video><a href="b">B</a></video></div>';

  const seen = '<style></style><div style="color:red;"><p >A</p><a href="b">B</a></div>';
  expect(seenIn('gmail', html)).toBe(seen);
});

test('Gmail cuts a mail off at 102 KB, in front of the tag that lies there, and says so', () => {
  const row = `<p>${'é'.repeat(500)}</p>`;
  const html = row.repeat(200);

  const seen = seenIn('gmail', html);

  const [kept = '', notice = ''] = seen.split('<p style');
  expect(kept.length % row.length).toBeGreaterThan(0);
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(102 * 1024);
  expect(Buffer.byteLength(kept)).toBeGreaterThan(102 * 1024 - 10);
  expect(notice).toContain('Message clipped');
});

test.each([
  ['<!--[if mso]><b>A</b><![endif]-->', '<b>A</b>'],
  ['<!--[if gte mso 9]><b>A</b><![endif]-->', '<b>A</b>'],
  ['<!--[if (gte mso 9)|(IE)]><b>A</b><![endif]-->', '<b>A</b>'],
  ['<!--[if mso | IE]><b>A</b><![endif]-->', '<b>A</b>'],
  ['<!--[if lte mso 11]><b>A</b><![endif]-->', ''],
  ['<!--[if IE]><b>A</b><![endif]-->', ''],
  ['<!--[if !mso]><!--><i>B</i><!--<![endif]--><u>C</u>', '<u>C</u>'],
  ['<!--[if !mso]><!--><i>B</i>', ''],
  ['<!--[if !(gte mso 9)]><!--><i>B</i><!--<![endif]-->', ''],
  ['<!--[if (gte mso 9)&(lt mso 15)]><b>A</b><![endif]-->', ''],
  ['<!-- [note] --><i>B</i>', '<!-- [note] --><i>B</i>'],
])('Outlook for Windows reads %s as %j', (html, seen) => {
  expect(seenIn('outlook-windows', html)).toBe(seen);
});

test('Outlook for Windows removes @media and the CSS that it does not know, and hides what mso-hide hides', () => {
  const html =
    '<style>@media screen{p{margin:9px}} .a{display:flex;color:red}</style><!--[if mso]><xml>96</xml><![endif]--><p class="a" style="max-height:0;overflow:hidden;mso-hide:all">A</p>';

  const seen = '<style> .a{color:red}</style><p class="a" style="display:none">A</p>';
  expect(seenIn('outlook-windows', html)).toBe(seen);
});

test.each([
  ['@media (prefers-color-scheme: dark) {p{color:#fff}}', 'p{color:#fff}'],
  ['@media screen and (prefers-color-scheme:dark){p{color:#fff}}', 'p{color:#fff}'],
  [
    '@media (prefers-color-scheme: dark) and (max-width: 600px){p{color:#fff}}',
    '@media (max-width: 600px){p{color:#fff}}',
  ],
  ['@media (prefers-color-scheme: light){p{color:#000}}', ''],
  ['@media not (prefers-color-scheme: dark){p{color:#000}}', ''],
  ['@media (max-width: 600px){p{color:#000}}', '@media (max-width: 600px){p{color:#000}}'],
])('Apple Mail applies %s in the dark as %j', (css, seen) => {
  expect(seenIn('apple-mail-dark', `<style>${css}</style>`)).toBe(`<style>${seen}</style>`);
});

test.each([
  [
    '<p style="color:#000">A</p>',
    '<p data-ogsc="#000" style="color:#000;color:#ffffff!important">A</p>',
  ],
  [
    '<td bgcolor=white>A</td>',
    '<td data-ogsb="white" style="background-color:#333333!important" bgcolor=white>A</td>',
  ],
  [
    '<font color="rgb(0, 0, 0)">A</font>',
    '<font data-ogsc="rgb(0, 0, 0)" style="color:#ffffff!important" color="rgb(0, 0, 0)">A</font>',
  ],
  [
    '<style>.a p{background:#fff none}p{background:red}</style><b class=a><p>A</p></b>',
    '<style>.a p{background:#fff none}p{background:red}</style><b class=a><p data-ogsb="#fff" style="background-color:#333333!important">A</p></b>',
  ],
  [
    '<p style="color:inherit;background:#fff url(a.png)">A</p>',
    '<p style="color:inherit;background:#fff url(a.png)">A</p>',
  ],
])('Outlook.com turns the lightness of the colours of %s around', (html, seen) => {
  const page = '<style>html{background:#333333;color:#ffffff}</style>';

  expect(seenIn('outlook-web-dark', html)).toBe(page + seen);
});

test('Gmail on iOS inverts the page and the pictures again', () => {
  const seen = seenIn('gmail-ios-dark', '<!doctype html><p>A</p>');

  expect(seen).toMatch(
    /^<!doctype html><style>html\{.*invert\(1\).*\}img\{.*invert\(1\).*\}<\/style><p>A<\/p>$/,
  );
});

const pieces = [
  ...[...cleanMails.values()].flatMap((html) => html.split(/(?<=[>{};"])/)),
  ...['<!--[if mso]>', '<![endif]-->', '<style>', '{', '}', '{{', '"', '&', '\0', '\ud800'],
];

test('every view ends without an error, whatever the mail is', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      for (const { transform } of lookViews)
        expect(typeof transform(parts.join(''))).toBe('string');
    }),
    { numRuns: 30 },
  );
  const deep = '<div style="color:red">'.repeat(10_000);
  const many = `<style>${'i p{color:red}'.repeat(1000)}</style>${'<p>A</p>'.repeat(1000)}`;
  for (const html of [...cleanMails.values(), deep, many, '{{'.repeat(3000), '<p '.repeat(3000)]) {
    for (const { transform } of lookViews) expect(typeof transform(html)).toBe('string');
  }
});

test('each view says its rule in a sentence and its source as a whole address', () => {
  for (const { rule, source } of lookViews) {
    expect(rule).toMatch(/\.$/);
    expect(source).toMatch(/^https:\/\//);
  }
  expect(lookViews.map(({ id }) => id)).toEqual([
    ...['gmail', 'gmail-ios-dark', 'apple-mail-dark', 'outlook-windows', 'outlook-web-dark'],
  ]);
});
