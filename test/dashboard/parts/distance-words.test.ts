import { distanceWords } from '../../../dashboard/src/parts/distance-words.ts';
import { expect, test } from '../../jest.ts';

const now = new Date('2026-05-03T12:00:00Z');
const seconds = (count: number) => new Date(now.getTime() + count * 1000);
const days = (count: number) => seconds(count * 86_400);

test.each([
  [seconds(-9), 'just now'],
  [seconds(9), 'just now'],
  [seconds(-10), '10 seconds ago'],
  [seconds(-89), '1 minute ago'],
  [seconds(-90), '2 minutes ago'],
  [seconds(-3 * 3600), '3 hours ago'],
  [days(-1), '1 day ago'],
  [days(-29), '29 days ago'],
  [days(-31), '1 month ago'],
  [days(-400), '1 year ago'],
  [seconds(3 * 3600), 'in 3 hours'],
  [days(45), 'in 45 days'],
])('the distance from noon to %s is %s', (time, words) => {
  expect(distanceWords(time, now)).toBe(words);
});
