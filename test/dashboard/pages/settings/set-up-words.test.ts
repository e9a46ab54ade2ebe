import { describe, expect, test } from '@jest/globals';
import { goodWords, toTell } from '../../../../dashboard/src/pages/settings/set-up-words.ts';
import type { Check } from '../../../../functions/manage/contracts/sending.ts';

const checks = (...statuses: Check['status'][]): Check[] =>
  statuses.map((status, at) => ({ code: `c${at}`, status, found: '', why: '', mend: [] }));

describe('the checks of the set-up', () => {
  test('failed checks come before those that could not run, and the others are not listed', () => {
    const told = toTell(checks('unknown', 'ok', 'broken', 'skipped'));

    expect(told.map(({ code }) => code)).toEqual(['c2', 'c0']);
  });

  test.each([
    [checks('ok', 'ok', 'skipped'), 'All is well: 2 checks are good.'],
    [checks('ok'), 'All is well: one check is good.'],
    [checks('ok', 'broken'), '1 more check is good.'],
    [checks('ok', 'ok', 'unknown'), '2 more checks are good.'],
    [checks('skipped', 'broken'), null],
  ])('the number of passed checks is given', (given, words) => {
    expect(goodWords(given)).toBe(words);
  });
});
