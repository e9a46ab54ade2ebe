import {
  planRollback,
  runRollback,
} from '../../../../cli/commands/template/stored/template-rollback.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { pushRevision, pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../jest.ts';
import { partial, storedTemplates, template } from './stored-templates.ts';

const stored = await storedTemplates();
const { at, ports, prepare, pushBy, show } = stored;

/** The ports of a user who saves at this hour. */
const atHour = (hour: number): ManagePorts => ({ ...ports, now: () => timeOf(hour) });
const timeOf = (hour: number) => new Date(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`);

const pushAt = (hour: number, ...sources: TemplateSource[]) => pushBy(atHour(hour), sources);

/** Rolls back to half an hour after that hour. */
async function rollBack(hour: number, ...ids: string[]) {
  const time = new Date(timeOf(hour).getTime() + 1_800_000);
  const plan = await planRollback(atHour(20), at.account, ids, time);
  const author = { by: 'eva', how: `rollback to ${hour}` };
  const saved = await runRollback(atHour(20), at.account, plan, author);
  return saved.map(({ id, state, because }) => [id, state, because]);
}

const served = async (id: string) => [await stored.served(id), (await show(id)).partials];

/** Pushes a footer and a template that takes it, and an hour later both with other contents. */
async function pushTwice() {
  await pushAt(1, partial('footer', 'F1'), template('a', 'a1{{> footer}}'));
  await pushAt(2, partial('footer', 'F2'), template('a', 'a2{{> footer}}'));
}

test('a rollback of a template alone to a time brings back its source and its partials of that time, and changes no partial', async () => {
  await pushTwice();

  expect(await rollBack(1, 'a')).toEqual([['a', 'changed', undefined]]);
  expect(await served('a')).toEqual(['a1F1', { footer: 1 }]);
  expect(await show('footer')).toMatchObject({
    ...{ head: { revision: 2 }, source: { html: 'F2' } },
  });
});

test('a rollback of a partial alone to a time saves the templates that take it again, with their present source', async () => {
  await pushTwice();

  expect(await rollBack(1, 'footer')).toEqual([
    ['footer', 'changed', undefined],
    ['a', 'changed', 'footer 3'],
  ]);
  expect(await served('a')).toEqual(['a2F1', { footer: 3 }]);
});

test("a rollback of both to a time brings both back, and the template takes the partial's new revision", async () => {
  await pushTwice();

  const saved = await rollBack(1, 'a', 'footer');
  const again = await rollBack(1, 'a', 'footer');

  expect(saved).toEqual([
    ['a', 'changed', undefined],
    ['footer', 'changed', undefined],
  ]);
  expect(await served('a')).toEqual(['a1F1', { footer: 3 }]);
  expect(again.map(([, state]) => state)).toEqual(['unchanged', 'unchanged']);
});

test('a rollback of both to a time works although neither compiles with the present revision of the other', async () => {
  await pushAt(1, partial('footer', '<p title="x">'), template('a', '{{> footer}}<p id="{{b}}">'));
  await pushAt(2, partial('footer', '<p title="x'), template('a', '{{> footer}}">'));

  await rollBack(1, 'a', 'footer');

  expect((await served('a'))[1]).toEqual({ footer: 3 });
});

test('a template that took an older revision of a partial takes that one again, although the partial is rolled back with it', async () => {
  await pushAt(1, partial('footer', 'F1'), template('a', 'a{{> footer}}'));
  await pushAt(2, partial('footer', 'F2'));
  await pushRevision(atHour(3), at.account, 'a', 1);
  await pushAt(4, partial('footer', 'F3'));

  await rollBack(3, 'a', 'footer');

  expect(await served('a')).toEqual(['aF1', { footer: 1 }]);
  expect(await show('footer')).toMatchObject({
    source: { html: 'F2' },
  });
});

test('a footer is not saved over a change that someone made meanwhile to a template that takes it', async () => {
  await pushAt(1, partial('footer', 'F1'), template('a', 'a1{{> footer}}'));
  const prepared = await prepare([partial('footer', 'F2')], atHour(2));
  await pushAt(2, template('a', 'theirs{{> footer}}'));

  await expect(pushTemplates(atHour(2), at.account, prepared)).rejects.toMatchObject({
    ...{ message: 'Someone else changed a at the same time', code: 'stale', revision: 2 },
  });
  expect(await served('a')).toEqual(['theirsF1', { footer: 1 }]);
  expect((await served('footer'))[1]).toEqual({});
});
