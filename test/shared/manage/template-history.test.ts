import { randomBytes } from 'node:crypto';
import { alone } from '../../../shared/adapters/tables/change.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import {
  writeHead,
  writeRevision,
} from '../../../shared/adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { listRevisions } from '../../../shared/manage/templates/revisions.ts';
import {
  changeTemplate,
  createTemplate,
  restoreRevision,
} from '../../../shared/manage/templates/save-template.ts';
import { countCapacity } from '../../cli/commands/usage/capacity.ts';
import { tablesOf, testClient } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { storedTemplates, template } from './templates/stored-templates.ts';

const stored = await storedTemplates();
const { at, ports, interrupted, pushBy, revisionOf, revisionsOf, rollBack } = stored;
const { templates } = ports;

const source = (html: string) => template('a', html);
const create = (html: string) => createTemplate(ports, at.account, source(html));
const change = (html: string, from: number, by: typeof ports = ports) =>
  changeTemplate(by, at.account, source(html), from);

/** The listed numbers, newest first. The whole list and its pages must have the same. */
async function listed(): Promise<number[]> {
  const { items: versions } = await revisionsOf('a');
  const paged: typeof versions = [];
  let before: number | undefined;
  do {
    const page = { before, limit: 2 };
    const { items, next } = await revisionsOf('a', page);
    paged.push(...items);
    before = next ?? undefined;
  } while (before !== undefined);
  expect(paged).toEqual(versions);
  return versions.map(({ revision }) => revision);
}

const htmlOf = async (revision: number) => (await revisionOf('a', revision)).source.html;

const refusal = (error: unknown) => {
  if (error instanceof ManageError) return error;
  throw error;
};

test('the history has every revision that concurrent savers were told is saved, and none that was refused', async () => {
  await create('first');
  const accepted = new Map([[1, 'first']]);
  const refused: string[] = [];

  for (let round = 0; round < 6; round++) {
    const from = Math.max(...accepted.keys());
    const savers = Array.from({ length: 5 }, (_, saver) => `${round} by ${saver}`);
    await Promise.all(
      savers.map(async (html) => {
        const saved = await change(html, from).catch(refusal);
        if (saved instanceof ManageError) refused.push(html);
        else accepted.set(saved.head.revision, html);
      }),
    );
  }

  expect({ accepted: accepted.size, refused: refused.length }).toEqual({
    accepted: 7,
    refused: 24,
  });
  const newest = Math.max(...accepted.keys());
  expect(await listed()).toEqual([...accepted.keys()].sort((one, other) => other - one));
  for (let revision = 1; revision <= newest; revision++) {
    const shown = await htmlOf(revision).catch(refusal);
    const known = accepted.get(revision);
    if (known === undefined) expect(shown).toMatchObject({ code: 'unknown' });
    else expect(shown).toBe(known);
  }
});

test.each<['cut' | 'lose answer', number[], string[]]>([
  ['cut', [2, 1], ['four', 'two', 'one']],
  ['lose answer', [3, 2, 1], ['four', 'three', 'two', 'one']],
])('the history is complete after a save was interrupted: %s', async (fate, numbers, contents) => {
  await create('one');
  await change('two', 1);

  await interrupted(fate, (by) => change('three', 2, by));
  const between = await listed();
  await change('four', between[0] ?? 0);

  expect(between).toEqual(numbers);
  expect(await Promise.all((await listed()).map(htmlOf))).toEqual(contents);
});

test('the history says since when each revision was served, in the list and alone', async () => {
  const then = (ms: number) => ({ ...ports, now: () => new Date(ms) });
  await createTemplate(then(1000), at.account, source('one'));
  await changeTemplate(then(2000), at.account, source('two'), 1);
  await deleteTemplate(then(3000), at.account, 'a');
  const wanted = { templateId: 'a', revision: 1, from: 'deleted' } as const;
  await restoreRevision(then(4000), at.account, wanted);

  const { items: versions } = await revisionsOf('a');
  const alone = await Promise.all(versions.map(({ revision }) => revisionOf('a', revision)));

  expect(versions).toEqual([
    { revision: 3, createdAt: '1970-01-01T00:00:04.000Z', current: true },
    {
      ...{ revision: 2, createdAt: '1970-01-01T00:00:02.000Z', current: false },
      deletedAt: '1970-01-01T00:00:03.000Z',
    },
    { revision: 1, createdAt: '1970-01-01T00:00:01.000Z', current: false },
  ]);
  expect(alone.map(({ source: _, partials: __, ...summary }) => summary)).toEqual(versions);
});

test('each revision says who saved it, how, why and from which revision, also once others replaced it', async () => {
  const pushed = { by: 'eva', how: 'push', note: 'for the sale' };
  await pushBy(ports, [source('one')], { author: pushed });
  const edited = { by: 'bob@example.com', how: 'dashboard' };
  await changeTemplate(ports, at.account, source('two'), 1, edited);
  await stored.push(source('three'));
  const back = { by: 'eva', how: 'rollback to 1' };
  await rollBack('a', 1, back);

  const { items } = await revisionsOf('a');

  expect(items.map(({ revision, origin }) => ({ revision, origin }))).toEqual([
    { revision: 4, origin: { ...back, from: 1 } },
    { revision: 3, origin: undefined },
    { revision: 2, origin: { ...edited, from: 1 } },
    { revision: 1, origin: pushed },
  ]);
});

test('a page of 50 revisions costs at most 10 read units, whatever the size of the contents', async () => {
  const content = new Uint8Array(randomBytes(300 * 1024));
  const createdAt = '2026-01-01T00:00:00.000Z';
  const origin = { by: 'eva@example.com', how: 'dashboard', note: 'é'.repeat(200), from: 1 };
  const named = { templateId: 'a', name: 'A', subject: '' };
  const head = { ...named, flowStatus: 'none' as const, origin, updatedAt: createdAt };
  const numbers = Array.from({ length: 51 }, (_, index) => index + 1);
  for (const revision of numbers) {
    await writeRevision(templates, at.account, { templateId: 'a', revision, createdAt, content });
    const seen = revision === 1 ? null : { ...head, revision: revision - 1 };
    await writeHead(templates, at.account, { ...head, revision }, seen, alone);
  }

  const page = await readUnits((table) =>
    listRevisions({ templates: table }, at.account, 'a', { limit: 50 }),
  );

  expect(page.result.items).toHaveLength(50);
  expect(page.units).toBeLessThanOrEqual(10);
});

/** The capacity of some reads, as reported by the server. */
async function readUnits<T>(use: (templates: Table) => Promise<T>) {
  const client = testClient(at.tables.endpoint);
  const taken = countCapacity(client);
  const result = await use(tablesOf(client).templates).finally(() => client.destroy());
  return { result, units: taken().reads };
}
