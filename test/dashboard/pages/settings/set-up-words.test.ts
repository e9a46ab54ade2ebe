import {
  checksToShow,
  passedWords,
} from '../../../../dashboard/src/pages/settings/set-up-words.ts';
import type { Check } from '../../../../functions/manage/contracts/sending.ts';
import { expect, test } from '../../../jest.ts';

const checks = (...statuses: Check['status'][]): Check[] =>
  statuses.map((status, at) => ({ code: `c${at}`, status, found: '', why: '', fix: [] }));

test('failed checks come before those that could not run, and the others are not listed', () => {
  const shown = checksToShow(checks('unknown', 'ok', 'broken', 'skipped'));

  expect(shown.map(({ code }) => code)).toEqual(['c2', 'c0']);
});

test.each([
  [checks('ok', 'ok', 'skipped'), 'All 2 checks passed.'],
  [checks('ok'), 'The only check passed.'],
  [checks('ok', 'broken'), '1 more check passed.'],
  [checks('ok', 'ok', 'unknown'), '2 more checks passed.'],
  [checks('skipped', 'broken'), null],
])('the number of passed checks is given', (given, words) => {
  expect(passedWords(given)).toBe(words);
});
