import { mergeNewest, mergeSoonest } from '../../../../dashboard/src/pages/messages/newest.ts';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { expect, test } from '../../../jest.ts';
import { summary } from '../../messages.ts';

const sent = (...ids: string[]) => ids.map((id) => summary(id, 'SENT'));
const shown = sent('02', '01');

test.each([
  ['new messages are counted and not shown', shown, [...sent('04', '03'), ...shown], shown, 2],
  [
    'a shown message changes its state in place',
    ...[shown, [summary('02', 'BOUNCED')], [summary('02', 'BOUNCED'), ...sent('01')]],
    0,
  ],
  ['messages older than the newest page stay', shown, sent('02'), shown, 0],
  ['all messages are new to an empty list', [], shown, [], 2],
] as const)('%s, so that no row moves', (_, before, newest, rows, fresh) => {
  expect(mergeNewest([...before], [...newest])).toEqual({ rows, fresh });
});

/** A message that is due on 24 December. */
const at = (hour: string, state: MessageSummary['state'] = 'SCHEDULED') => ({
  ...summary(hour, state),
  sendAt: `2026-12-24T${hour}:00:00.000Z`,
});

const soon = [at('09'), at('10'), at('11')];
const cancelled = [at('09', 'CANCELLED'), at('10')];

test.each([
  ['that is scheduled meanwhile is a change', soon, [...soon, at('08'), at('15')], null, 2],
  ['that was sent meanwhile is a change, and stays where it was', soon, soon.slice(1), null, 1],
  ['that the reader cancelled is no change', cancelled, [at('10')], null, 0],
  ['of a later page that moves up is no change', cancelled, [at('10'), at('11')], 'more', 0],
  ['of a later page stays without a change', soon, soon.slice(0, 2), 'more', 0],
])('a scheduled message %s, and no row moves', (_, rows, items, nextCursor, fresh) => {
  expect(mergeSoonest(rows, { items, nextCursor })).toEqual({ rows, fresh });
});

test('the list stays as it is until it is read again', () => {
  expect(mergeSoonest([at('09')], undefined)).toEqual({ rows: [at('09')], fresh: 0 });
});
