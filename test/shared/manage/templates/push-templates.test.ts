import { encodeRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../jest.ts';
import { beforeItsHead, isHeadWrite, storedTemplates, template } from './stored-templates.ts';

const stored = await storedTemplates();
const { at, ports, headOf, interrupted, prepare, push, pushBy, remove, withFaults } = stored;

const named = (id: string, name = 'A', changes: Partial<TemplateSource> = {}) =>
  template(id, '<p>{{name}}</p>', { name, ...changes });

const served = async (id: string) => {
  const head = await headOf(id);
  if (!head) return null;
  const { revision, name } = head;
  const content = await readRevision(ports.templates, at.account, id, revision);
  return { revision, name, stored: content?.name };
};

/** What `served` returns for a template whose head and whose revision have this name. */
const servedAs = (revision: number, name: string) => ({ revision, name, stored: name });

/** The numbers up to 5 of all written revisions, served or not, the highest first. */
const numbers = async (id: string) => {
  const read = [5, 4, 3, 2, 1].map(async (number) =>
    (await readRevision(ports.templates, at.account, id, number)) ? number : null,
  );
  return (await Promise.all(read)).filter((number) => number !== null);
};

const created = { revision: 1, changed: true, state: 'new', changes: [] };
const renamed = { revision: 2, changed: true, state: 'changed', changes: ['name'] };

test('a push saves new templates, and writes nothing for unchanged ones', async () => {
  const first = await push(named('a'), named('b'));
  const { second, calls } = await withFaults(
    () => 'pass',
    async (by, calls) => ({ second: await pushBy(by, [named('a'), named('b', 'B')]), calls }),
  );

  expect(first).toEqual([
    { id: 'a', ...created },
    { id: 'b', ...created },
  ]);
  expect(second).toEqual([
    { id: 'a', revision: 1, changed: false, state: 'unchanged', changes: [] },
    { id: 'b', ...renamed },
  ]);
  const written = calls
    .filter(({ operation }) => ['PutItem', 'TransactWriteItems'].includes(operation))
    .flatMap(({ body }) => [...body.matchAll(/"sk":\{"S":"([A-Z]#[^"]*)"/g)].map(([, sk]) => sk));
  expect(written).toEqual([
    ...['R#b#00000002', 'T#b', 'V#b#00000001'],
    expect.stringMatching(/^A#/),
    'P#local',
  ]);
  expect(await served('b')).toEqual(servedAs(2, 'B'));
});

test.each<[Partial<TemplateSource>, string]>([
  [{ subject: 'Other' }, 'subject'],
  [{ html: '<p>{{name}}</p>\n' }, 'html'],
  [{ text: 'own' }, 'text'],
  [{ flow: { nodes: [{ id: 't', type: 'template' }], edges: [] } }, 'flow'],
  [{ testData: { name: 'Ada' } }, 'test data'],
  [{ keep: '7d' }, 'keep'],
  [{ secret: ['code'] }, 'secret'],
  [{ tags: ['billing'] }, 'tags'],
])('a push says what changed: %j', async (changes, change) => {
  await push(named('c'));

  expect(await push(named('c', 'A', changes))).toMatchObject([{ revision: 2, changes: [change] }]);
  expect(await push(named('c'))).toMatchObject([{ revision: 3, changes: [change] }]);
});

test('a push ignores the order of fields in test data', async () => {
  await push(named('d', 'A', { testData: { a: 1, b: { c: 2, d: 3 } } }));

  const again = await push(named('d', 'A', { testData: { b: { d: 3, c: 2 }, a: 1 } }));

  expect(again).toMatchObject([{ changed: false }]);
});

test('a push is refused over a revision that a newer version of the service saved', async () => {
  const newer = (await prepare([named('e')])).map((one) => {
    const revision = { ...one.revision, format: 2 as 1 };
    return { ...one, revision, content: encodeRevision(revision) };
  });
  await pushTemplates(ports, at.account, newer);

  const pushed = pushTemplates(ports, at.account, await prepare([named('e', 'E')]));

  await expect(pushed).rejects.toThrow('was saved by a newer version of the service');
});

test('a dry run of a push writes nothing and says what it would do', async () => {
  await push(named('f'));

  expect(await pushBy(ports, [named('f', 'F'), named('g')], { dryRun: true })).toEqual([
    { id: 'f', ...renamed },
    { id: 'g', ...created },
  ]);
  expect(await numbers('f')).toEqual([1]);
  expect(await served('g')).toBeNull();
});

test('a push that is interrupted after the revisions serves none of them, and the next one completes it', async () => {
  await push(named('a'), named('b'));
  const next = [named('a', 'A2'), named('b', 'B2')];

  await interrupted('cut', (by) => pushBy(by, next));
  const between = [await served('a'), await served('b')];
  const pushed = await push(...next);

  expect(between).toEqual([servedAs(1, 'A'), servedAs(1, 'A')]);
  expect(pushed.map(({ revision }) => revision)).toEqual([2, 2]);
  expect([await served('a'), await served('b')]).toEqual([servedAs(2, 'A2'), servedAs(2, 'B2')]);
  expect(await numbers('a')).toEqual([2, 1]);
});

test('a push that is interrupted between two heads is completed by the next one', async () => {
  const templates = [named('a'), named('b')];
  let heads = 0;

  const failing = withFaults(
    (call) => (isHeadWrite(call) && ++heads === 2 ? 'cut' : 'pass'),
    (by) => pushBy(by, templates),
  );
  await expect(failing).rejects.toThrow();
  const pushed = await push(...templates);

  expect(pushed.map(({ changed }) => changed).sort()).toEqual([false, true]);
  expect([await numbers('a'), await numbers('b')]).toEqual([[1], [1]]);
  expect([await served('a'), await served('b')]).toEqual([servedAs(1, 'A'), servedAs(1, 'A')]);
});

test('a push that lost the answer to its last write has nothing left to do', async () => {
  await interrupted('lose answer', (by) => pushBy(by, [named('a')]));

  expect(await push(named('a'))).toMatchObject([{ revision: 1, changed: false }]);
});

test('an interrupted push leaves a number that other content never gets', async () => {
  await push(named('a'));
  await interrupted('cut', (by) => pushBy(by, [named('a', 'left')]));

  const other = await push(named('a', 'other'));

  expect(other).toMatchObject([{ revision: 3 }]);
  expect(await numbers('a')).toEqual([3, 2, 1]);
  expect(await served('a')).toEqual(servedAs(3, 'other'));
  expect((await readRevision(ports.templates, at.account, 'a', 2))?.name).toBe('left');
});

test('a push over a deleted template continues its numbers', async () => {
  await push(named('a'));
  await remove('a');

  expect(await push(named('a'))).toEqual([{ id: 'a', ...created, revision: 2 }]);
  expect(await served('a')).toEqual(servedAs(2, 'A'));
});

/** Lets someone else's push happen right before the first head of this one is written. */
const racing = (mine: TemplateSource[], theirs: TemplateSource) =>
  withFaults(
    () => 'pass',
    (by) => {
      beforeItsHead(by, () => push(theirs));
      return pushBy(by, mine);
    },
  );

test('of two pushes with different content at the same time, the slower one is refused and overwrites nothing', async () => {
  await push(named('a'));

  const refused = racing([named('a', 'mine'), named('b')], named('a', 'theirs'));

  await expect(refused).rejects.toMatchObject({
    name: 'ManageError',
    message: 'Someone else changed a at the same time',
    details: [{ templateId: 'a' }],
  });
  expect(await served('a')).toMatchObject({ name: 'theirs' });
  expect(await served('b')).toMatchObject({ revision: 1 });
});

test('two pushes with the same content at the same time both succeed, with one revision', async () => {
  await push(named('a'));

  const pushed = await racing([named('a', 'same')], named('a', 'same'));

  expect(pushed).toMatchObject([{ revision: 2, changed: true }]);
  expect(await numbers('a')).toEqual([2, 1]);
});
