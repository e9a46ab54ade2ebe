import { howWords } from '../../../../dashboard/src/pages/revisions/how-words.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['push', 'pushed from files'],
  ['dashboard', 'saved in the dashboard'],
  ['mcp', 'saved by an agent'],
  ['deploy', 'made by the deployment'],
  ['restore of 6', 'went back to revision 6'],
  ['rollback to 6', 'went back to revision 6'],
  ['promote from staging', 'promoted from staging'],
  ['publish of draft by ada@example.com', 'published the draft of ada@example.com'],
  ['something newer', 'something newer'],
])('a revision that came by “%s” is said to be “%s”', (how, words) => {
  expect(howWords(how)).toBe(words);
});
