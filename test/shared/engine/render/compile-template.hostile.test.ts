import { describe, expect, test } from 'vitest';
import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { empty, problemsOf } from './problems-of.ts';

/** Each of these takes seconds or overflows a stack where it is read carelessly. */
describe('hostile sources end in an answer', () => {
  const KB = 1024;

  test('a tag with 80,000 spaces that is never closed', () => {
    expect(problemsOf({ html: `{{x${' '.repeat(80_000)}` })).toEqual([
      'html 1:1 This tag is not closed: write {{x}}',
    ]);
  });

  test('tags full of white space', () => {
    const spaces = ' \n'.repeat(100 * KB);
    const { html } = compileTemplate({ ...empty, html: `{{${spaces}x${spaces}}}` });

    expect(html).toMatchObject([{ name: 'x' }]);
  });

  test('text full of white space', () => {
    const html = `{{#a}}${' '.repeat(250 * KB)}{{/a}}${'\n '.repeat(100 * KB)}`;

    expect(problemsOf({ html })).toEqual([]);
  });

  test('20,000 nested sections', () => {
    expect(problemsOf({ html: '{{#a}}'.repeat(20_000) })).toHaveLength(100);
    expect(problemsOf({ html: '{{#a}}'.repeat(20_000) + '{{/a}}'.repeat(20_000) })).toHaveLength(1);
  });

  test('sections that never match', () => {
    expect(problemsOf({ html: '{{#a}}'.repeat(20_000) + '{{/b}}'.repeat(20_000) })).toHaveLength(
      100,
    );
  });

  test('100,000 opening braces', () => {
    expect(problemsOf({ html: '{{'.repeat(100_000) })).toHaveLength(100);
    expect(problemsOf({ html: '{{ '.repeat(100_000) })).toHaveLength(100);
    expect(problemsOf({ html: '{{x}'.repeat(100_000) })).toHaveLength(100);
  });

  test('100,000 tags on one line, and on as many', () => {
    expect(compileTemplate({ ...empty, html: '{{a}}'.repeat(100_000) }).html).toHaveLength(100_000);
    expect(compileTemplate({ ...empty, html: '{{!}}\n'.repeat(80_000) }).html).toEqual([]);
    expect(compileTemplate({ ...empty, html: '{{a}}\n'.repeat(80_000) }).html).toHaveLength(
      160_000,
    );
  });

  test('long names of sections around thousands of variables', () => {
    const name = 'x'.repeat(1000);
    const variables = Array.from({ length: 10_000 }, (_, index) => `{{a${index}}}`).join('');

    expect(problemsOf({ html: `{{#${name}}}${variables}{{/${name}}}` })).toEqual([
      'html 1:1 Too many variables are in sections with long names: shorten the names',
    ]);
    expect(problemsOf({ html: `{{#items}}${variables}{{/items}}` })).toEqual([]);
  });

  test('a name of half a megabyte', () => {
    expect(problemsOf({ html: `{{${'a.'.repeat(250 * KB)}}}` })).toEqual([
      `html 1:1 "${'a.'.repeat(20)}…" has a dot without a name on both sides: write a.b, as in {{name}}`,
    ]);
  });
});
