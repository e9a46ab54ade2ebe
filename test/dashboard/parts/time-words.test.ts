import {
  distanceWords,
  exactTime,
  localTime,
  momentWords,
  shortMoment,
  timeWithZone,
} from '../../../dashboard/src/parts/time-words.ts';
import { beforeAll, expect, test } from '../../jest.ts';

beforeAll(() => {
  process.env.TZ = 'Asia/Kathmandu';
});

const at = '2026-09-03T20:22:09Z';

test('each way to write a time shows it in the zone of the reader', () => {
  expect({
    local: localTime(new Date(at)),
    exact: exactTime(at),
    short: shortMoment(at),
    words: momentWords(at),
    tooltip: timeWithZone(at),
  }).toEqual({
    local: '2026-09-04T02:07:09',
    exact: '2026-09-04 02:07:09',
    short: '4 Sept 2026, 02:07',
    words: 'Friday, 4 September 2026 at 02:07 GMT+5:45',
    tooltip: 'Friday, 4 September 2026 at 02:07:09 GMT+5:45, which is 2026-09-03 20:22:09 UTC',
  });
});

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
