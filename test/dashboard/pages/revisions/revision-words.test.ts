import {
  byDay,
  howWords,
  whoWords,
} from '../../../../dashboard/src/pages/revisions/revision-words.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['push', 'pushed from files'],
  ['dashboard', 'published in the dashboard'],
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

test('a revision names its author, in the local run the reader', () => {
  expect(whoWords({ by: 'eva@example.com', how: 'dashboard' })).toBe(
    'eva@example.com, published in the dashboard',
  );
  expect(whoWords({ by: 'local', how: 'publish of draft by local' })).toBe(
    'you, in the local run, published a draft',
  );
  expect(whoWords({ by: null, how: null })).toBe('');
  const approvedBy = ['ben@example.com'];
  expect(whoWords({ by: 'eva@example.com', how: null, approvedBy })).toBe(
    'eva@example.com, approved by ben@example.com',
  );
});

test('revisions are grouped by day, the newest first', () => {
  const at = (createdAt: string) => ({ createdAt });
  const [now, early, before, old] = [
    ...['2026-05-03T12:00:00', '2026-05-03T01:00:00', '2026-05-02T23:00:00', '2025-05-03T12:00:00'],
  ].map(at);
  const items = [now, early, before, old].flatMap((item) => item ?? []);

  const days = byDay(items, new Date('2026-05-03T13:00:00'));

  expect(days.map(({ day, items: all }) => [day, all.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Saturday, 3 May 2025', 1],
  ]);
});
