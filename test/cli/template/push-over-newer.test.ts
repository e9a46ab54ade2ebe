import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { changeTemplate, createTemplate } from '../../../shared/manage/templates/save-template.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { type CommandLine, startCommandLine } from '../command-line.ts';

let cli: CommandLine;
let accountId: string;
let folder: string;
const eva = { by: 'eva@example.com', how: 'dashboard' };
const source = (templateId: string, html: string) => ({
  ...{ templateId, name: templateId, subject: 'Hello', html },
});

beforeEach(async () => {
  cli = await startCommandLine();
  ({ accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' }));
  folder = join(cli.dir, 'templates');
  for (const id of ['receipt', 'welcome']) {
    await createTemplate(twoHoursAgo(), accountId, source(id, '<p>1</p>'), eva);
  }
  await cli.run(['template', 'pull', folder]);
});
afterEach(() => cli.stop());

/** The ports of somebody who saves two hours ago. */
const twoHoursAgo = () => ({ ...cli.ports, now: () => new Date(Date.now() - 7_260_000) });

const edit = (id: string, html: string) => writeFile(join(folder, id, 'body.html'), html);
const push = (...words: string[]) => cli.run(['template', 'push', folder, ...words]);
const recorded = async () => JSON.parse(await readFile(join(folder, '.postrider.json'), 'utf8'));
const served = async (id: string) => {
  const { answer } = await cli.json('template', 'show', id);
  return answer as { html: string; revision: number };
};

const opening =
  'Error: Nothing was saved: templates were changed after they were pulled: template pull writes the changes into the folder; a push with --force saves the folder over them\n';

describe('a push of a folder that was pulled', () => {
  test('a pull and each push write into .postrider.json which revisions the folder has', async () => {
    const pulled = await recorded();
    await edit('welcome', '<p>2</p>');
    const first = await push();
    await edit('welcome', '<p>3</p>');
    const second = await push();

    expect(pulled).toEqual({ accounts: { [accountId]: { receipt: 1, welcome: 1 } } });
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    expect(await recorded()).toEqual({ accounts: { [accountId]: { receipt: 1, welcome: 3 } } });
  });

  test('a push over newer changes is refused as a whole, and names who made each of them and how', async () => {
    await changeTemplate(twoHoursAgo(), accountId, source('welcome', '<p>theirs</p>'), 1, eva);
    await cli.run(['template', 'rollback', 'welcome', '1']);
    await createTemplate(twoHoursAgo(), accountId, source('invite', '<p>theirs</p>'), eva);
    await cli.run(['template', 'pull', join(cli.dir, 'elsewhere')]);
    await cp(join(cli.dir, 'elsewhere/invite'), join(folder, 'invite'), { recursive: true });
    await edit('invite', '<p>mine</p>');
    await edit('welcome', '<p>mine</p>');
    await edit('receipt', '<p>mine</p>');

    const refused = await push();
    const dry = await push('--dry-run');

    expect(refused).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^${opening}  invite was created since: revision 1 by eva@example.com, dashboard, 2 hours ago\n  welcome was changed since: revision 3 by local, rollback to 1, \\d+ seconds? ago\n$`,
        ),
      ),
    });
    expect(dry.stderr).toContain('welcome was changed since: revision 3');
    expect(await served('receipt')).toMatchObject({ html: '<p>1</p>', revision: 1 });
    expect(await served('welcome')).toMatchObject({ html: '<p>1</p>', revision: 3 });
  });

  test('a push of a template that somebody deleted is refused', async () => {
    await deleteTemplate(twoHoursAgo(), accountId, 'welcome', 1, 'eva@example.com');
    await cli.run(['template', 'pull', folder]);

    const refused = await push();

    expect(refused.stderr).toMatch(/welcome was deleted since by eva@example\.com, 2 hours ago/);
  });

  test('--force saves over a newer change, and the revision says from which one it was made', async () => {
    await changeTemplate(twoHoursAgo(), accountId, source('welcome', '<p>theirs</p>'), 1, eva);
    await edit('welcome', '<p>mine</p>');

    const forced = await push('--force', '--note', 'mine is right');
    const versions = await cli.json('template', 'versions', 'welcome');

    expect(forced.exitCode).toBe(0);
    expect(versions.answer).toMatchObject({
      versions: [
        { revision: 3, by: 'local', how: 'push', note: 'mine is right', from: 1 },
        { revision: 2, by: 'eva@example.com', how: 'dashboard', from: 1 },
        { revision: 1 },
      ],
    });
    expect(await recorded()).toMatchObject({ accounts: { [accountId]: { welcome: 3 } } });
  });

  test('a pull takes a newer change over, and then a push saves', async () => {
    await changeTemplate(twoHoursAgo(), accountId, source('welcome', '<p>theirs</p>'), 1, eva);
    await cli.run(['template', 'pull', join(folder, 'welcome')]);
    await edit('welcome', '<p>theirs and mine</p>');

    const pushed = await cli.run(['template', 'push', join(folder, 'welcome')]);

    expect(pushed.exitCode).toBe(0);
    expect(await served('welcome')).toMatchObject({ revision: 3 });
    expect(await recorded()).toEqual({ accounts: { [accountId]: { receipt: 1, welcome: 3 } } });
  });

  test('a push of what is served already overwrites nothing, so it is accepted', async () => {
    await changeTemplate(twoHoursAgo(), accountId, source('welcome', '<p>the same</p>'), 1, eva);
    await edit('welcome', '<p>the same</p>');

    const pushed = await push();

    expect(pushed.exitCode).toBe(0);
    expect(await recorded()).toMatchObject({ accounts: { [accountId]: { welcome: 2 } } });
  });

  test('a folder without .postrider.json is pushed without this check, and gets no such file', async () => {
    await changeTemplate(twoHoursAgo(), accountId, source('welcome', '<p>theirs</p>'), 1, eva);
    await rm(join(folder, '.postrider.json'));

    const pushed = await push();

    expect(pushed.exitCode).toBe(0);
    expect(await served('welcome')).toMatchObject({ html: '<p>1</p>', revision: 3 });
    await expect(recorded()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a damaged .postrider.json is named, and nothing is saved', async () => {
    await writeFile(join(folder, '.postrider.json'), '{"accounts": {"x": {"welcome": "1"}}}');
    await edit('welcome', '<p>mine</p>');

    const refused = await push();

    expect(refused.stderr).toBe(
      'Error: Nothing was changed: templates/.postrider.json is damaged: remove it, and pull the templates again\n',
    );
    expect(await served('welcome')).toMatchObject({ revision: 1 });
  });
});
