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
  listHeads,
  writeHead,
  writeRevision,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { startTables, type TestTables, tablesOf, testClient } from '../../../dynalite.ts';
import { type Fate, startFaultProxy } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';

const tables = await startTables();

const head = (templateId: string, more: Partial<StoredHead> = {}): StoredHead => ({
  templateId,
  name: 'Welcome',
  subject: '',
  flowStatus: 'provider',
  revision: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: undefined,
  replaces: 0,
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
  templateId,
  revision: number,
  createdAt: `2026-01-0${number % 9}T00:00:00.000Z`,
  content: encodeRevision(content),
});

async function through<T>(
  fate: (operation: string) => Fate,
  use: (templates: TestTables['templates']) => Promise<T>,
) {
  const proxy = await startFaultProxy(tables.endpoint, ({ operation }) => fate(operation));
  const client = testClient(proxy.endpoint);
  try {
    const result = await use(tablesOf(client).templates);
    return {
      result,
      calls: proxy.calls.map(({ operation, body }) => [operation, JSON.parse(body)]),
    };
  } finally {
    client.destroy();
    await proxy.stop();
  }
}

describe("a template's head", () => {
  test("a template's head is read back as it was written, an empty subject too", async () => {
    const written = await writeHead(tables.templates, 'acc_1', head('welcome'), null);

    expect(written).toBe(true);
    expect(await readHead(tables.templates, 'acc_1', 'welcome')).toEqual(head('welcome'));
  });

  test("a template's head is read with one strongly consistent read", async () => {
    const { calls } = await through(
      () => 'pass',
      (templates) => readHead(templates, 'acc_1', 'welcome'),
    );

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
    const { result, calls } = await through(
      () => 'pass',
      (templates) => readHead(templates, 'acc_1', templateId),
    );

    expect({ result, calls }).toEqual({ result: null, calls: [] });
  });

  test("another account never sees a template's head", async () => {
    await writeHead(tables.templates, 'acc_1', head('private'), null);

    expect(await readHead(tables.templates, 'acc_2', 'private')).toBeNull();
  });

  test('the head of a deleted template reads as null, and as a tombstone for writers', async () => {
    const tombstone = head('deleted', { deletedAt: '2026-02-01T00:00:00.000Z' });

    await writeHead(tables.templates, 'acc_1', tombstone, null);

    expect(await readHead(tables.templates, 'acc_1', 'deleted')).toBeNull();
    expect(await readHeadOrTombstone(tables.templates, 'acc_1', 'deleted')).toEqual(tombstone);
  });

  test("a template's head does not replace one that changed since it was read", async () => {
    const first = head('raced');
    const theirs = head('raced', { revision: 2, name: 'Theirs', replaces: 1 });
    await writeHead(tables.templates, 'acc_1', first, null);
    await writeHead(tables.templates, 'acc_1', theirs, first);

    const asNew = await writeHead(tables.templates, 'acc_1', head('raced', { revision: 3 }), null);
    const asSeen = await writeHead(
      tables.templates,
      'acc_1',
      head('raced', { revision: 3 }),
      first,
    );

    expect([asNew, asSeen]).toEqual([false, false]);
    expect(await readHead(tables.templates, 'acc_1', 'raced')).toEqual(theirs);
  });

  test("a template's head does not replace a tombstone that was written since it was read", async () => {
    const first = head('buried');
    await writeHead(tables.templates, 'acc_1', first, null);
    await writeHead(tables.templates, 'acc_1', { ...first, deletedAt: '2026-02-01' }, first);

    const written = await writeHead(
      tables.templates,
      'acc_1',
      head('buried', { revision: 2 }),
      first,
    );

    expect(written).toBe(false);
  });

  test("a template's head counts as written if only the answer was lost", async () => {
    let puts = 0;
    const fate = (operation: string) =>
      operation === 'PutItem' && puts++ === 0 ? 'lose answer' : 'pass';

    const { result } = await through(fate, (templates) =>
      writeHead(templates, 'acc_1', head('lost'), null),
    );

    expect({ result, puts }).toEqual({ result: true, puts: 2 });
  });
});

describe('a list of heads', () => {
  test('a list of heads has pages in the order of the ids, without tombstones and revisions', async () => {
    const account = 'acc_list';
    for (const id of ['b', 'a', 'd', 'c']) {
      await writeHead(tables.templates, account, head(id), null);
      await writeRevision(tables.templates, account, revision(id, 1));
    }
    await writeHead(tables.templates, account, { ...head('c'), deletedAt: 'now' }, head('c'));

    const first = await listHeads(tables.templates, account, { limit: 2 });
    const second = await listHeads(tables.templates, account, { after: first.next ?? '' });

    expect(first).toEqual({ heads: [head('a'), head('b')], looked: 2, next: 'b' });
    expect(second).toEqual({ heads: [head('d')], looked: 2, next: null });
  });

  test('a list of heads can be limited to ids that begin alike', async () => {
    const account = 'acc_prefix';
    for (const id of ['mail', 'mail-2', 'other']) {
      await writeHead(tables.templates, account, head(id), null);
    }

    const { heads } = await listHeads(tables.templates, account, { idsFrom: 'mail' });

    expect(heads.map(({ templateId }) => templateId)).toEqual(['mail', 'mail-2']);
  });
});

describe('a revision', () => {
  test('a revision is read back complete', async () => {
    await writeRevision(tables.templates, 'acc_1', revision('whole', 1));

    expect(await readRevision(tables.templates, 'acc_1', 'whole', 1)).toEqual(content);
    expect(await readRevision(tables.templates, 'acc_1', 'whole', 2)).toBeNull();
    expect(await readRevision(tables.templates, 'acc_2', 'whole', 1)).toBeNull();
    expect(await readRevision(tables.templates, 'acc_1', 'a/b', 1)).toBeNull();
  });

  test('a revision is never replaced', async () => {
    await writeRevision(tables.templates, 'acc_1', revision('kept', 1));

    const again = await writeRevision(tables.templates, 'acc_1', {
      ...revision('kept', 1),
      content: encodeRevision({ ...content, name: 'Another' }),
    });

    expect(again).toBe(false);
    expect(await readRevision(tables.templates, 'acc_1', 'kept', 1)).toEqual(content);
  });
});
