import {
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
    short: '4 Sep 2026, 02:07',
    words: 'Friday, 4 September 2026, 02:07 (UTC+5:45)',
    tooltip: 'Friday, 4 September 2026, 02:07:09 UTC+5:45, which is 2026-09-03 20:22:09 UTC',
  });
});
