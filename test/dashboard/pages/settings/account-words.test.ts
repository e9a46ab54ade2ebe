import { expect, test } from 'vitest';
import { kilobytes, planWord } from '../../../../dashboard/src/pages/settings/account-words.ts';

test('a plan begins with a capital letter', () => {
  expect(planWord('free')).toBe('Free');
});

test.each([
  [524_288, '512 KB'],
  [1_536, '1.5 KB'],
  [2_097_152, '2,048 KB'],
])('%i bytes are %s', (bytes, words) => {
  expect(kilobytes(bytes)).toBe(words);
});
