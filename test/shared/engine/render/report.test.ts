import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { reportVariables } from '../../../../shared/engine/render/report.ts';
import { expect, test } from '../../../jest.ts';

/** The report on a template of this HTML. */
const reportOn = (html: string, variables: Record<string, unknown>) =>
  reportVariables(compileTemplate({ subject: 'Fixed', html, text: null }), variables);

const nothing = { used: [], defaulted: [], missing: [], unknown: [] };

test.each<[string, string, Record<string, unknown>, object]>([
  [
    'used, defaulted, missing and unknown variables, each once',
    '{{a}}{{a}}{{b|x}}{{c}}{{d|}}',
    { a: '', b: null, e: 1 },
    { used: ['a'], defaulted: ['b', 'd'], missing: ['c'], unknown: ['e'] },
  ],
  [
    'a variable in a section as written, searched in every item',
    '{{#items}}{{name}}{{price|free}}{{/items}}',
    { items: [{ name: 'Pen', price: 1 }, {}] },
    { used: ['items', 'name', 'price'], defaulted: ['price'], missing: ['name'] },
  ],
  [
    'no variables that rendering did not reach, but knows them',
    '{{#vip}}{{discount}}{{/vip}}{{^vip}}{{hint}}{{/vip}}',
    { vip: false, discount: 5 },
    { used: ['vip'], missing: ['hint'] },
  ],
  [
    'the variables of the scope around a section over true, and no section that is missing',
    '{{#on}}{{name}}{{/on}}{{#off}}{{x}}{{/off}}',
    { on: true, name: 'Ada' },
    { used: ['on', 'name'] },
  ],
  [
    'a dotted name, which makes its first part known',
    '{{user.name}}{{user.age|?}}',
    { user: { name: 'Ada' }, other: 1 },
    { used: ['user.name'], defaulted: ['user.age'], unknown: ['other'] },
  ],
  [
    'a dotted name as missing if its scope lacks the rest, whatever is further out',
    '{{#a}}{{b.c}}{{b.d|?}}{{/a}}',
    { a: { b: {} }, b: { c: 1, d: 2 } },
    { used: ['a'], defaulted: ['b.d'], missing: ['b.c'] },
  ],
  [
    'the current item as no variable',
    '{{#tags}}{{.}}{{#.}}{{.}}{{/.}}{{/tags}}',
    { tags: ['a', 'b'] },
    { used: ['tags'] },
  ],
])('a report lists %s', (_, html, variables, listed) => {
  expect(reportOn(html, variables)).toEqual({ ...nothing, ...listed });
});

test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
  'in a report, %s is a name like any other',
  (name) => {
    const given = JSON.parse(`{"${name}": "x"}`);

    expect(reportOn(`{{${name}}}`, {})).toEqual({ ...nothing, missing: [name] });
    expect(reportOn(`{{${name}}}`, given)).toEqual({ ...nothing, used: [name] });
    expect(reportOn('', given)).toEqual({ ...nothing, unknown: [name] });
  },
);

test('in a report, a template without a subject uses the variable subject', () => {
  const template = compileTemplate({ subject: '', html: '', text: 'Dear {{name}}' });

  const report = reportVariables(template, { subject: 'Hi', name: 'Ada' });

  expect(report).toEqual({ ...nothing, used: ['subject', 'name'] });
});
