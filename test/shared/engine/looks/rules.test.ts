import { lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { lookClients, lookRules } from '../../../../shared/engine/looks/rules.ts';
import { expect, test } from '../../../jest.ts';
import { type Example, ruleExamples } from './rule-examples.ts';

/** Every client, so that each rule hits one. */
const clients = Object.fromEntries(lookClients.map(({ id }) => [id, 0.01]));

function mailOf({ css, sheet = css && `.a { ${css} }`, html = '' }: Example, around = ''): string {
  const style = sheet === undefined ? '' : `<style>\n${sheet}\n</style>`;
  return `<html><head>${style}</head><body${around}>\n<div class="a">a</div>\n${html}</body></html>`;
}

const clientsOf = (rule: string) => lookRules.find(({ id }) => id === rule)?.clients;

/** The clients for which a rule finds something in a mail. */
function hitsOf(rule: string, html: string): string[] {
  const found = lookFindings(html, { clients, degrades: true });
  return found.filter(({ feature }) => feature === rule).flatMap((each) => each.clients ?? []);
}

test('each rule has an example for what it finds and for each of its guards, and an address that says more', () => {
  const missing = lookRules.flatMap(({ id, guards, source, effect }) => [
    ...(ruleExamples[id] ? [] : [id]),
    ...guards.flatMap((guard) => (ruleExamples[id]?.guards?.[guard] ? [] : `${id} ${guard}`)),
    ...(effect === 'breaks' && !source.startsWith('https://') ? [`${id} source`] : []),
  ]);

  expect(missing).toEqual([]);
  expect(
    Object.keys(ruleExamples).filter((id) => !lookRules.some((rule) => rule.id === id)),
  ).toEqual([]);
});

test.each(Object.entries(ruleExamples))(
  'the rule %s finds its example, unless a guard covers it',
  (id, { finds, guards = {} }) => {
    const found = hitsOf(id, mailOf(finds));

    expect(found).toEqual(clientsOf(id));
    for (const [guard, example] of Object.entries(guards)) {
      const left = hitsOf(id, mailOf(example));
      const expected =
        guard === 'ghost' ? found.filter((client) => client !== 'outlook-windows') : [];
      expect([guard, left]).toEqual([guard, expected]);
    }
  },
);

const cssRules = Object.entries(ruleExamples).flatMap(([id, { finds }]) =>
  finds.css === undefined ? [] : [[id, finds.css] as const],
);

test.each(cssRules)(
  'the rule %s leaves alone what is conditional, or applies to no element',
  (id, css) => {
    const found = (sheet: string, html = '') => hitsOf(id, mailOf({ sheet, html }));

    expect(found(`@media (max-width: 480px) { .a { ${css} } }`)).toEqual([]);
    expect(found(`@supports (a: b) { .a { ${css} } }`)).toEqual([]);
    expect(found(`.b, p.a { ${css} }`)).toEqual([]);
    expect(found('', `<style media="print">.a { ${css} }</style>`)).toEqual([]);
    expect(found(`.b { ${css} }`, '<p class="{{b}}">a</p>')).toEqual(clientsOf(id));
    expect(
      hitsOf(id, `<!--[if mso]><p style="${css}">a</p><![endif]--><!-- <p style="${css}"> -->`),
    ).toEqual([]);
  },
);

test.each(cssRules)(
  'the rule %s does not concern Outlook where other clients alone read it',
  (id, css) => {
    const html = `<!--[if !mso]><!--><p style="${css}">a</p><!--<![endif]-->`;

    expect(hitsOf(id, html)).not.toContain('outlook-windows');
  },
);

test.each([
  ['{{#a}}.b { color: {{c}} }{{/a}} {{> d}} {{{e}}} .f { {{{g}}} color: red; {{h}}: blue }', 0],
  [
    '.a { *zoom: 1; filter: progid:DX.M(a="b"); --c: { d: e }; } ; <!-- .f { color: red\\9 } -->',
    0,
  ],
  ['.a { color red }', 1],
  ['.a { color: blue } }', 1],
  ['.a, , .b { color: blue }', 1],
  ['.a { color: rgb(1, 2 }', 1],
  ['.a { content: "b\n }', 1],
  ['/* .a { color: blue }', 1],
])('CSS that Gmail cannot read is found, and template tags and hacks are not: %s', (css, count) => {
  expect(hitsOf('gmail-style-error', mailOf({ sheet: css }))).toHaveLength(count);
});
