import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookViews } from '../../../../shared/engine/looks/views/views.ts';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';
import { refused } from '../../in-process.ts';
import { writePartial, writeTemplateFolder } from './folders-on-disk.ts';

const cli = await startCommandLine();
const folder = join(cli.dir, 'templates');
const looks = (...words: string[]) => cli.run(['template', 'looks', ...words]);
const read = (...path: string[]) => readFile(join(cli.dir, ...path), 'utf8');

await writePartial(folder, 'footer', '<p>7 Canal Street</p>');
await writeTemplateFolder(folder, 'hello', '<!doctype html><p>Hi {{name|you}}</p>{{> footer}}');
await writeTemplateFolder(folder, 'offer', '<!--[if mso]><b>{{price|9}}</b><![endif]-->');

const noScripts = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;

test('looks writes a folder for each template of a folder, with a file for each view and a page of them', async () => {
  const { exitCode, answer } = await cli.json('template', 'looks', 'templates', '--out', 'all');

  const viewsOf = (template: string) =>
    lookViews.map(({ id, rule, source }) => ({
      ...{ id, file: `all/${template}/${id}.html`, rule, source },
    }));
  expect(exitCode).toBe(0);
  expect(answer).toEqual({
    templates: ['hello', 'offer'].map((id) => ({ id, views: viewsOf(id) })),
  });
  expect(await read('all/hello/original.html')).toBe(
    `<!doctype html>${noScripts}<p>Hi you</p><p>7 Canal Street</p>`,
  );
  expect(await read('all/offer/outlook-windows.html')).toBe(`${noScripts}<b>9</b>`);
  const page = await read('all/hello/index.html');
  expect(page.match(/<iframe sandbox="" /g)).toHaveLength(6);
  expect(page.match(/<small>simulated<\/small>/g)).toHaveLength(5);
});

test('looks of a stored template are those of its folder, for the chosen clients', async () => {
  await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');
  await cli.json('template', 'push', 'templates');

  const words = ['--clients', 'outlook-windows,yahoo', '--out'];
  const stored = await looks('offer', ...words, 'stored');
  const local = await looks('templates/offer', ...words, 'local');

  expect([stored.stdout, local.stdout]).toEqual([
    'Written: stored/index.html\n',
    'Written: local/index.html\n',
  ]);
  expect(existsSync(join(cli.dir, 'stored/gmail.html'))).toBe(false);
  for (const file of ['original.html', 'outlook-windows.html', 'index.html']) {
    expect(await read('stored', file)).toBe(await read('local', file));
  }
});

test('looks replaces its own files, and writes nothing if a link is in the place of one', async () => {
  await mkdir(join(cli.dir, 'taken'));
  await writeFile(join(cli.dir, 'taken/gmail.html'), 'old');
  await writeFile(join(cli.dir, 'taken/notes.html'), 'mine');
  await symlink('notes.html', join(cli.dir, 'taken/outlook-windows.html'));

  const link = await looks('templates/offer', '--out', 'taken');

  expect(link).toEqual(refused('taken/outlook-windows.html is a link: remove it'));
  expect(await read('taken/gmail.html')).toBe('old');
  await looks('templates/offer', '--out', 'taken', '--clients', 'gmail');
  expect(await read('taken/gmail.html')).toContain('script-src');
  expect(await read('taken/notes.html')).toBe('mine');
});

test('looks refuses an unknown client, a partial, and a template that its test data does not fill', async () => {
  await writeTemplateFolder(join(cli.dir, 'broken'), 'bill', '<p>{{total}}</p>');

  const client = await looks('templates', '--out', 'no', '--clients', 'gmail,outlok');
  const partial = await looks('templates/footer', '--out', 'no');
  const missing = await looks('broken/bill', '--out', 'no');

  expect(client.stderr).toContain('--clients: there is no client "outlok", only gmail, apple-mail');
  expect(partial).toEqual(refused('footer is a partial: name a template that takes it'));
  expect(missing.stderr).toContain('Nothing was written: bill with its test data: ');
  expect([client.exitCode, partial.exitCode, missing.exitCode]).toEqual([1, 1, 1]);
  expect(existsSync(join(cli.dir, 'no'))).toBe(false);
});

test('--png without a Chromium writes the HTML files and says what is missing', async () => {
  const words = ['template', 'looks', 'templates/offer', '--out', 'plain', '--png'];
  const { exitCode, stderr } = await cli.run(words, { CHROME_PATH: join(cli.dir, 'none') });

  expect([exitCode, stderr]).toEqual([1, '\n--png needs Chromium: set CHROME_PATH\n']);
  expect(existsSync(join(cli.dir, 'plain/gmail.html'))).toBe(true);
});
