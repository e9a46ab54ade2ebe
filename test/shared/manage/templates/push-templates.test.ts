import {
  readHead,
  readHeadOrTombstone,
  readRevision,
} from '../../../../shared/adapters/tables/templates-table.ts';
import { writeHead } from '../../../../shared/adapters/tables/templates-table-writes.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import {
  type PreparedTemplate,
  prepareTemplate,
} from '../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { Call } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';
import { accountPerTest } from '../account-per-test.ts';

const at = accountPerTest();

async function prepared(templateId: string, changes: Partial<TemplateSource> = {}) {
  const source = { templateId, name: 'A', subject: 'Hello', html: '<p>{{name}}</p>', ...changes };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error(JSON.stringify(preparation.problems));
  return preparation.prepared;
}

const push = (ports: ManagePorts, ...templates: PreparedTemplate[]) =>
  pushTemplates(ports, at.account, templates);

const served = async (id: string) => {
  const head = await readHead(at.deployment.ports.templates, at.account, id);
  if (!head) return null;
  const revision = await readRevision(at.deployment.ports.templates, at.account, id, head.revision);
  return { revision: head.revision, name: head.name, stored: revision?.name };
};

/** Every number up to 5 under which a revision was written, served or not; the highest first. */
const numbers = async (id: string) => {
  const { templates } = at.deployment.ports;
  const read = [5, 4, 3, 2, 1].map(async (number) =>
    (await readRevision(templates, at.account, id, number)) ? number : null,
  );
  return (await Promise.all(read)).filter((number) => number !== null);
};

const isHeadWrite = ({ operation, body }: Call) =>
  operation === 'PutItem' && body.includes('"sk":{"S":"T#');

describe('a push', () => {
  test('a push saves new templates, and writes nothing for unchanged ones', async () => {
    const first = await push(at.deployment.ports, await prepared('a'), await prepared('b'));
    const { second, calls } = await at.deployment.withFaults(
      () => 'pass',
      async (ports, calls) => ({
        second: await push(ports, await prepared('a'), await prepared('b', { name: 'B' })),
        calls,
      }),
    );

    const created = { revision: 1, changed: true, state: 'new', changes: [] };
    expect(first).toEqual([
      { id: 'a', ...created },
      { id: 'b', ...created },
    ]);
    expect(second).toEqual([
      { id: 'a', revision: 1, changed: false, state: 'unchanged', changes: [] },
      { id: 'b', revision: 2, changed: true, state: 'changed', changes: ['name'] },
    ]);
    const writes = calls.filter(({ operation }) => operation === 'PutItem');
    expect(writes.map(({ body }) => JSON.parse(body).Item.sk.S)).toEqual([
      'R#b#00000002',
      'V#b#00000001',
      'T#b',
    ]);
    expect(await served('b')).toEqual({ revision: 2, name: 'B', stored: 'B' });
  });

  test.each<[Partial<TemplateSource>, string]>([
    [{ subject: 'Other' }, 'subject'],
    [{ html: '<p>{{name}}</p>\n' }, 'html'],
    [{ text: 'own' }, 'text'],
    [{ flow: { nodes: [{ id: 't', type: 'template' }], edges: [] } }, 'flow'],
    [{ testData: { name: 'Ada' } }, 'test data'],
    [{ keep: '7d' }, 'keep'],
    [{ secret: ['code'] }, 'secret'],
  ])('a push says what changed: %j', async (changes, change) => {
    await push(at.deployment.ports, await prepared('c'));

    const [there] = await push(at.deployment.ports, await prepared('c', changes));
    const [back] = await push(at.deployment.ports, await prepared('c'));

    expect(there).toMatchObject({ revision: 2, changes: [change] });
    expect(back).toMatchObject({ revision: 3, changes: [change] });
  });

  test('a push ignores the order of fields in test data', async () => {
    await push(at.deployment.ports, await prepared('d', { testData: { a: 1, b: { c: 2, d: 3 } } }));

    const again = await prepared('d', { testData: { b: { d: 3, c: 2 }, a: 1 } });
    const [pushed] = await push(at.deployment.ports, again);

    expect(pushed).toMatchObject({ changed: false });
  });

  test('a push is refused over a revision that a newer version of the service saved', async () => {
    const newer = await prepared('e');
    const revision = { ...newer.revision, format: 2 as 1 };
    const { encodeRevision } = await import(
      '../../../../shared/adapters/tables/revision-format.ts'
    );
    await push(at.deployment.ports, { ...newer, revision, content: encodeRevision(revision) });

    const pushed = push(at.deployment.ports, await prepared('e', { name: 'E' }));

    await expect(pushed).rejects.toThrow('was saved by a newer version of the service');
  });

  test('a dry run of a push writes nothing and says what it would do', async () => {
    await push(at.deployment.ports, await prepared('f'));

    const templates = [await prepared('f', { name: 'F' }), await prepared('g')];
    const pushed = await pushTemplates(at.deployment.ports, at.account, templates, {
      dryRun: true,
    });

    expect(pushed).toEqual([
      { id: 'f', revision: 2, changed: true, state: 'changed', changes: ['name'] },
      { id: 'g', revision: 1, changed: true, state: 'new', changes: [] },
    ]);
    expect(await numbers('f')).toEqual([1]);
    expect(await served('g')).toBeNull();
  });

  test('a push never writes into another account', async () => {
    await push(at.deployment.ports, await prepared('h'));

    expect(await readHeadOrTombstone(at.deployment.ports.templates, 'acc_other', 'h')).toBeNull();
  });
});

