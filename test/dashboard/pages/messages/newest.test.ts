import { mergeNewest } from '../../../../dashboard/src/pages/messages/newest.ts';
import { expect, test } from '../../../jest.ts';
import { summary } from '../../messages.ts';

test('new messages are counted and not shown, so that no row moves', () => {
  const shown = [summary('02', 'SENT'), summary('01', 'SENT')];

  const merged = mergeNewest(shown, [summary('04', 'SENT'), summary('03', 'SENT'), ...shown]);

  expect(merged).toEqual({ rows: shown, fresh: 2 });
});

test('a shown message changes its state in place', () => {
  const shown = [summary('02', 'SENT'), summary('01', 'SENT')];

  const merged = mergeNewest(shown, [summary('02', 'BOUNCED')]);

  expect(merged).toEqual({ rows: [summary('02', 'BOUNCED'), summary('01', 'SENT')], fresh: 0 });
});

test('messages older than the newest page stay', () => {
  const shown = [summary('03', 'SENT'), summary('02', 'SENT'), summary('01', 'SENT')];

  const merged = mergeNewest(shown, [summary('03', 'SENT')]);

  expect(merged).toEqual({ rows: shown, fresh: 0 });
});

test('all messages are new to an empty list', () => {
  expect(mergeNewest([], [summary('01', 'SENT')])).toEqual({ rows: [], fresh: 1 });
});
