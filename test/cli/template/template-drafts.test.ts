import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { saveDrafts } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { createTemplate } from '../../../shared/manage/templates/save-template.ts';
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
    await createTemplate(cli.ports, accountId, source(id, '<p>1</p>'), eva);
  }
  await cli.run(['template', 'pull', folder]);
});
afterEach(() => cli.stop());

const edit = (id: string, html: string) => writeFile(join(folder, id, 'body.html'), html);
const template = (...words: string[]) => cli.run(['template', ...words]);
const answer = async (...words: string[]) => (await cli.json('template', ...words)).answer;
const recorded = async () =>
  JSON.parse(await readFile(join(folder, '.postrider.json'), 'utf8')).accounts[accountId];

/** A draft that somebody else saves two hours ago. */
async function theirDraft(id: string, html: string) {
  const { prepared } = await prepareSources(cli.ports, accountId, [source(id, html)]);
  const ports = { ...cli.ports, now: () => new Date(Date.now() - 7_260_000) };
  await saveDrafts(ports, accountId, prepared, { author: eva, check: () => {} });
}

describe('drafts of templates', () => {
  test('a push with --draft saves what differs as drafts, which a publish serves', async () => {
    await edit('welcome', '<p>2</p>');

    const pushed = await template('push', folder, '--draft', '--note', 'new greeting');
    const before = await answer('show', 'welcome');
    const folders = await recorded();
    const diff = await template('diff', 'welcome', '--draft');
    const versions = await template('versions', 'welcome');
    const published = await template('publish', 'welcome', '--yes');
    const after = await answer('versions', 'welcome');

    expect(pushed.stdout).toMatch(
      /receipt +unchanged\nwelcome +2 +changed +html\n\nTo serve the drafts: .* template publish welcome\n$/,
    );
    expect(before).toMatchObject({ html: '<p>1</p>', revision: 1 });
    expect(folders).toEqual({ receipt: 1, welcome: 2 });
    expect(diff.stdout).toContain(
      '--- welcome/html\trevision 1\n+++ welcome/html\tdraft 2\n@@ -1,1 +1,1 @@\n-<p>1</p>',
    );
    expect(versions.stdout).toMatch(
      /Draft 2 of revision 1 by local, .*Z\. To serve it: .* template publish welcome\n$/,
    );
    expect(published).toMatchObject({ exitCode: 0, stderr: '' });
    expect(published.stdout).toMatch(/\+<p>2<\/p>(?:.|\n)*welcome +2 +changed +html\n/);
    expect(after).toMatchObject({
      versions: [
        { revision: 2, how: 'publish of draft by local', note: 'new greeting', from: 1 },
        { revision: 1 },
      ],
      draft: null,
    });
  });

  test('a push with --draft --json and list --drafts tell which template has which draft', async () => {
    await edit('welcome', '<p>2</p>');

    const pushed = await answer('push', folder, '--draft');
    const list = await answer('list', '--drafts');
    const versions = await answer('versions', 'welcome');
    const shown = await answer('show', 'welcome', '--draft');

    const draft = { at: expect.any(String), by: 'local', how: 'push', note: null, from: 1 };
    expect(pushed).toMatchObject({
      templates: [
        { id: 'receipt', revision: 1, state: 'unchanged', draft: false },
        { id: 'welcome', revision: 2, state: 'changed', draft: true },
      ],
    });
    expect(list).toEqual({
      templates: [{ id: 'welcome', name: 'welcome', revision: 2, ...draft }],
    });
    expect(versions).toMatchObject({
      versions: [{ revision: 1, current: true }],
      draft: { revision: 2, ...draft },
    });
    expect(shown).toMatchObject({ html: '<p>2</p>', revision: 2, ...draft });
  });

  test('a push with --draft of what is served already says that it saved no draft', async () => {
    const pushed = await template('push', folder, '--draft');

    expect(pushed.stdout).toMatch(
      /\n\nNo draft was saved: nothing differs from what is served\.\n$/,
    );
  });

  test('a delete tells which draft it drops', async () => {
    await edit('welcome', '<p>2</p>');
    await template('push', folder, '--draft');

    const deleted = await template('delete', 'welcome');

    expect(deleted.stdout).toMatch(
      /now get 404\.\nThis drops draft 2 of welcome\.\nIts revisions are kept/,
    );
  });

  test('show --draft tells which layout, partials and languages a draft takes', async () => {
    await writeFile(
      join(folder, 'welcome', 'template.json'),
      JSON.stringify({
        ...{ id: 'welcome', name: 'welcome', subject: 'Hello', layout: 'base', language: 'en' },
        languages: { pt: { subject: 'Olá' } },
      }),
    );
    await writeFile(join(folder, 'welcome', 'body.pt.html'), '<p>2</p>');
    await createTemplate(
      cli.ports,
      accountId,
      { ...source('base', '<div>{{> content}}</div>'), subject: '', kind: 'partial' },
      eva,
    );
    await template('push', join(folder, 'welcome'), '--draft');

    const { stdout } = await template('show', 'welcome', '--draft');

    expect(stdout).toMatch(
      /layout +base\npartials +base 1\ntext +derived from the HTML\nlanguages +en, pt\n/,
    );
  });

  test('render --draft renders the draft, and render what is served', async () => {
    await edit('welcome', '<p>2</p>');
    await template('push', folder, '--draft');

    const draft = await cli.run(['render', 'welcome', '--draft', '--html']);
    const served = await cli.run(['render', 'welcome', '--account', accountId, '--html']);

    expect([draft.stdout, served.stdout]).toEqual(['<p>2</p>\n', '<p>1</p>\n']);
  });

  test('a publish without a terminal shows the difference, and needs --yes', async () => {
    await edit('welcome', '<p>2</p>');
    await template('push', folder, '--draft');

    const asked = await template('publish', 'welcome');

    expect(asked.exitCode).not.toBe(0);
    expect(asked.stdout).toContain('+<p>2</p>');
    expect(asked.stderr).toContain('cannot ask without a terminal: add --yes to publish this');
    expect(await answer('show', 'welcome')).toMatchObject({ revision: 1 });
  });

  test('a push tells which draft it drops, and drop-draft leaves what is served', async () => {
    await edit('welcome', '<p>2</p>');
    await template('push', folder, '--draft');
    await edit('welcome', '<p>3</p>');
    const pushed = await template('push', folder);
    await edit('welcome', '<p>4</p>');
    await template('push', folder, '--draft');
    const dropped = await template('drop-draft', 'welcome');
    const again = await template('drop-draft', 'welcome');

    expect(pushed.stdout).toMatch(
      /welcome +3 +changed +html\n\nThis drops draft 2 of welcome\.\n$/,
    );
    expect(dropped.stdout).toBe('Draft 4 of welcome is dropped.\n');
    expect(again.stderr).toContain('Error: welcome has no draft');
    expect(await answer('show', 'welcome')).toMatchObject({ revision: 3, html: '<p>3</p>' });
  });

  test('a second draft replaces the first if the folder was made from it, and else only with --force', async () => {
    await edit('welcome', '<p>2</p>');
    await template('push', folder, '--draft');
    await edit('welcome', '<p>3</p>');
    const own = await template('push', folder, '--draft');
    await template('drop-draft', 'welcome');
    await theirDraft('welcome', '<p>theirs</p>');
    await edit('receipt', '<p>2</p>');

    const refused = await template('push', folder, '--draft');
    const kept = await answer('list', '--drafts');
    const forced = await template('push', folder, '--draft', '--force');

    expect(own.exitCode).toBe(0);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('Error: Nothing was saved: templates have drafts already');
    expect(refused.stderr).toContain(
      '  welcome has another draft: 4 by eva@example.com, dashboard, 2 hours ago\n',
    );
    expect(kept).toMatchObject({ templates: [{ id: 'welcome', revision: 4 }] });
    expect(forced.exitCode).toBe(0);
    expect(await answer('show', 'welcome', '--draft')).toMatchObject({ html: '<p>3</p>' });
  });

  test('a draft from a folder that is older than what is served is refused', async () => {
    await template('rollback', 'welcome', '1');
    await edit('welcome', '<p>2</p>');
    await template('push', folder);
    await writeFile(
      join(folder, '.postrider.json'),
      JSON.stringify({ accounts: { [accountId]: { receipt: 1, welcome: 1 } } }),
    );
    await edit('welcome', '<p>3</p>');

    const refused = await template('push', folder, '--draft');

    expect(refused.stderr).toContain('welcome was changed since: revision 2 by local, push, ');
    expect(await answer('list', '--drafts')).toEqual({ templates: [] });
  });

  test('a publish is refused after a rollback, which keeps the draft, and done with --force', async () => {
    await edit('welcome', '<p>2</p>');
    await template('push', folder);
    await edit('welcome', '<p>3</p>');
    await template('push', folder, '--draft');
    await template('rollback', 'welcome', '1');

    const refused = await template('publish', 'welcome', '--yes');
    const forced = await template('publish', 'welcome', '--yes', '--force');

    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /welcome was changed since its draft was made from revision 2: revision 4 by local, rollback to 1, at .*Z\n/,
    );
    expect(forced.exitCode).toBe(0);
    expect(await answer('show', 'welcome')).toMatchObject({ html: '<p>3</p>', revision: 5 });
  });

  test('a new template can be a draft that nothing lists as served', async () => {
    await cp(join(folder, 'welcome'), join(folder, 'invite'), { recursive: true });
    const written = { id: 'invite', name: 'Invite', subject: 'Hello' };
    await writeFile(join(folder, 'invite', 'template.json'), JSON.stringify(written));
    await template('push', join(folder, 'invite'), '--draft');

    const list = await answer('list');
    const shown = await template('show', 'invite');
    await template('publish', 'invite', '--yes');

    expect(list).toMatchObject({ templates: [{ id: 'receipt' }, { id: 'welcome' }] });
    expect(shown.stderr).toContain('Template invite is a draft, and was never published');
    expect(await answer('show', 'invite')).toMatchObject({ revision: 1 });
  });
});
