import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import type {
  PartialTemplate,
  TakenPartials,
} from '../../../../shared/engine/render/join/taken-partials.ts';
import { placesInHtml } from '../../../../shared/engine/render/places.ts';
import { renderDraft } from '../../../../shared/engine/render/render-template.ts';
import { expect, test } from '../../../jest.ts';

/** The pieces that a rendering printed: the origin and the text of each. */
function printedBy(
  html: string,
  data: Record<string, unknown>,
  partials: Record<string, PartialTemplate> = {},
  layout?: string,
) {
  const taken: TakenPartials = { partials: new Map(Object.entries(partials)), layout };
  const rendered = renderDraft(compileTemplate({ subject: 'x', html, text: '' }, taken), data).html;
  const { pieces, printed } = placesInHtml(html, taken, data);
  const ends = [...printed.filter((_, index) => index % 2 === 0).slice(1), rendered.length];
  const found = ends.map((end, index) => {
    const piece = pieces[printed[2 * index + 1] ?? -1];
    if (!piece) throw new Error(`The HTML has no piece for ${printed[2 * index + 1]}`);
    const { file, start, end: to } = piece;
    const source = file === null ? html : (partials[file]?.html ?? '');
    return {
      file,
      source: source.slice(start, to),
      printed: rendered.slice(printed[2 * index], end),
    };
  });
  return { rendered, found };
}

const own = (source: string, printed = source) => ({ file: null, source, printed });
const inFile = (file: string, source: string, printed = source) => ({ file, source, printed });

test('each text and each value of a rendered HTML has its place in the source, also a value that printed nothing', () => {
  const { found } = printedBy('<p>Hi {{ name }}, {{{raw}}}{{gone}}{{n|0}}</p>', {
    name: 'A & B',
    raw: '<b>x</b>',
  });

  expect(found).toEqual([
    own('<p>Hi '),
    own('{{ name }}', 'A &amp; B'),
    own(', '),
    own('{{{raw}}}', '<b>x</b>'),
    own('{{gone}}', ''),
    own('{{n|0}}', '0'),
    own('</p>'),
  ]);
});

test('a text in a section has its place once for each item, and none if the section is skipped', () => {
  const { found } = printedBy('{{#rows}}\n<i>{{.}}</i>\n{{/rows}}\n{{^rows}}no{{/rows}}!', {
    rows: [1, 2],
  });

  expect(found).toEqual([
    own('<i>'),
    own('{{.}}', '1'),
    own('</i>\n'),
    own('<i>'),
    own('{{.}}', '2'),
    own('</i>\n'),
    own('!'),
  ]);
});

test('a text of a layout or of a partial has its place in that file', () => {
  const partials = { base: { html: '<div>{{> content}}</div>' }, foot: { html: '© {{year}}' } };

  const { found } = printedBy('Body {{> foot}}', { year: 2026 }, partials, 'base');

  expect(found).toEqual([
    inFile('base', '<div>'),
    own('Body '),
    inFile('foot', '© '),
    inFile('foot', '{{year}}', '2026'),
    inFile('base', '</div>'),
  ]);
});

test('texts beside a comment, and beside a brace of a raw value, are printed as without their places', () => {
  const { rendered, found } = printedBy('a{{! b }}c{{{raw}}}{d', { raw: '{' });

  expect(rendered).toBe('ac{&#123;d');
  expect(found).toEqual([own('a'), own('c'), own('{{{raw}}}', '{'), own('{d', '&#123;d')]);
});

test('the texts between the tags have their places, without comments, styles and white space, also a placeholder that printed nothing', () => {
  const html = [
    '<title>t</title><style>p { }</style>\n<p>One < two</p><!-- no <b>x</b> -->',
    '<table> <tr><td>{{gone}}</td></tr></table><p title="{{gone}}"> </p><IMG alt="i">',
    '<!--[if mso]><p>Outlook</p><![endif]--><p>Last',
  ].join('');
  const { texts, images } = placesInHtml(html, { partials: new Map() }, {});
  const rendered = html.replaceAll('{{gone}}', '');

  expect(texts.map(([start, end]) => rendered.slice(start, end))).toEqual([
    'One < two',
    '',
    'Last',
  ]);
  expect(rendered.slice(texts[1]?.[0]).startsWith('</td>')).toBe(true);
  expect(images).toEqual([rendered.indexOf('<IMG')]);
});
