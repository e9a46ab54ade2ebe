import { type LookOptions, lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { expect, test } from '../../../jest.ts';

const quiet = 'These words are long enough for the line beside a subject. ';

/** The code, line and column of each finding that is not about clients. */
function codesOf(html: string, options: LookOptions = {}): string[] {
  const found = lookFindings(quiet + html, options).filter(
    ({ code }) => !code.startsWith('client-'),
  );
  return found.map(({ code, line, column }) =>
    line === 1 ? `${code} ${column - quiet.length}` : `${code} ${line}:${column}`,
  );
}

const a = '<a href="https://a.example/">';

test.each<[string, string, string[], LookOptions?]>([
  ['a page without its language', '<html>', ['missing-lang 1']],
  ['a language that the data say', '<html {{#a}}lang="{{b}}"{{/a}}><html {{{c}}}>', []],
  ['a partial without a language', '<html><head></head>', [], { isPartial: true }],
  ['a head without words in its title', '<head><title> </title></head>', ['missing-title 1']],
  ['a title', '<head><title>{{a}}</title></head>', []],
  [
    'tables without a role',
    '<table role="presentation"><td><table><tr><td><table><th>',
    ['table-role 32'],
  ],
  ['links without words', `${a}&nbsp;</a>${a}<img alt=""></a>`, ['link-text 1', 'link-text 40']],
  ['links with words', `${a}{{> b}}</a>${a}<img alt="b"></a><a href="x" aria-label="c"></a>`, []],
  ['vague words', `${a}<b>Click here</b>!</a>${a}Here you are</a>`, ['vague-link 1']],
  ['vague words of another language', `${a}more</a>`, [], { language: 'pt' }],
  [
    'a heading without the one above it',
    '<h1>a</h1><h2>b</h2><h4>c</h4><h2>d</h2>',
    ['heading-order 21'],
  ],
  [
    'links that lead nowhere',
    '<a href="">a</a><a href=" # ">b</a><a name="c"></a>',
    ['empty-link 4', 'empty-link 20'],
  ],
  [
    'addresses that are no addresses',
    '<a href="https://www.example.com/">a</a>\n<a href="//LOCALHOST:80">b</a>\n<img alt="" src="https://192.168.0.1">\n<a href="https://a.test">c</a>',
    ['placeholder-link 4', 'placeholder-link 2:4', 'placeholder-link 3:13', 'placeholder-link 4:4'],
  ],
  [
    'real addresses',
    '<a href="https://inbox.example.com">a</a><a href="https://172.32.0.1">b</a><a href="{{c}}.test">d</a>',
    [],
  ],
  [
    'a link to unsubscribe',
    '<a href="{{unsubscribe_url}}">Stop</a>',
    ['unsubscribe-header 1'],
    { unsubscribe: false },
  ],
  [
    'a link that the header repeats',
    '<a href="{{unsubscribe_url}}">Stop</a>',
    [],
    { unsubscribe: true },
  ],
])('%s', (_, html, expected, options) => {
  expect(codesOf(html, options)).toEqual(expected);
});

test.each([
  ['a link', '<a href="https://a.example">See this in your browser, please</a>'],
  [
    'few words',
    '<table role="none"><tr><td>Hi</td></tr></table>a long sentence after the first cell',
  ],
])('a mail that begins with %s has no preheader', (_, html) => {
  expect(lookFindings(html).map(({ code }) => code)).toEqual(['no-preheader']);
  expect(lookFindings(html, { isPartial: true })).toEqual([]);
});

const light = 'low-contrast';
const dark = 'low-contrast-dark';

test.each<[string, string, string[], LookOptions?]>([
  ['grey on white', '<p style="color:#8f8f8f">a</p>', [light, dark]],
  ['a large grey text', '<p style="color:#777;font:bold 14pt Arial">a</p>', []],
  ['small words', '<p style="font-size:.7em">a<br>b</p>', ['small-text']],
  ['hidden words', '<p style="font-size:0">a</p><p style="display:none;color:#fff">b</p>', []],
  [
    'words whose parent alone has no size',
    '<p style="font-size:0"><b style="font-size:16px">a</b></p>',
    [],
  ],
  [
    'white on the ground of an element around',
    '<div style="background:#123"><p style="color:#FFF">a</p></div>',
    [],
  ],
  [
    'white on a picture',
    '<div style="background:#eee url(a)"><p style="color:#FFF">a</p></div>',
    [],
  ],
  ['white on a ground that the data say', '<p style="background:{{b}};color:#fff">a</p>', []],
  ['a colour that some data say', '<p style="{{#b}}color:#fff{{/b}}">a</p>', []],
  [
    'white on white by the classes',
    '<style>.a b{color:#FFF}b{color:red}</style><p class="a"><b>a</b></p>',
    [light, dark],
  ],
  ['a selector that is not read', '<style>p > b{color:#FFF}</style><p><b>a</b></p>', []],
  [
    'the attributes of HTML',
    '<td bgcolor="#000000"><font color="#222222">a</font></td>',
    [light, dark],
  ],
  ['what is around a part of a mail', '<p style="color:#fff">a</p>', [], { hasLayout: true }],
  [
    'the styles of the layout',
    '<p class="a">a</p>',
    [light, dark],
    { beside: ['<style>.a{color:#fff;background:#fff}</style>'] },
  ],
  [
    'a dark scheme of Apple Mail',
    '<style>@media (prefers-color-scheme:dark){.a{background:#000 !important}}</style><p class="a" style="background:#fff;color:#000">a</p>',
    [dark],
  ],
])('contrast: %s', (_, html, expected, options) => {
  const found = lookFindings(html, options).map(({ code }) => code);

  expect(found.filter((code) => /contrast|small/.test(code))).toEqual(expected);
});

test('the sentence about a dark rendering names the client', () => {
  const html = '<p style="color:#757575">a</p>';

  const found = lookFindings(html).find(({ code }) => code === dark);

  expect(found?.message).toMatch(
    /^Outlook\.com in dark mode: the contrast of the text is [\d.]+ to 1, and 4\.5 to 1/,
  );
});
