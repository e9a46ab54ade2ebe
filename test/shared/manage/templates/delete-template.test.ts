import type { ManageError } from '../../../../shared/manage/manage-error.ts';
import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import { changeTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../jest.ts';
import { beforeItsHead, flowTo, storedTemplates, template } from './stored-templates.ts';

const { at, ports, push, show, withFaults } = await storedTemplates();

const remove = (revision?: number, by = ports) => deleteTemplate(by, at.account, 'a', revision);
const change = () => changeTemplate(ports, at.account, template('a', 'y'), 1);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: ManageError) => ({ code: error.code, revision: error.revision }),
  );

test('deleting a template returns its last revision, and a deleted template cannot be deleted', async () => {
  await push(template('a', 'x'));

  expect(await remove()).toEqual({ id: 'a', revision: 1 });
  expect(await failure(remove())).toEqual({ code: 'unknown' });
});

test('a template cannot be deleted while the flow of another one branches to it', async () => {
  const flow = flowTo('a');
  await push(template('a', 'x', { flow }), template('b', 'x', { flow }), template('c', 'x'));

  await expect(remove()).rejects.toMatchObject({ code: 'used', message: 'a is used by b' });
  await push(template('b', 'x'));

  expect(await remove()).toEqual({ id: 'a', revision: 1 });
});

test('deleting a template gives the same answer if the first answer was lost', async () => {
  await push(template('a', 'x'));
  const deleted = await remove(1);

  expect(await remove(1, { ...ports, now: () => new Date(9) })).toEqual(deleted);
  expect(await failure(remove(2))).toEqual({ code: 'unknown' });
  await expect(show('a')).rejects.toThrow('1970-01-01T00:00:00.000Z');
});

/** Deletes a template. Something else happens after the deletion has read the tables and before it writes. */
const removeAfter = (happens: () => Promise<unknown>) =>
  withFaults(
    () => 'pass',
    (slow) => {
      beforeItsHead(slow, happens);
      return failure(remove(undefined, slow));
    },
  );

test('a deletion loses against a faster save, and the save stays', async () => {
  await push(template('a', 'x'));

  expect(await removeAfter(change)).toEqual({ code: 'stale', revision: 2 });
  expect(await show('a')).toMatchObject({ head: { revision: 2 } });
});

test('a deletion loses against a faster deletion', async () => {
  await push(template('a', 'x'));
  const faster = () => remove(undefined, { ...ports, now: () => new Date(1) });

  expect(await removeAfter(faster)).toEqual({ code: 'unknown' });
});
