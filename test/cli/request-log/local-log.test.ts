import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countInFiles } from '../../../cli/request-log/local-log.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;

const line = (hours: number, more: object = {}) =>
  JSON.stringify({
    ...{ level: 'info', endpoint: 'execute', outcome: 'sent', accountId: 'acc_1' },
    ...{ templateId: 'welcome', ms: 7, cold: false, ...more },
    _aws: { Timestamp: hoursAgo(hours), CloudWatchMetrics: [] },
  });

/** Counts the mails of `acc_1` in the last day, by template. */
async function countOf(files: Record<string, string[]>) {
  const folder = temporaryFolder();
  for (const [name, lines] of Object.entries(files)) {
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
  }
  const since = new Date(hoursAgo(24));
  return countInFiles(folder, { accountId: 'acc_1', by: 'template', since });
}

const sent = { endpoint: 'execute', outcome: 'sent', test: false };

test('the local count is of one account since one time, and skips what is no line of a request', async () => {
  const lines = [
    ...[line(30), line(2), line(1, { recipients: 3 }), line(1, { accountId: 'acc_2' })],
    ...['{"level":"info"', 'Error: lost', line(1, { templateId: 'x} | delete' })],
  ];
  const { groups, goneBefore } = await countOf({ 'Execute.log': lines });

  expect(groups).toEqual([
    { ...sent, name: 'welcome', lines: 2, recipients: 4 },
    { ...sent, name: 'x} | delete', lines: 1, recipients: 1 },
  ]);
  expect(goneBefore).toBeNull();
});

test('the local count takes older lines from the second file, and says from when on there are lines', async () => {
  const { groups, goneBefore } = await countOf({
    'Execute.log': [line(1)],
    'Execute.log.1': [line(5), line(4)],
  });

  expect(groups).toEqual([{ ...sent, name: 'welcome', lines: 3, recipients: 3 }]);
  expect(Math.round((Date.now() - Date.parse(goneBefore ?? '')) / 3_600_000)).toBe(5);
});
