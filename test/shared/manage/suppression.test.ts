import { alone } from '../../../shared/adapters/tables/change.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
} from '../../../shared/manage/suppression.ts';
import { listTrail } from '../../../shared/manage/trail/trail.ts';
import { expect, test } from '../../jest.ts';
import { putAccounts, startDeployment } from '../../management.ts';
import { through } from '../adapters/tables/through.ts';

const deployment = await startDeployment();
const { ports } = deployment;
await putAccounts(
  ports.accounts,
  'acc_lost',
  'acc_remove',
  'acc_mine',
  'acc_others',
  'acc_pages',
  'acc_1',
);

const ada = { address: 'ada@example.com' };
const byHand = {
  ...{ ...ada, reason: 'manual' as const, at: '1970-01-01T00:00:00.000Z' },
  ...{ detail: 'asked for it', messageId: null },
};

test('an address is suppressed even if the answer to the first try was lost', async () => {
  let calls = 0;
  const { result, calls: made } = await through(
    deployment.tables.endpoint,
    ({ operation }) =>
      operation === 'TransactWriteItems' && calls++ === 0 ? 'lose answer' : 'pass',
    ({ messages, trail }) => addSuppression({ ...ports, messages, trail }, 'acc_lost', ada),
  );

  expect(result.changed).toBe(true);
  expect(made.map(([operation]) => operation).slice(-2)).toEqual([
    'TransactWriteItems',
    'TransactWriteItems',
  ]);
  expect((await listTrail(ports, 'acc_lost')).entries).toHaveLength(1);
});

test('an address is removed from the list, and a second removal changes nothing', async () => {
  await addSuppression(ports, 'acc_remove', ada);

  const first = await removeSuppression(ports, 'acc_remove', 'ADA@example.com');
  const second = await removeSuppression(ports, 'acc_remove', 'ada@example.com');
  const list = await listSuppressions(ports, 'acc_remove');

  expect(first).toEqual({ ...ada, changed: true });
  expect(second).toEqual({ ...ada, changed: false });
  expect(list.suppressions).toEqual([]);
});

test('an address is suppressed only for one account', async () => {
  await addSuppression(ports, 'acc_mine', ada);

  const others = await removeSuppression(ports, 'acc_others', 'ada@example.com');

  expect(others.changed).toBe(false);
  expect((await listSuppressions(ports, 'acc_mine')).suppressions).toHaveLength(1);
});

test('the suppression list continues where the page before ended', async () => {
  for (const name of ['cyd', 'ada', 'bob']) {
    await addSuppression(ports, 'acc_pages', { address: `${name}@example.com` });
  }

  const first = await listSuppressions(ports, 'acc_pages', { limit: 2 });
  const cursor = first.nextCursor ?? '';
  const second = await listSuppressions(ports, 'acc_pages', { limit: 2, cursor });

  const names = [first, second].map((page) => page.suppressions.map(({ address }) => address));
  expect(names).toEqual([['ada@example.com', 'bob@example.com'], ['cyd@example.com']]);
  expect(second.nextCursor).toBeNull();
});

test.each([
  ['Ada <ada@example.com>', 'the part before the @ has a character'],
  ['ada', 'it has no @'],
  ['', 'it is empty'],
])('an invalid address is refused by every command: %j', async (address, problem) => {
  const sentence = `${JSON.stringify(address)} is not a valid email address: `;

  await expect(addSuppression(ports, 'acc_1', { address })).rejects.toThrow(sentence);
  await expect(removeSuppression(ports, 'acc_1', address)).rejects.toThrow(problem);
  await expect(listSuppressions(ports, 'acc_1', { cursor: address })).rejects.toThrow(sentence);
});

test.each([
  ['', 'The reason must not be empty'],
  ['a\nb', 'The reason must be on one line'],
])('the reason %j is refused', async (reason, problem) => {
  await expect(addSuppression(ports, 'acc_1', { ...ada, reason })).rejects.toThrow(problem);
});

const accountId = 'acc_search';
const addressAt = (place: number) => `reader${String(place).padStart(4, '0')}@example.com`;
const idsOf = ({ suppressions }: Awaited<ReturnType<typeof listSuppressions>>) =>
  suppressions.map(({ address }) => address);
for (let place = 0; place < 1150; place++) {
  await suppress(ports.messages, accountId, { ...byHand, address: addressAt(place) }, alone);
}

test('a search finds a part of an address in upper or lower case, page by page', async () => {
  const first = await listSuppressions(ports, accountId, { search: ' READER001', limit: 6 });
  const cursor = first.nextCursor ?? '';
  const next = { search: 'reader001', limit: 6, cursor };
  const second = await listSuppressions(ports, accountId, next);

  expect(idsOf(first)).toEqual([10, 11, 12, 13, 14, 15].map(addressAt));
  expect(idsOf(second)).toEqual([16, 17, 18, 19].map(addressAt));
});

test('a search looks through 1,000 addresses, and goes on from there', async () => {
  const first = await listSuppressions(ports, accountId, { search: 'reader11' });
  const cursor = first.nextCursor ?? '';
  const second = await listSuppressions(ports, accountId, { search: 'reader114', cursor });

  expect([idsOf(first), first.nextCursor]).toEqual([[], addressAt(999)]);
  expect(idsOf(second)).toHaveLength(10);
  expect(second.nextCursor).toBeNull();
});
