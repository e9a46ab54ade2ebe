import { readFileSync } from 'node:fs';
import { compileTemplate } from '../../../../../shared/engine/render/compile-template.ts';
import { withDerivedTexts } from '../../../../../shared/engine/render/join/derived-texts.ts';
import { renderMail } from '../../../../../shared/engine/render/render-template.ts';
import { expect, test } from '../../../../jest.ts';
import { problemsOfJoined, renderJoined, taking, type WrittenPartials } from './joined.ts';

/** The text of a template that takes partials, some of which have no text. */
async function textOf(text: string, partials: WrittenPartials, data: Record<string, unknown> = {}) {
  const taken = withDerivedTexts(text, taking(partials));
  return (await renderJoined({ html: 'x', text }, taken, data)).text;
}

const problemsOf = (text: string, partials: WrittenPartials) =>
  problemsOfJoined({ text }, withDerivedTexts(text, taking(partials)));

test('a text takes the derived text of a partial that has none, at its place', async () => {
  const footer = '<p>Shop &amp; Sons</p>\n<p><a href="https://a.example/{{id}}">Leave</a></p>';

  expect(await textOf('Bye {{> footer}}!', { footer }, { id: 7 })).toBe(
    'Bye Shop & Sons\n\nLeave (https://a.example/7)!',
  );
  expect(await textOf('Bye\n  {{> footer}}\n\nEnd\n', { footer: '<p>F</p>' })).toBe(
    'Bye\nF\n\nEnd\n',
  );
});

test.each(['invoice', 'mjml', 'newsletter', 'receipt', 'word'])(
  'a partial has the same derived text inside another text as alone: %s',
  async (name) => {
    const html = readFileSync(new URL(`../emails/${name}.html`, import.meta.url), 'utf8');
    const data = JSON.parse(
      readFileSync(new URL(`../emails/${name}.json`, import.meta.url), 'utf8'),
    );

    const alone = await renderJoined({ html }, taking({}), data);

    expect(await textOf('[{{> p}}]', { p: html }, data)).toBe(`[${alone.text}]`);
  },
);

test('sections and values of a derived text see the data at its place, and a line break in a value is a space', async () => {
  const row =
    '<ul>{{#tags}}<li>{{.}}</li>{{/tags}}</ul>{{^tags}}<p>none</p>{{/tags}}<p>{{name}}</p>';
  const items = [{ tags: ['a', 'b'], name: 'Ada\nL' }, { name: 'B' }];

  expect(await textOf('{{#items}}- {{> row}};{{/items}}', { row }, { items })).toBe(
    '- * a\n* b\n\nAda L;- none\n\nB;',
  );
});

test('a text of a partial takes the derived text of another', async () => {
  const partials = { outer: { html: 'x', text: '[{{> inner}}]' }, inner: '<b>I</b>' };

  expect(await textOf('{{> outer}}', partials)).toBe('[I]');
});

test('a variable that only the derived text prints is required', async () => {
  const taken = withDerivedTexts('{{> p}}', taking({ p: '<p>{{name}}</p>' }));
  const compiled = compileTemplate({ subject: 'S', html: 'x', text: '{{> p}}' }, taken);

  expect(await renderMail(compiled, {})).toEqual({ outcome: 'missing', names: ['name'] });
  expect(compiled.variables).toMatchObject([{ name: 'name', required: true, parts: ['text'] }]);
});

test.each([
  ['raw values, whose HTML is not known', '<p>{{{html}}}</p>'],
  ['a section that its text ends before it begins', '<a href="https://x/{{#a}}">y{{/a}}</a>'],
  ['the content of a layout', '<p>{{> content}}</p>'],
])('a partial has no derived text if it has %s', (_, p) => {
  expect(problemsOf('{{> p}}', { p })).toEqual([
    'text 1:1 The partial "p" has no text: write its body.txt',
  ]);
});

test('a text that is too large takes nothing more, however many partials follow', () => {
  const p = `<p>${'word '.repeat(60_000)}</p>`;

  expect(problemsOf('{{> p}} {{> unknown}} {{> p}}', { p })).toEqual([
    'text 1:1 The template is larger than 256 KB with its partials: shorten them',
  ]);
});

test('derived texts count to the size of the text', () => {
  const p = `<p>${'word '.repeat(30_000)}</p>`;

  expect(problemsOf('{{> p}}', { p })).toEqual([]);
  expect(problemsOf('{{> p}} {{> p}}', { p })).toEqual([
    'text 1:9 The template is larger than 256 KB with its partials: shorten them',
  ]);
});
