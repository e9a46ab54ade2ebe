import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { command } from '../harness/cli.ts';
import { chapters, openReader } from '../harness/operations.ts';
import { startOwnRun } from '../harness/own-run.ts';

const second = await startOwnRun({ data: temporaryFolder() });
const reader = await openReader(second.data);

// The chapters build on one another.
test.each(chapters.accounts)(
  'the commands of the chapter "%s" of operations.md work',
  async (chapter) => {
    expect(await reader.follow(chapter)).not.toBe('');
  },
);

test('operations.md has rotated, moved and deleted what its reader had', async () => {
  const { accountId } = reader.account;
  const here = await command(temporaryFolder(), ['account', 'list']);
  const there = await command(temporaryFolder(), ['account', 'list'], second.data);

  const moved = { accounts: expect.arrayContaining([expect.objectContaining({ accountId })]) };
  expect(await reader.execute()).toMatchObject({ status: 401 });
  expect(here.answer).not.toMatchObject(moved);
  expect(there.answer).toMatchObject(moved);
});
