import { describe, expect, test } from 'vitest';
import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { reportVariables } from '../../../../shared/engine/render/report.ts';

/** The report on a template of this HTML. */
const reportOn = (html: string, variables: Record<string, unknown>) =>
  reportVariables(compileTemplate({ subject: 'Fixed', html, text: null }), variables);

const nothing = { used: [], defaulted: [], missing: [], unknown: [] };

describe('a report on variables', () => {
  test('tells those used, defaulted, missing and unknown apart, each once', () => {
    const html = '{{a}}{{a}}{{b|x}}{{c}}{{d|}}';

    const report = reportOn(html, { a: '', b: null, e: 1 });

    expect(report).toEqual({ used: ['a'], defaulted: ['b', 'd'], missing: ['c'], unknown: ['e'] });
  });

  test('names what stands in a section as it is written, and looks for it in every item', () => {
    const html = '{{#items}}{{name}}{{price|free}}{{/items}}';

    const report = reportOn(html, { items: [{ name: 'Pen', price: 1 }, {}] });

    expect(report).toEqual({
      ...nothing,
      used: ['items', 'name', 'price'],
      defaulted: ['price'],
      missing: ['name'],
    });
  });

  test('passes over what is not reached, and knows it all the same', () => {
    const html = '{{#vip}}{{discount}}{{/vip}}{{^vip}}{{hint}}{{/vip}}';

    const report = reportOn(html, { vip: false, discount: 5 });

    expect(report).toEqual({ ...nothing, used: ['vip'], missing: ['hint'] });
  });

  test('a section over true keeps the scope around it, one that is missing is optional', () => {
    const html = '{{#on}}{{name}}{{/on}}{{#off}}{{x}}{{/off}}';

    const report = reportOn(html, { on: true, name: 'Ada' });

    expect(report).toEqual({ ...nothing, used: ['on', 'name'] });
  });

  test('a dotted name makes its first part known', () => {
    const report = reportOn('{{user.name}}{{user.age|?}}', { user: { name: 'Ada' }, other: 1 });

    expect(report).toEqual({
      ...nothing,
      used: ['user.name'],
      defaulted: ['user.age'],
      unknown: ['other'],
    });
  });

  test('a dotted name whose rest its scope lacks is missing, whatever stands further out', () => {
    const report = reportOn('{{#a}}{{b.c}}{{b.d|?}}{{/a}}', { a: { b: {} }, b: { c: 1, d: 2 } });

    expect(report).toEqual({ ...nothing, used: ['a'], defaulted: ['b.d'], missing: ['b.c'] });
  });

  test('the current item is no variable', () => {
    const report = reportOn('{{#tags}}{{.}}{{#.}}{{.}}{{/.}}{{/tags}}', { tags: ['a', 'b'] });

    expect(report).toEqual({ ...nothing, used: ['tags'] });
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
    '%s is a name like any other',
    (name) => {
      const given = JSON.parse(`{"${name}": "x"}`);

      expect(reportOn(`{{${name}}}`, {})).toEqual({ ...nothing, missing: [name] });
      expect(reportOn(`{{${name}}}`, given)).toEqual({ ...nothing, used: [name] });
      expect(reportOn('', given)).toEqual({ ...nothing, unknown: [name] });
    },
  );

  test('a template without a subject takes the variable subject', () => {
    const template = compileTemplate({ subject: '', html: '', text: 'Dear {{name}}' });

    const report = reportVariables(template, { subject: 'Hi', name: 'Ada' });

    expect(report).toEqual({ ...nothing, used: ['subject', 'name'] });
  });
});
