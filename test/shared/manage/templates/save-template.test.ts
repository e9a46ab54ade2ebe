import {
  changeTemplate,
  createTemplate,
  restoreRevision,
} from '../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../jest.ts';
import { storedTemplates, template } from './stored-templates.ts';

const { at, ports, interrupted, remove, revisionsOf } = await storedTemplates();
type Ports = typeof ports;

const create = (html: string, by = ports) => createTemplate(by, at.account, template('a', html));
const change = (html: string, from: number, by = ports) =>
  changeTemplate(by, at.account, template('a', html), from);
const restore = (revision: number, from: number | 'deleted', by = ports) =>
  restoreRevision(by, at.account, { templateId: 'a', revision, from });

/** Saves, and loses the answer to the write of the head. */
const unanswered = (save: (by: Ports) => Promise<unknown>) => interrupted('lose answer', save);

const later = { ...ports, now: () => new Date(60_000) };
const numbers = async () => (await revisionsOf('a')).items.map(({ revision }) => revision);

const stale = { code: 'stale', revision: 3 };

test('a repeated save of a new template gets the first answer', async () => {
  await unanswered((by) => create('one', by));

  expect(await create('one', later)).toMatchObject({
    head: { revision: 1, updatedAt: '1970-01-01T00:00:00.000Z' },
    source: template('a', 'one'),
  });
  expect(await numbers()).toEqual([1]);
});

test('a repeated save of a changed template gets the first answer', async () => {
  await create('one');
  await unanswered((by) => change('two', 1, by));

  expect(await change('two', 1, later)).toMatchObject({
    head: { revision: 2, updatedAt: '1970-01-01T00:00:00.000Z' },
    source: template('a', 'two'),
  });
  expect(await numbers()).toEqual([2, 1]);
});

test('a repeated save is recognised even if an interrupted save took a number in between', async () => {
  await create('one');
  await interrupted('cut', (by) => change('never served', 1, by));
  await unanswered((by) => change('two', 1, by));

  expect((await change('two', 1, later)).head.revision).toBe(3);
  expect(await numbers()).toEqual([3, 1]);
});

test('a repeated save of a restored template, and of a deleted one that is brought back, gets the first answer', async () => {
  await create('one');
  await change('two', 1);
  await unanswered((by) => restore(1, 2, by));
  const restored = await restore(1, 2, later);
  await remove('a');
  await unanswered((by) => restore(2, 'deleted', by));

  const back = await restore(2, 'deleted', later);

  expect([restored.head.revision, back.head.revision]).toEqual([3, 4]);
  expect(await numbers()).toEqual([4, 3, 2, 1]);
});

test('a repeated save is refused if other content was saved since', async () => {
  await create('one');
  await unanswered((by) => change('two', 1, by));
  await change('three', 2);

  await expect(change('two', 1)).rejects.toMatchObject(stale);
  await expect(create('one')).rejects.toMatchObject({ code: 'taken' });
});

test('a save does not count as repeated if the same content was saved from another revision', async () => {
  await create('one');
  await change('two', 1);
  await change('one', 2);

  await expect(change('one', 1)).rejects.toMatchObject(stale);
  await expect(create('one')).rejects.toMatchObject({ code: 'taken' });
});
