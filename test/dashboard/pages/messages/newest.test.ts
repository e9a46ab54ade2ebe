import { mergeNewest } from '../../../../dashboard/src/api/messages.ts';
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
