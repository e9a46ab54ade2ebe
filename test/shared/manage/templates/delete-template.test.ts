import type { ManageError } from '../../../../shared/manage/manage-error.ts';
import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import {
  changeTemplate,
  createTemplate,
} from '../../../../shared/manage/templates/save-template.ts';
import { showTemplate } from '../../../../shared/manage/templates/templates.ts';
import { expect, test } from '../../../jest.ts';
import { startDeployment, type TestDeployment } from '../../../management.ts';
import { beforeItsHead } from './stored-templates.ts';

const deployment = await startDeployment();
const { ports } = deployment;

const source = (templateId: string, html = 'x') => ({ templateId, name: 'A', subject: 's', html });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: ManageError) => ({ code: error.code, revision: error.revision }),
  );

test('deleting a template returns its last revision, and a deleted template cannot be deleted', async () => {
  await createTemplate(ports, 'acc_1', source('a'));

  const deleted = await deleteTemplate(ports, 'acc_1', 'a');
  const again = await failure(deleteTemplate(ports, 'acc_1', 'a'));

  expect(deleted).toEqual({ id: 'a', revision: 1 });
  expect(again).toEqual({ code: 'unknown' });
});

test('deleting a template gives the same answer if the first answer was lost', async () => {
  await createTemplate(ports, 'acc_1', source('lost'));
  const deleted = await deleteTemplate(ports, 'acc_1', 'lost', 1);

  const again = await deleteTemplate({ ...ports, now: () => new Date(9) }, 'acc_1', 'lost', 1);
  const older = await failure(deleteTemplate(ports, 'acc_1', 'lost', 2));

  expect(again).toEqual(deleted);
  expect(older).toEqual({ code: 'unknown' });
  await expect(showTemplate(ports, 'acc_1', 'lost')).rejects.toThrow('1970-01-01T00:00:00.000Z');
});

test('deleting a template refuses one that was changed since it was read', async () => {
  await createTemplate(ports, 'acc_1', source('seen'));
  await changeTemplate(ports, 'acc_1', source('seen', 'y'), 1);

  const refused = await failure(deleteTemplate(ports, 'acc_1', 'seen', 1));

  expect(refused).toEqual({ code: 'stale', revision: 2 });
  expect(await showTemplate(ports, 'acc_1', 'seen')).toMatchObject({ head: { revision: 2 } });
});

test('a deletion loses against a faster save, and the save stays', async () => {
  await createTemplate(ports, 'acc_1', source('race'));
  const faster = () => changeTemplate(ports, 'acc_1', source('race', 'faster'), 1);

  const refused = await beforeItsWrite(faster, (slow) => deleteTemplate(slow, 'acc_1', 'race'));

  expect(refused).toEqual({ code: 'stale', revision: 2 });
  expect(await showTemplate(ports, 'acc_1', 'race')).toMatchObject({ head: { revision: 2 } });
});

test('a deletion loses against a faster deletion', async () => {
  await createTemplate(ports, 'acc_1', source('twice'));
  const faster = async () => {
    await deleteTemplate({ ...ports, now: () => new Date(1) }, 'acc_1', 'twice');
  };

  const refused = await beforeItsWrite(faster, (slow) => deleteTemplate(slow, 'acc_1', 'twice'));

  expect(refused).toEqual({ code: 'unknown' });
});

/** Lets something happen when a deletion has read what is there, and before it writes. */
const beforeItsWrite = (
  happens: () => Promise<unknown>,
  work: (slow: TestDeployment['ports']) => Promise<unknown>,
) =>
  deployment.withFaults(
    () => 'pass',
    (slow) => {
      beforeItsHead(slow, happens);
      return failure(work(slow));
    },
  );
