import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { expect, test } from '../../../jest.ts';
import { empty, problemsOf } from './problems-of.ts';

/** A careless reader would take seconds or overflow the stack for each of these sources. */
const KB = 1024;

test('a tag with 80,000 spaces that is never closed gets an answer', () => {
  expect(problemsOf({ html: `{{x${' '.repeat(80_000)}` })).toEqual([
    'html 1:1 This tag is not closed: write {{x}}',
  ]);
});

test('tags full of white space get an answer', () => {
  const spaces = ' \n'.repeat(100 * KB);
  const { html } = compileTemplate({ ...empty, html: `{{${spaces}x${spaces}}}` });

  expect(html).toMatchObject([{ name: 'x' }]);
});

test('text full of white space gets an answer', () => {
  const html = `{{#a}}${' '.repeat(250 * KB)}{{/a}}${'\n '.repeat(100 * KB)}`;

  expect(problemsOf({ html })).toEqual([]);
});

test.each([
  ['{{#a}}'.repeat(20_000), 100],
  ['{{#a}}'.repeat(20_000) + '{{/a}}'.repeat(20_000), 1],
  ['{{#a}}'.repeat(20_000) + '{{/b}}'.repeat(20_000), 100],
  ['{{'.repeat(100_000), 100],
  ['{{ '.repeat(100_000), 100],
  ['{{x}'.repeat(100_000), 100],
])('tens of thousands of tags that do not match get an answer: %.16s', (html, problems) => {
  expect(problemsOf({ html })).toHaveLength(problems);
});

test('100,000 tags on one line, and on as many lines, get an answer', () => {
  expect(compileTemplate({ ...empty, html: '{{a}}'.repeat(100_000) }).html).toHaveLength(100_000);
  expect(compileTemplate({ ...empty, html: '{{!}}\n'.repeat(80_000) }).html).toEqual([]);
  expect(compileTemplate({ ...empty, html: '{{a}}\n'.repeat(80_000) }).html).toHaveLength(160_000);
});

test('long names of sections around thousands of variables get an answer', () => {
  const name = 'x'.repeat(1000);
  const variables = Array.from({ length: 10_000 }, (_, index) => `{{a${index}}}`).join('');

  expect(problemsOf({ html: `{{#${name}}}${variables}{{/${name}}}` })).toEqual([
    'html 1:1 Too many variables are in sections with long names: shorten the names',
  ]);
  expect(problemsOf({ html: `{{#items}}${variables}{{/items}}` })).toEqual([]);
});

test('a name of half a megabyte gets an answer', () => {
  expect(problemsOf({ html: `{{${'a.'.repeat(250 * KB)}}}` })).toEqual([
    `html 1:1 "${'a.'.repeat(20)}…" has a dot without a name on both sides: write a.b, as in {{name}}`,
  ]);
});
