import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteTemplate } from '../../../../../shared/manage/templates/delete-template.ts';
import {
  changeTemplate,
  createTemplate,
} from '../../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../../jest.ts';
import { eva, pulledPerTest, source, twoHoursAgo } from '../command-line-per-test.ts';

const at = pulledPerTest();

/** Another user changed the template, or created the new one, two hours ago. */
const change = (html: string) =>
  changeTemplate(twoHoursAgo(at.ports), at.accountId, source('welcome', html), 1, eva);
const create = (id: string, html: string) =>
  createTemplate(twoHoursAgo(at.ports), at.accountId, source(id, html), eva);
const push = (...words: string[]) => at.template('push', 'templates', ...words);

const opening =
  'Error: Nothing was saved: templates were changed after they were pulled: template pull writes the changes into the folder; a push with --force saves the folder over them\n';

test('a pull and each push write into .postrider.json which revisions the folder has', async () => {
  const pulled = await at.pulled();
  await at.edit('welcome', '<p>2</p>');
  const first = await push();
  await at.edit('welcome', '<p>3</p>');
  const second = await push();

  expect(pulled).toEqual({ receipt: 1, welcome: 1 });
  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  expect(await at.pulled()).toEqual({ receipt: 1, welcome: 3 });
});

test('a push over newer changes is refused as a whole, and names who made each of them and how', async () => {
  await change('<p>theirs</p>');
  await at.template('rollback', 'welcome', '1');
  await create('invite', '<p>theirs</p>');
  await at.template('pull', 'elsewhere');
  await cp(join(at.dir, 'elsewhere/invite'), join(at.folder, 'invite'), { recursive: true });
  for (const id of ['invite', 'welcome', 'receipt']) await at.edit(id, '<p>mine</p>');

  const refused = await push();
  const dry = await push('--dry-run');

  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(
        `^${opening}  invite was created since: revision 1 by eva@example.com, dashboard, 2 hours ago\n  welcome was changed since: revision 3 by local, rollback to 1, \\d+ (second|minute)s? ago\n$`,
      ),
    ),
  });
  expect(dry.stderr).toContain('welcome was changed since: revision 3');
  expect(await at.answer('show receipt')).toMatchObject({ html: '<p>1</p>', revision: 1 });
  expect(await at.answer('show welcome')).toMatchObject({ html: '<p>1</p>', revision: 3 });
});

test('a push of a template that another person deleted is refused', async () => {
  const { ports, accountId } = at;
  await deleteTemplate(twoHoursAgo(ports), accountId, 'welcome', 1, 'eva@example.com');
  await at.template('pull', 'templates');

  const refused = await push();

  expect(refused.stderr).toMatch(/welcome was deleted since by eva@example\.com, 2 hours ago/);
});

test('--force saves over a newer change, and the revision says from which one it was made', async () => {
  await change('<p>theirs</p>');
  await at.edit('welcome', '<p>mine</p>');

  const forced = await push('--force', '--note', 'mine is right');

  expect(forced.exitCode).toBe(0);
  expect(await at.answer('versions welcome')).toMatchObject({
    versions: [
      { revision: 3, by: 'local', how: 'push', note: 'mine is right', from: 1 },
      { revision: 2, by: 'eva@example.com', how: 'dashboard', from: 1 },
      { revision: 1 },
    ],
  });
  expect(await at.pulled()).toMatchObject({ welcome: 3 });
});

test('a push of what is served already overwrites nothing, so it is accepted', async () => {
  await change('<p>the same</p>');
  await at.edit('welcome', '<p>the same</p>');

  const pushed = await push();

  expect(pushed.exitCode).toBe(0);
  expect(await at.pulled()).toMatchObject({ welcome: 2 });
});

test('a folder without .postrider.json undoes no rollback, and gets no such file', async () => {
  await rm(join(at.folder, '.postrider.json'));
  await at.edit('welcome', '<p>2</p>');
  await push('--force');
  await at.edit('welcome', '<p>3</p>');
  const first = await push();
  await at.template('rollback', 'welcome', '1');
  const refused = await push();
  await at.edit('welcome', '<p>1</p>');
  const equal = await push();

  expect([first.exitCode, equal.exitCode]).toEqual([0, 0]);
  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Error: Nothing was saved: the push would undo changes that did not come from a push: template pull .+\n {2}welcome has revision 4 by local, rollback to 1, \d+ (second|minute)s? ago\n$/,
    ),
  });
});

test('a damaged .postrider.json is named, and nothing is saved', async () => {
  await writeFile(join(at.folder, '.postrider.json'), '{"accounts": {"x": {"welcome": "1"}}}');
  await at.edit('welcome', '<p>mine</p>');

  const refused = await push();

  expect(refused.stderr).toBe(
    'Error: Nothing was changed: templates/.postrider.json is damaged: remove it, and pull the templates again\n',
  );
  expect(await at.answer('show welcome')).toMatchObject({ revision: 1 });
});
