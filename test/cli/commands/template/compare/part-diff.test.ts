import { diffParts } from '../../../../../cli/commands/template/compare/part-diff.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../../jest.ts';

const letter: TemplateSource = {
  templateId: 'letter',
  name: 'Letter',
  subject: 'Hello',
  html: '<p>\none\n</p>\n',
};

test('the parts of two templates are compared line by line, and equal parts left out', () => {
  const after = { ...letter, html: '<p>\ntwo\n</p>\n', text: 'two' };

  const parts = diffParts(letter, after);

  expect(parts).toEqual([
    {
      part: 'html',
      before: true,
      after: true,
      added: 1,
      removed: 1,
      hunks: [
        {
          ...{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3 },
          lines: [' <p>', '-one', '+two', ' </p>'],
        },
      ],
    },
    {
      part: 'text',
      before: false,
      after: true,
      added: 1,
      removed: 0,
      hunks: [
        {
          ...{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1 },
          lines: ['+two', '\\ No newline at end of file'],
        },
      ],
    },
  ]);
});

test('all parts of a new template are shown', () => {
  const parts = diffParts(null, letter);

  expect(parts.map(({ part, before, added }) => [part, before, added])).toEqual([
    ['name', false, 1],
    ['subject', false, 1],
    ['html', false, 3],
  ]);
});

test('the order of names in JSON is no difference', () => {
  const before = { ...letter, testData: { a: 1, b: { c: 2, d: 3 } } };
  const after = { ...letter, testData: { b: { d: 3, c: 2 }, a: 1 } };

  expect(diffParts(before, after)).toEqual([]);
});

test('parts with almost nothing in common are shown whole, in little time', () => {
  const lines = (word: string) =>
    Array.from({ length: 5000 }, (_, at) => `${word} ${at}`).join('\n');

  const [html] = diffParts({ ...letter, html: lines('old') }, { ...letter, html: lines('new') });

  expect({ added: html?.added, removed: html?.removed, hunks: html?.hunks.length }).toEqual({
    ...{ added: 5000, removed: 5000, hunks: 1 },
  });
});
