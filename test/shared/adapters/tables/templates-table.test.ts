import { alone } from '../../../../shared/adapters/tables/change.ts';
import {
  encodeRevision,
  type TemplateRevision,
} from '../../../../shared/adapters/tables/revision-format.ts';
import {
  readHead,
  readHeadOrTombstone,
  readRevision,
  type StoredHead,
} from '../../../../shared/adapters/tables/templates-table.ts';
import {
  writeHead,
  writeRevision,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { through } from './through.ts';

const tables = await startTables();
const { templates } = tables;

const head = (templateId: string, more: Partial<StoredHead> = {}): StoredHead => ({
  ...{ templateId, name: 'Welcome', subject: '', flowStatus: 'provider', revision: 1 },
  ...{ updatedAt: '2026-01-01T00:00:00.000Z', deletedAt: undefined, replaces: 0 },
  ...more,
});

const content: TemplateRevision = {
  format: 1,
  name: 'Welcome',
  subject: 'Hello {{name}}',
  html: '<p>Grüße, {{name|Freund}} 🎉</p>',
  testData: { name: 'Ada', nested: { list: [1, null, true] } },
  flow: { nodes: [], edges: [] },
  textTemplate: null,
  compiled: { subject: [], html: [], text: null, textIsDerived: false, variables: [] },
  plan: { version: 1 },
};

const revision = (templateId: string, number: number) => ({
  ...{ templateId, revision: number, createdAt: '2026-01-01T00:00:00.000Z' },
  content: encodeRevision(content),
});

/** Reads a head. Returns the calls too. */
const readThrough = (templateId: string) =>
  through(
    tables.endpoint,
    () => 'pass',
    ({ templates }) => readHead(templates, 'acc_1', templateId),
  );

test("a template's head is read back as it was written, by its own account alone", async () => {
  expect(await writeHead(templates, 'acc_1', head('welcome'), null, alone)).toBe(true);

  expect(await readHead(templates, 'acc_1', 'welcome')).toEqual(head('welcome'));
  expect(await readHead(templates, 'acc_2', 'welcome')).toBeNull();
});

test("a template's head is read with one strongly consistent read", async () => {
  const { calls } = await readThrough('welcome');

  const Key = { accountId: { S: 'acc_1' }, sk: { S: 'T#welcome' } };
  expect(calls).toEqual([['GetItem', { TableName: 'Templates', Key, ConsistentRead: true }]]);
});

test.each([
  ['', 'an empty id'],
  ['a/b', 'a slash'],
  ['_hidden', 'an underscore in front'],
  ['welcome#00000001', 'a number sign'],
  ['wélcome', 'a letter outside ASCII'],
  ['welcome\n', 'a line break at the end'],
  ['x'.repeat(65), '65 characters'],
])("an id that cannot exist costs no read of a template's head: %j, %s", async (templateId) => {
  expect(await readThrough(templateId)).toEqual({ result: null, calls: [] });
});

test('the head of a deleted template reads as null, and as a tombstone for writers', async () => {
  const tombstone = head('deleted', { deletedAt: '2026-02-01T00:00:00.000Z' });

  await writeHead(templates, 'acc_1', tombstone, null, alone);

  expect(await readHead(templates, 'acc_1', 'deleted')).toBeNull();
  expect(await readHeadOrTombstone(templates, 'acc_1', 'deleted')).toEqual(tombstone);
});

test.each([
  ['one that changed', 'raced', { revision: 2, name: 'Theirs', replaces: 1 }],
  ['a tombstone that was written', 'buried', { deletedAt: '2026-02-01', replaces: 1 }],
])("a template's head does not replace %s since it was read", async (_, id, change) => {
  const theirs = head(id, change);
  await writeHead(templates, 'acc_1', head(id), null, alone);
  await writeHead(templates, 'acc_1', theirs, head(id), alone);

  const asNew = await writeHead(templates, 'acc_1', head(id, { revision: 3 }), null, alone);
  const asSeen = await writeHead(templates, 'acc_1', head(id, { revision: 3 }), head(id), alone);

  expect([asNew, asSeen]).toEqual([false, false]);
  expect(await readHeadOrTombstone(templates, 'acc_1', id)).toEqual(theirs);
});

test("a template's head counts as written if only the answer was lost", async () => {
  let puts = 0;

  const { result } = await through(
    tables.endpoint,
    ({ operation }) => (operation === 'PutItem' && puts++ === 0 ? 'lose answer' : 'pass'),
    ({ templates }) => writeHead(templates, 'acc_1', head('lost'), null, alone),
  );

  expect({ result, puts }).toEqual({ result: true, puts: 2 });
});

test('a revision is read back complete', async () => {
  await writeRevision(templates, 'acc_1', revision('whole', 1));

  expect(await readRevision(templates, 'acc_1', 'whole', 1)).toEqual(content);
  expect(await readRevision(templates, 'acc_1', 'whole', 2)).toBeNull();
  expect(await readRevision(templates, 'acc_2', 'whole', 1)).toBeNull();
  expect(await readRevision(templates, 'acc_1', 'a/b', 1)).toBeNull();
});

test('a revision is never replaced', async () => {
  await writeRevision(templates, 'acc_1', revision('kept', 1));

  const another = encodeRevision({ ...content, name: 'Another' });
  const other = { ...revision('kept', 1), content: another };
  expect(await writeRevision(templates, 'acc_1', other)).toBe(false);
  expect(await readRevision(templates, 'acc_1', 'kept', 1)).toEqual(content);
});
