import { readFileSync } from 'node:fs';
import { compileTemplate } from '../../../../../shared/engine/render/compile-template.ts';
import { deriveTextTemplate } from '../../../../../shared/engine/render/derive-text.ts';
import { expect, test } from '../../../../jest.ts';
import { problemsOfJoined, renderJoined, taking } from './joined.ts';

const email = (name: string) => readFileSync(new URL(`../emails/${name}`, import.meta.url), 'utf8');

test.each(['invoice', 'mjml', 'newsletter', 'receipt', 'word'])(
  'the text of a joined layout equals that of the same mail written whole, byte for byte: %s',
  async (name) => {
    const whole = email(`${name}.html`);
    const data = JSON.parse(email(`${name}.json`));
    const { layout, content } = splitEmail(whole);
    const taken = taking({ base: layout }, { layout: 'base' });

    const mail = await renderJoined({ html: content }, taken, data);

    expect(mail).toEqual(await renderJoined({ html: whole }, taking({}), data));
    expect(mail.text.length).toBeGreaterThan(100);
    expect(deriveTextTemplate(content, taken)).toEqual(deriveTextTemplate(whole));
  },
);

test('a layout has a layout', async () => {
  const partials = {
    base: { html: '[{{> content}}]', layout: 'outer' },
    outer: '<b>{{> content}}</b>{{> footer}}',
    footer: 'F',
  };

  const { html } = await renderJoined({ html: 'x' }, taking(partials, { layout: 'base' }));

  expect(html).toBe('<b>[x]</b>F');
});

test('a text is put into the text of its layout, and stays as it is if the layout has no text', async () => {
  const partials = {
    base: { html: '<b>{{> content}}</b>', text: '-- {{> content}} --', layout: 'outer' },
    outer: '<i>{{> content}}</i>',
  };
  const mail = { html: 'x', text: 'y' };

  expect([
    await renderJoined(mail, taking(partials, { layout: 'base' })),
    await renderJoined(mail, taking(partials, { layout: 'outer' })),
  ]).toMatchObject([
    { html: '<i><b>x</b></i>', text: '-- y --' },
    { html: '<i>x</i>', text: 'y' },
  ]);
});

test('a template without a text has the text of the joined HTML, although its layout has a text', async () => {
  const base = { html: '<p>Head</p>{{> content}}', text: 'never {{> content}}' };

  const mail = await renderJoined({ html: '<p>x</p>' }, taking({ base }, { layout: 'base' }));

  expect(mail.text).toBe('Head\n\nx');
});

test('a problem in the template has its place in the template, and a problem in the layout has its place in the layout', () => {
  const partials = { base: '<p>\n{{a..b}}{{> content}}{{> foot}}', foot: '{{x' };

  expect(problemsOfJoined({ html: 'x\n {{/y}}' }, taking(partials, { layout: 'base' }))).toEqual([
    'html base 2:1 "a..b" has a dot without a name on both sides: write a.b, as in {{name}}',
    'html 2:2 No section "y" is open here: write {{#y}} before it, or leave it out',
    'html foot 1:1, in base 2:22 This tag is not closed: write {{x}}',
  ]);
});

const inBase = (base: string) =>
  problemsOfJoined({ html: 'x' }, taking({ base }, { layout: 'base' }));

test('a layout is refused that does not have {{> content}} exactly once', () => {
  expect([...inBase('x'), ...inBase('{{> content}}\n{{> content}}')]).toEqual([
    'html base 1:1 "base" is no layout: write {{> content}} where the content of its templates goes',
    'html base 2:1 A layout has {{> content}} only once: leave this one out',
  ]);
});

test('a layout that does not exist is refused, and so are layouts in a circle', () => {
  const partials = {
    a: { html: '{{> content}}', layout: 'b' },
    b: { html: '{{> content}}', layout: 'a' },
  };

  expect(problemsOfJoined({ html: 'x' }, taking(partials, { layout: 'c' }))).toEqual([
    'html 1:1 There is no layout "c": correct its name, or push it',
  ]);
  expect(problemsOfJoined({ html: 'x' }, taking(partials, { layout: 'a' }))).toEqual([
    'html 1:1 These partials take each other: a → b → a: leave one of them out',
  ]);
});

test('a layout cannot be taken as a partial, and only a layout has {{> content}}', () => {
  const partials = { base: '{{> content}}' };

  expect(problemsOfJoined({ html: '{{> base}}' }, taking(partials))).toEqual([
    'html 1:1 "base" is a layout: write "layout": "base" in template.json, or leave out its {{> content}}',
  ]);
  expect(problemsOfJoined({ html: '{{> content}}' }, taking(partials))).toEqual([
    'html 1:1 Only a layout has {{> content}}: leave it out, or take a partial by its id',
  ]);
});

test('the stored programs of a template with a layout and a partial are those of the same mail written whole', () => {
  const layout = '<body>\n{{#a}}<p>{{b}}</p>{{/a}}{{> content}}<i>{{c|x}}</i>{{> foot}}</body>\n';
  const partials = { base: layout, foot: '<a href="{{url}}">{{d}}</a>' };
  const whole = layout
    .replace('{{> content}}', '<h1>{{name}}</h1>')
    .replace('{{> foot}}', partials.foot);
  const taken = taking(partials, { layout: 'base' });
  const compiled = (html: string, joined?: typeof taken) =>
    compileTemplate({ subject: '', html, text: deriveTextTemplate(html, joined) }, joined);

  expect(compiled('<h1>{{name}}</h1>', taken)).toEqual(compiled(whole));
});

test('a layout on its own prints nothing for its content', async () => {
  const layout = { html: '<b>{{> content}}</b>' };

  expect((await renderJoined(layout, taking({}, { id: 'base' }))).html).toBe('<b></b>');
});

/** The middle third of an email's lines as a template, and the rest as its layout. Sections are whole in one of them. */
function splitEmail(whole: string): { layout: string; content: string } {
  const lines = whole.split(/(?<=\n)/);
  const depthAt = (end: number) => {
    const before = lines.slice(0, end).join('');
    return (before.match(/\{\{[#^]/g) ?? []).length - (before.match(/\{\{\//g) ?? []).length;
  };
  const cutAfter = (from: number) => {
    let at = Math.floor(from);
    while (depthAt(at) !== 0) at += 1;
    return at;
  };
  const [start, end] = [cutAfter(lines.length / 3), cutAfter((lines.length * 2) / 3)];
  const around = [...lines.slice(0, start), '  {{> content}}\n', ...lines.slice(end)];
  return { layout: around.join(''), content: lines.slice(start, end).join('') };
}
