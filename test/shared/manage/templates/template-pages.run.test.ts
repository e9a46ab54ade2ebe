import { alone } from '../../../../shared/adapters/tables/change.ts';
import { writeHead } from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import {
  listTemplatePage,
  type TemplatePageQuery,
} from '../../../../shared/manage/templates/template-pages.ts';
import { startCallCounter } from '../../../../trials/bench/growth/count-calls.ts';
import { startTables, tablesOf, testClient } from '../../../dynalite.ts';
import { afterAll, expect, test } from '../../../jest.ts';

const tables = await startTables();
const idAt = (number: number) => `mail-${String(number).padStart(4, '0')}`;

const counter = await startCallCounter(tables.endpoint);
const templates = tablesOf(testClient(counter.endpoint)).templates;
await fill('few', 10, () => false);
await fill('many', 230, () => false);
await fill('tidied', 1200, (number) => number < 1150);
afterAll(async () => {
  templates.client.destroy();
  await counter.stop();
});

const idsAt = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => idAt(from + place));

async function fill(accountId: string, count: number, isDeleted: (number: number) => boolean) {
  const updatedAt = '2026-05-01T10:00:00.000Z';
  const numbers = Array.from({ length: count }, (_, number) => number);
  await inParallel(numbers, async (number) => {
    const head = { templateId: idAt(number), name: 'Mail', subject: '', revision: 1, updatedAt };
    const deletedAt = isDeleted(number) ? updatedAt : undefined;
    const whole = { ...head, flowStatus: 'none' as const, deletedAt };
    await writeHead(tables.templates, accountId, whole, null, alone);
  });
}

/** A page, and the capacity that it used. */
async function page(accountId: string, asked: TemplatePageQuery) {
  let ids: string[] = [];
  let next: string | null = null;
  const { requests, scanned } = await counter.during(async () => {
    const found = await listTemplatePage({ templates }, accountId, asked);
    ids = found.items.map(({ templateId }) => templateId);
    next = found.next;
  });
  return { ids, next, requests, scanned };
}

test('a page of templates costs one request, with few and with many templates, at the beginning and later', async () => {
  const ofFew = await page('few', { limit: 50 });
  const first = await page('many', { limit: 50 });
  const further = await page('many', { limit: 50, after: idAt(149) });
  const found = await page('many', { limit: 50, prefix: 'mail-012' });

  const requests = { Query: 1 };
  expect(ofFew).toEqual({ ids: idsAt(0, 10), next: null, requests, scanned: 10 });
  expect(first).toEqual({ ids: idsAt(0, 50), next: idAt(49), requests, scanned: 51 });
  expect(further).toEqual({ ids: idsAt(150, 50), next: idAt(199), requests, scanned: 51 });
  expect(found).toEqual({ ids: idsAt(120, 10), next: null, requests, scanned: 10 });
});

test('a page of templates skips a limited number of deleted ones, and names where it stopped', async () => {
  const first = await page('tidied', { limit: 50 });
  const second = await page('tidied', { limit: 50, after: first.next ?? '' });

  expect(first).toEqual({ ids: [], next: idAt(999), requests: { Query: 2 }, scanned: 1000 });
  expect(second).toEqual({
    ids: idsAt(1150, 50),
    next: null,
    requests: { Query: 2 },
    scanned: 200,
  });
});

test('a search reads 1,000 templates in one request, and names where it stopped', async () => {
  const found = await page('many', { limit: 50, search: '022' });
  const first = await page('tidied', { limit: 50, search: '119' });
  const second = await page('tidied', { limit: 50, search: '119', after: first.next ?? '' });

  expect(found).toEqual({
    ids: [idAt(22), ...idsAt(220, 10)],
    next: null,
    requests: { Query: 1 },
    scanned: 230,
  });
  expect(first).toEqual({ ids: [], next: idAt(999), requests: { Query: 1 }, scanned: 1000 });
  expect(second).toMatchObject({ ids: idsAt(1190, 10), next: null });
});