describe('a push that is interrupted', () => {
  test('a push that is interrupted after the revisions serves none of them, and the next one completes it', async () => {
    await push(at.deployment.ports, await prepared('a'), await prepared('b'));
    const next = [await prepared('a', { name: 'A2' }), await prepared('b', { name: 'B2' })];

    const interrupted = at.deployment.withFaults(
      (call) => (isHeadWrite(call) ? 'cut' : 'pass'),
      (ports) => push(ports, ...next),
    );
    await expect(interrupted).rejects.toThrow();
    const between = [await served('a'), await served('b')];
    const pushed = await push(at.deployment.ports, ...next);

    const old = { revision: 1, name: 'A', stored: 'A' };
    expect(between).toEqual([old, old]);
    expect(pushed.map(({ revision }) => revision)).toEqual([2, 2]);
    expect(await served('a')).toEqual({ revision: 2, name: 'A2', stored: 'A2' });
    expect(await served('b')).toEqual({ revision: 2, name: 'B2', stored: 'B2' });
    expect(await numbers('a')).toEqual([2, 1]);
  });

  test('a push that is interrupted between two heads is completed by the next one', async () => {
    const templates = [await prepared('a'), await prepared('b')];
    let heads = 0;

    const interrupted = at.deployment.withFaults(
      (call) => (isHeadWrite(call) && ++heads === 2 ? 'cut' : 'pass'),
      (ports) => push(ports, ...templates),
    );
    await expect(interrupted).rejects.toThrow();
    const pushed = await push(at.deployment.ports, ...templates);

    expect(pushed.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect([await numbers('a'), await numbers('b')]).toEqual([[1], [1]]);
    expect([await served('a'), await served('b')]).toEqual(
      Array(2).fill({ revision: 1, name: 'A', stored: 'A' }),
    );
  });

  test('a push that lost the answer to its last write has nothing left to do', async () => {
    const interrupted = at.deployment.withFaults(
      (call) => (isHeadWrite(call) ? 'lose answer' : 'pass'),
      async (ports) => push(ports, await prepared('a')),
    );
    await expect(interrupted).rejects.toThrow();

    const [pushed] = await push(at.deployment.ports, await prepared('a'));

    expect(pushed).toMatchObject({ revision: 1, changed: false });
  });

  test('an interrupted push leaves a number that other content never gets', async () => {
    await push(at.deployment.ports, await prepared('a'));
    const left = await prepared('a', { name: 'left' });
    const interrupted = at.deployment.withFaults(
      (call) => (isHeadWrite(call) ? 'cut' : 'pass'),
      (ports) => push(ports, left),
    );
    await expect(interrupted).rejects.toThrow();

    const [other] = await push(at.deployment.ports, await prepared('a', { name: 'other' }));

    expect(other).toMatchObject({ revision: 3 });
    expect(await numbers('a')).toEqual([3, 2, 1]);
    expect(await served('a')).toEqual({ revision: 3, name: 'other', stored: 'other' });
    const kept = await readRevision(at.deployment.ports.templates, at.account, 'a', 2);
    expect(kept?.name).toBe('left');
  });

  test('a push over a deleted template continues its numbers', async () => {
    await push(at.deployment.ports, await prepared('a'));
    const head = await readHead(at.deployment.ports.templates, at.account, 'a');
    if (!head) throw new Error('The head is missing');
    await writeHead(at.deployment.ports.templates, at.account, { ...head, deletedAt: 'now' }, head);

    const [pushed] = await push(at.deployment.ports, await prepared('a'));

    expect(pushed).toEqual({ id: 'a', revision: 2, changed: true, state: 'new', changes: [] });
    expect(await served('a')).toEqual({ revision: 2, name: 'A', stored: 'A' });
  });
});

describe('two pushes at the same time', () => {
  /** Lets someone else's push happen right before the first head of this one is written. */
  async function racing(mine: PreparedTemplate[], theirs: PreparedTemplate) {
    let raced: Promise<unknown> | undefined;
    const waiting: (() => void)[] = [];
    const theirPush = () => {
      raced ??= push(at.deployment.ports, theirs).then(() => {
        for (const go of waiting) go();
      });
      return raced;
    };
    return at.deployment.withFaults(
      () => 'pass',
      async (ports) => {
        ports.templates.client.middlewareStack.add(
          (next, context) => async (args) => {
            const { Item } = args.input as { Item?: { sk?: { S?: string } } };
            if (context.commandName === 'PutItemCommand' && Item?.sk?.S?.startsWith('T#')) {
              await theirPush();
            }
            return next(args);
          },
          { step: 'initialize' },
        );
        return push(ports, ...mine);
      },
    );
  }

  test('of two pushes with different content at the same time, the slower one is refused and overwrites nothing', async () => {
    await push(at.deployment.ports, await prepared('a'));
    const mine = [await prepared('a', { name: 'mine' }), await prepared('b')];

    const refused = racing(mine, await prepared('a', { name: 'theirs' }));

    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'ManageError',
      message: 'Someone else changed a at the same time',
      details: [{ templateId: 'a' }],
    });
    expect(await served('a')).toMatchObject({ name: 'theirs' });
    expect(await served('b')).toMatchObject({ revision: 1 });
  });

  test('two pushes with the same content at the same time both succeed, with one revision', async () => {
    await push(at.deployment.ports, await prepared('a'));
    const same = await prepared('a', { name: 'same' });

    const [pushed] = await racing([same], same);

    expect(pushed).toMatchObject({ revision: 2, changed: true });
    expect(await numbers('a')).toEqual([2, 1]);
  });
});
