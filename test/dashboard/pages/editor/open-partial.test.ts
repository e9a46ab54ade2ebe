import { partialAt } from '../../../../dashboard/src/pages/editor/source/open-partial.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['within its tag', 'a {{> footer}} b', 8, 'footer'],
  ['at the end of its tag', '{{>footer}}', 11, 'footer'],
  ['beside its tag', 'a {{> footer}} b', 1, null],
  ['in another tag', '{{footer}}', 4, null],
])('a tag leads to its partial: %s', (_what, text, offset, id) => {
  expect(partialAt(text, offset)).toBe(id);
});
