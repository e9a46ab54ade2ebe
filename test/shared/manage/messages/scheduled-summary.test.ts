import { explainMessage } from '../../../../shared/manage/messages/explain-message.ts';
import { withReports } from '../../../../shared/message/apply-event.ts';
import { expect, test } from '../../../jest.ts';
import { messageRecord } from '../message-records.ts';

const sendAt = '2026-12-24T09:00:00.000Z';
const minutes = 60_000;
const days = 24 * 60 * minutes;

/** The summary of a message of revision 7, this long before the message is due. */
function summary(
  beforeMs: number,
  newest?: number | null,
  state: 'SCHEDULED' | 'CANCELLED' = 'SCHEDULED',
) {
  const record = withReports(messageRecord({ state, sendAt, revision: 7 }), []);
  const nowMs = Date.parse(sendAt) - beforeMs;
  const known = newest === undefined ? {} : { newest };
  return explainMessage(record, { nowMs, suppressed: [], ...known }).summary;
}

test.each([
  [32 * days + 5, 'It is scheduled for 2026-12-24 09:00 UTC, in 32 days.'],
  [days, 'It is scheduled for 2026-12-24 09:00 UTC, in 1 day.'],
  [20 * minutes, 'It is scheduled for 2026-12-24 09:00 UTC, in 20 minutes.'],
  [1, 'It is scheduled for 2026-12-24 09:00 UTC, in less than a minute.'],
  [-1000, 'It is scheduled for 2026-12-24 09:00 UTC, now.'],
  [-20 * minutes, 'It is scheduled for 2026-12-24 09:00 UTC, overdue by 20 minutes.'],
])('%d ms before its time a scheduled message says: %s', (beforeMs, sentence) => {
  expect(summary(beforeMs)).toBe(sentence);
});

test.each([
  [7, 'It was accepted with revision 7.'],
  [9, "It was accepted with revision 7; today's is 9."],
  [null, 'It was accepted with revision 7; its template is deleted, so it will fail.'],
])('with the current revision %s a scheduled message says: %s', (newest, sentence) => {
  expect(summary(days, newest)).toBe(
    `It is scheduled for 2026-12-24 09:00 UTC, in 1 day. ${sentence}`,
  );
});

test('a cancelled message says the time that it was scheduled for', () => {
  expect(summary(days, undefined, 'CANCELLED')).toBe(
    'It was cancelled before its time, 2026-12-24 09:00 UTC, so nothing was sent.',
  );
});
