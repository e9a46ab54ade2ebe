import { readSendAt } from '../../../shared/message/send-at.ts';
import { expect, test } from '../../jest.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const read = (text: string) => readSendAt(text, nowMs);
const refused = (error: string) => ({ ok: false, field: '_sendAt', error });
const unreadable = refused('_sendAt must be a time with its offset, such as 2026-12-24T09:00:00Z');

test.each([
  ...['tomorrow', '2026-12-24', '2026-12-24T09:00', '2026-12-24T09:00:00', '', '1766566800'],
  // Dates, times and offsets that do not exist.
  ...['2027-02-30T09:00:00Z', '2026-12-24T25:00:00Z', '2026-12-24T09:00:00+25:00'],
])('the unreadable time %j is refused, and never means now', (text) => {
  expect(read(text)).toEqual(unreadable);
});

test('the offsets of winter and summer time give the same instant as Z', () => {
  const inWinter = read('2026-12-24T09:00:00Z');
  expect(inWinter).toEqual({ ok: true, sendAtMs: Date.UTC(2026, 11, 24, 9) });
  expect(read('2026-12-24T10:00:00+01:00')).toEqual(inWinter);
  expect(read('2026-12-24T11:00:00+02:00')).toEqual(inWinter);
});

test('a time up to 60 seconds in the past means now', () => {
  expect(read('2026-11-22T09:59:00Z')).toEqual({ ok: true, sendAtMs: nowMs });
  expect(read('2026-11-22T09:58:59Z')).toEqual(refused('_sendAt is in the past'));
});

test('a time may be 365 days ahead and no more', () => {
  expect(read('2027-11-22T10:00:00Z')).toMatchObject({ ok: true });
  expect(read('2027-11-22T10:00:01Z')).toEqual(refused('_sendAt is more than 365 days ahead'));
});
