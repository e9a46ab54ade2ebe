import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { startOwnRun } from '../harness/own-run.ts';
import type { LocalProcess } from '../run/local-process.ts';

const data = join(temporaryFolder(), 'data');

async function read({ deployment }: LocalProcess, path: string) {
  const answer = await fetch(`${deployment.dashboardUrl}/manage/v1${path}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** All items of a list, page by page. */
async function all(run: LocalProcess, path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const page = await read(run, `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    items.push(...(page.items as Record<string, unknown>[]));
    cursor = page.nextCursor ?? null;
  }
  return items;
}

const countBy = (items: readonly Record<string, unknown>[], name: string) =>
  Object.fromEntries(
    [...Map.groupBy(items, (item) => String(item[name]))].map(([key, some]) => [key, some.length]),
  );

async function numbersOf(run: LocalProcess) {
  const [templates, live, test, suppressions, keys, webhooks] = await Promise.all([
    all(run, '/templates?limit=100'),
    all(run, '/messages?limit=100'),
    all(run, '/messages?limit=100&test=true'),
    all(run, '/suppressions?limit=100'),
    all(run, '/api-keys?limit=100'),
    all(run, '/webhooks?limit=100'),
  ]);
  return {
    kinds: countBy(templates, 'kind'),
    drafts: templates.filter(({ draft }) => draft !== null).length,
    live: countBy(live, 'state'),
    test: countBy(test, 'state'),
    suppressions: countBy(suppressions, 'reason'),
    keys: countBy(keys, 'mode'),
    refusing: countBy(webhooks, 'failures'),
  };
}

test('--demo-data fills a new data folder, and a second start with it changes nothing', async () => {
  const words = ['--dns', '127.0.0.1:1', '--demo-data'];
  const first = await startOwnRun({ data, words });

  const filled = await numbersOf(first);
  const bounced = await all(first, '/messages?limit=100&state=BOUNCED');
  const { days } = (await read(first, '/overview?days=30')) as { days: { counts: object }[] };
  await first.stop();
  const second = await startOwnRun({ data, words });
  const again = await numbersOf(second);

  expect(filled).toEqual({
    kinds: { template: 62, partial: 5 },
    drafts: 4,
    live: {
      ...{ DELIVERED: 2665, BOUNCED: 50, COMPLAINED: 6, DELAYED: 6, REJECTED: 2, SENT: 3 },
      ...{ FAILED: 4, UNKNOWN: 2, REFUSED: 83, CANCELLED: 3, SCHEDULED: 8 },
    },
    test: { DELIVERED: 168 },
    suppressions: { bounce: 28, complaint: 6, manual: 8 },
    keys: { live: 5, test: 3 },
    refusing: { 0: 1, 41: 2 },
  });
  expect(
    bounced.slice(0, 23).filter(({ templateId }) => templateId === 'back-in-stock'),
  ).toHaveLength(14);
  expect(days.at(-1)?.counts).toMatchObject({ hardBounces: 13, states: { BOUNCED: 23 } });
  expect(again).toEqual(filled);
});
