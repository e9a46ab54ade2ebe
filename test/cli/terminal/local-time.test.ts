import { localTime, readSince } from '../../../cli/terminal/local-time.ts';
import { expect, test } from '../../jest.ts';

const now = new Date('2026-05-08T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const hour = 3_600_000;

test('a time for people is local, with seconds', () => {
  const local = new Date(2026, 4, 1, 9, 5, 7);

  expect(localTime(local.toISOString())).toBe('2026-05-01 09:05:07');
});

test.each([
  ['90s', ago(90_000)],
  ['30m', ago(hour / 2)],
  ['2h', ago(2 * hour)],
  ['7d', ago(7 * 24 * hour)],
  ['1W', ago(7 * 24 * hour)],
  ['0h', now],
  ['2026-05-01', new Date(2026, 4, 1)],
  ['2026-05-01T10:30', new Date(2026, 4, 1, 10, 30)],
  ['2026-05-01 10:30:05', new Date(2026, 4, 1, 10, 30, 5)],
  ['2026-05-01T10:30:00Z', new Date('2026-05-01T10:30:00Z')],
  ['2026-05-01T10:30:00.250+02:00', new Date('2026-05-01T08:30:00.250Z')],
])('--since accepts %s', (text, time) => {
  expect(readSince(text, now)).toEqual(time);
});

test.each([
  ...['', 'h', '7', '-2h', '2.5h', '2 h', '7y', '1234567d', 'yesterday', '2026-02-30'],
  ...['2026-13-01', '2026-05-01T25:00', '2026-05', '01.05.2026', '2026-05-01T10:30 CET'],
])('--since refuses %j', (text) => {
  expect(readSince(text, now)).toBeNull();
});
