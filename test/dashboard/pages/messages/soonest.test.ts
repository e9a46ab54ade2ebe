import { mergeSoonest } from '../../../../dashboard/src/pages/messages/soonest.ts';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { expect, test } from '../../../jest.ts';
import { summary } from '../../messages.ts';

/** A message of 24 December. */
const at = (hour: string, state: MessageSummary['state'] = 'SCHEDULED') => ({
  ...summary(hour, state),
  sendAt: `2026-12-24T${hour}:00:00.000Z`,
});

const pageOf = (items: MessageSummary[], nextCursor: string | null = null) => ({
  items,
  nextCursor,
});

test('a message that is scheduled meanwhile is a change, and no row moves', () => {
  const shown = [at('09'), at('12')];

  const merged = mergeSoonest(shown, pageOf([at('09'), at('11'), at('12'), at('15')]));

  expect(merged).toEqual({ rows: shown, fresh: 2 });
});

test('a message that was sent meanwhile is a change, and stays where it was', () => {
  const shown = [at('09'), at('12')];

  const merged = mergeSoonest(shown, pageOf([at('12')]));

  expect(merged).toEqual({ rows: shown, fresh: 1 });
});

test('a message that the reader cancelled is no change', () => {
  const shown = [at('09', 'CANCELLED'), at('12')];

  const merged = mergeSoonest(shown, pageOf([at('12')]));

  expect(merged).toEqual({ rows: shown, fresh: 0 });
});

test('a later message that moves up into the first page is no change', () => {
  const shown = [at('09', 'CANCELLED'), at('10')];

  const merged = mergeSoonest(shown, pageOf([at('10'), at('11')], 'more'));

  expect(merged).toEqual({ rows: shown, fresh: 0 });
});

test('messages of later pages stay without a change', () => {
  const shown = [at('09'), at('10'), at('11')];

  const merged = mergeSoonest(shown, pageOf([at('09'), at('10')], 'more'));

  expect(merged).toEqual({ rows: shown, fresh: 0 });
});

test('the list stays as it is until it is read again', () => {
  expect(mergeSoonest([at('09')], undefined)).toEqual({ rows: [at('09')], fresh: 0 });
});
