import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveDrafts } from '../../../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../../../shared/manage/templates/prepare-sources.ts';
import { createTemplate } from '../../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../../jest.ts';
import { wordsOf } from '../../../in-process.ts';
import { eva, pulledPerTest, source, twoHoursAgo } from '../command-line-per-test.ts';

const at = pulledPerTest();
const run = (line: string) => at.template(...wordsOf(line));

/** Pushes the folder with this HTML in the template. */
async function push(html: string, line = 'push templates --draft') {
  await at.edit('welcome', html);
  return run(line);
}

/** A draft that another user saved two hours ago. */
async function theirDraft(id: string, html: string) {
  const { prepared } = await prepareSources(at.ports, at.accountId, [source(id, html)]);
  const options = { author: eva, check: () => {} };
  await saveDrafts(twoHoursAgo(at.ports), at.accountId, prepared, options);
}

test('a push with --draft saves only what differs as drafts, which a publish serves', async () => {
  const unchanged = await run('push templates --draft');
  await at.edit('welcome', '<p>2</p>');
  const pushed = await at.template('push', 'templates', '--draft', '--note', 'new greeting');
  const before = await at.answer('show welcome');
  const folders = await at.pulled();
  const diff = await run('diff welcome --draft');
  const versions = await run('versions welcome');
  const published = await run('publish welcome --yes');
  const after = await at.answer('versions welcome');

  const none = '\n\nNo draft was saved: nothing differs from what is served.\n';
  expect(unchanged.stdout.endsWith(none)).toBe(true);
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
  const how = 'publish of draft by local';
  expect(after).toMatchObject({
    versions: [{ revision: 2, how, note: 'new greeting', from: 1 }, { revision: 1 }],
    draft: null,
  });
});

test('JSON and list --drafts tell which template has which draft', async () => {
  await at.edit('welcome', '<p>2</p>');

  const pushed = await at.answer('push templates --draft');
  const list = await at.answer('list --drafts');
  const versions = await at.answer('versions welcome');
  const shown = await at.answer('show welcome --draft');

  const draft = { at: expect.any(String), by: 'local', how: 'push', note: null, from: 1 };
  const listed = { id: 'welcome', name: 'welcome', stale: false, revision: 2, ...draft };
  expect(pushed).toMatchObject({
    templates: [
      { id: 'receipt', revision: 1, state: 'unchanged', draft: false },
      { id: 'welcome', revision: 2, state: 'changed', draft: true },
    ],
  });
  expect(list).toEqual({ templates: [listed] });
  expect(versions).toMatchObject({
    versions: [{ revision: 1, current: true }],
    draft: { revision: 2, ...draft },
  });
  expect(shown).toMatchObject({ html: '<p>2</p>', revision: 2, ...draft });
});

test('show --draft tells which layout, partials and languages a draft takes', async () => {
  const languages = { language: 'en', languages: { pt: { subject: 'Olá' } } };
  const template = { id: 'welcome', name: 'welcome', subject: 'Hello', layout: 'base' };
  const folder = join(at.folder, 'welcome');
  await writeFile(join(folder, 'template.json'), JSON.stringify({ ...template, ...languages }));
  await writeFile(join(folder, 'body.pt.html'), '<p>2</p>');
  const base = source('base', '<div>{{> content}}</div>');
  const layout = { ...base, subject: '', kind: 'partial' as const };
  await createTemplate(at.ports, at.accountId, layout, eva);
  await run('push templates/welcome --draft');

  const { stdout } = await run('show welcome --draft');

  expect(stdout).toMatch(
    /layout +base\npartials +base 1\ntext +derived from the HTML\nlanguages +en, pt\n/,
  );
});

test('render --draft renders the draft, and render what is served', async () => {
  await push('<p>2</p>');

  const draft = await at.run(wordsOf('render welcome --draft --html'));
  const served = await at.run(wordsOf(`render welcome --account ${at.accountId} --html`));

  expect([draft.stdout, served.stdout]).toEqual(['<p>2</p>\n', '<p>1</p>\n']);
});

test('a push tells that a draft stays and is stale, and discard-draft leaves what is served', async () => {
  await push('<p>2</p>');
  const pushed = await push('<p>3</p>', 'push templates');
  const [stale, list] = [await at.answer('list --drafts'), await run('list')];
  const discarded = await run('discard-draft welcome');
  const again = await run('discard-draft welcome');
  const served = await at.answer('show welcome');
  await push('<p>5</p>');
  const deleted = await run('delete welcome');

  expect(pushed.stdout).toMatch(
    /welcome +3 +changed +html\n\nDraft 2 of welcome stays, and is stale: it was made from an older revision\.\n$/,
  );
  expect(stale).toMatchObject({ templates: [{ id: 'welcome', from: 1, stale: true }] });
  expect(list.stdout).toMatch(/DRAFT\n.*\nwelcome .* stale draft\n$/);
  expect(discarded.stdout).toBe('Draft 2 of welcome is discarded.\n');
  expect(again.stderr).toContain('Error: welcome has no draft');
  expect(served).toMatchObject({ revision: 3, html: '<p>3</p>' });
  expect(deleted.stdout).toMatch(
    /can take it\.\nIts draft 4 is deleted permanently\.\nIts revisions are kept/,
  );
});

test('a second draft replaces the first if the folder was made from it, and else only with --force', async () => {
  await push('<p>2</p>');
  const own = await push('<p>3</p>');
  await run('discard-draft welcome');
  await theirDraft('welcome', '<p>theirs</p>');
  await at.edit('receipt', '<p>2</p>');

  const refused = await run('push templates --draft');
  const kept = await at.answer('list --drafts');
  const forced = await run('push templates --draft --force');

  expect([own.exitCode, forced.exitCode]).toEqual([0, 0]);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('Error: Nothing was saved: templates have drafts already');
  expect(refused.stderr).toContain(
    '  welcome has another draft: 4 by eva@example.com, dashboard, 2 hours ago\n',
  );
  expect(kept).toMatchObject({ templates: [{ id: 'welcome', revision: 4 }] });
  expect(await at.answer('show welcome --draft')).toMatchObject({ html: '<p>3</p>' });
});
