import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { reportVariables } from '../../../../shared/engine/render/report.ts';
import { expect, test } from '../../../jest.ts';

/** The report on a template of this HTML. */
const reportOn = (html: string, variables: Record<string, unknown>) =>
  reportVariables(compileTemplate({ subject: 'Fixed', html, text: null }), variables);

const nothing = { used: [], defaulted: [], missing: [], unknown: [] };

test('a report lists used, defaulted, missing and unknown variables, each once', () => {
  const html = '{{a}}{{a}}{{b|x}}{{c}}{{d|}}';

  const report = reportOn(html, { a: '', b: null, e: 1 });

  expect(report).toEqual({ used: ['a'], defaulted: ['b', 'd'], missing: ['c'], unknown: ['e'] });
});

test('a report names a variable in a section as written, and searches it in every item', () => {
  const html = '{{#items}}{{name}}{{price|free}}{{/items}}';

  expect(reportOn(html, { items: [{ name: 'Pen', price: 1 }, {}] })).toEqual({
    ...nothing,
    used: ['items', 'name', 'price'],
    defaulted: ['price'],
    missing: ['name'],
  });
});

test('a report does not list variables that rendering did not reach, but knows them', () => {
  const html = '{{#vip}}{{discount}}{{/vip}}{{^vip}}{{hint}}{{/vip}}';

  const report = reportOn(html, { vip: false, discount: 5 });

  expect(report).toEqual({ ...nothing, used: ['vip'], missing: ['hint'] });
});

test('in a report, a section over true keeps the scope around it, and a missing one is optional', () => {
  const html = '{{#on}}{{name}}{{/on}}{{#off}}{{x}}{{/off}}';

  expect(reportOn(html, { on: true, name: 'Ada' })).toEqual({ ...nothing, used: ['on', 'name'] });
});

test('in a report, a dotted name makes its first part known', () => {
  expect(reportOn('{{user.name}}{{user.age|?}}', { user: { name: 'Ada' }, other: 1 })).toEqual({
    ...nothing,
    used: ['user.name'],
    defaulted: ['user.age'],
    unknown: ['other'],
  });
});

test('in a report, a dotted name is missing if its scope lacks the rest, whatever is further out', () => {
  const report = reportOn('{{#a}}{{b.c}}{{b.d|?}}{{/a}}', { a: { b: {} }, b: { c: 1, d: 2 } });

  expect(report).toEqual({ ...nothing, used: ['a'], defaulted: ['b.d'], missing: ['b.c'] });
});

test('in a report, the current item is not a variable', () => {
  const report = reportOn('{{#tags}}{{.}}{{#.}}{{.}}{{/.}}{{/tags}}', { tags: ['a', 'b'] });

  expect(report).toEqual({ ...nothing, used: ['tags'] });
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
