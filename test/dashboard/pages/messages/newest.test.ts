import { expect, test } from '@jest/globals';
import { mergeNewest } from '../../../../dashboard/src/pages/messages/newest.ts';
import { summary } from '../../messages.ts';

test('what is new is counted and held back, so that no row moves', () => {
  const shown = [summary('02', 'SENT'), summary('01', 'SENT')];

  const merged = mergeNewest(shown, [summary('04', 'SENT'), summary('03', 'SENT'), ...shown]);

  expect(merged).toEqual({ rows: shown, fresh: 2 });
});

test('a row that is there changes its state in its place', () => {
  const shown = [summary('02', 'SENT'), summary('01', 'SENT')];

  const merged = mergeNewest(shown, [summary('02', 'BOUNCED')]);

  expect(merged).toEqual({ rows: [summary('02', 'BOUNCED'), summary('01', 'SENT')], fresh: 0 });
});

test('rows further back than the newest page stay', () => {
  const shown = [summary('03', 'SENT'), summary('02', 'SENT'), summary('01', 'SENT')];

  const merged = mergeNewest(shown, [summary('03', 'SENT')]);

  expect(merged).toEqual({ rows: shown, fresh: 0 });
});

test('before an empty list everything is new', () => {
  expect(mergeNewest([], [summary('01', 'SENT')])).toEqual({ rows: [], fresh: 1 });
});
