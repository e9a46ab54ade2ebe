import { runAtOffset } from '../../../dashboard/src/copy/copy-runs.ts';
import { expect, test } from '../../jest.ts';
import { type Data, marked } from './marked.ts';

/** The runs of a mail: each segment's kind, and its text in the file. */
function runsOf(html: string, data: Data = {}, partials: Record<string, { html: string }> = {}) {
  return marked(html, data, partials).runs.map(({ segments, isEditable }) => {
    const shown = segments.map(({ kind, in: file, start, end }) => {
      const source = file === undefined ? html : (partials[file]?.html ?? '');
      return `${kind} ${source.slice(start, end)}`;
    });
    return isEditable ? ['editable', ...shown] : shown;
  });
}

test('a text can be edited beside its placeholders, also where it has no text yet', () => {
  expect(runsOf('<h1>Hi {{name}}</h1><td>{{a}} </td>')).toEqual([
    ['editable', 'text Hi ', 'value {{name}}', 'text '],
    ['value {{a}}', 'text  '],
  ]);
});

test('a text of a partial, and the second of a text that repeats within its run, cannot be edited', () => {
  const html = '<p>By {{> us}}</p><p>x{{#list}}{{.}}, {{/list}}</p>';
  expect(runsOf(html, { list: [1, 2] }, { us: { html: '<b>us</b>' } })).toEqual([
    ['editable', 'text By '],
    ['fixed us'],
    ['editable', 'text x', 'value {{.}}', 'text , ', 'value {{.}}', 'fixed , '],
  ]);
});

test('an image has a place, and a text whose parts cannot be told apart has none', () => {
  expect(runsOf('<p>A<img alt=""></p><p>&am{{x}}</p>', { x: 'p;' })).toEqual([
    ['editable', 'text A'],
    ['image '],
  ]);
});

test('each text says how often the mail has it, and each placeholder whether it has no value', () => {
  const { runs } = marked('{{#list}}<p>a {{b}}</p>{{/list}}', { list: [{ b: 1 }, {}] });
  const told = runs.map(({ segments }) =>
    segments.map(({ times, isMissing }) => [times, isMissing]),
  );
  const row = (isMissing: boolean) => [
    [2, false],
    [2, isMissing],
    [2, false],
  ];
  expect(told).toEqual([row(false), row(true)]);
});

test('an offset of the source leads to the text that it is in, or to the next', () => {
  const { runs } = marked('<h1>One {{a}}</h1><p>Two</p> ');
  const found = [0, 4, 10, 15, 20, 29].map((offset) => runAtOffset(runs, offset));
  expect(found).toEqual([0, 0, 0, 1, 1, null]);
});
