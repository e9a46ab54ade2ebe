import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from '../in-process.ts';

const root = temporaryFolder();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'of-a-test-'));
});

const run = (...words: string[]) => runHere(words, {}, folder);
const json = async (...words: string[]) => {
  const { exitCode, stdout } = await run(...words, '--json');
  return { exitCode, answer: JSON.parse(stdout) };
};
const templateJson = async (path: string) =>
  JSON.parse(await readFile(join(folder, path, 'template.json'), 'utf8'));
const cli = 'npm run -s postrider -- template';

test('template new writes a template that passes template lint', async () => {
  const created = await run('template', 'new', 'order-shipped');
  const linted = await run('template', 'lint', 'templates', '--max-warnings', '0');

  expect(created).toEqual({
    exitCode: 0,
    stdout: [
      'Written into templates/order-shipped: template.json, body.html, test-data.json\n',
      `Next:\n  ${cli} lint templates/order-shipped\n  ${cli} push templates/order-shipped\n`,
    ].join('\n'),
    stderr: '',
  });
  expect(linted).toEqual({ exitCode: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
  expect(await readdir(join(folder, 'templates'))).toEqual(['order-shipped']);
  expect(await templateJson('templates/order-shipped')).toMatchObject({
    id: 'order-shipped',
    name: 'Order shipped',
  });
});

test('a new template sends from the first sender of the settings, and has the name of --name', async () => {
  const settings = { senders: ['acme.example'], environments: { staging: {} } };
  await writeFile(join(folder, 'postrider.json'), JSON.stringify(settings));
  const flags = ['--name', 'Goods "shipped"', '--folder', 'mails/shop'];

  const created = await json('template', 'new', 'shipped', ...flags);
  const linted = await run('template', 'lint', 'mails/shop', '--environment', 'staging');
  const { name, flow } = await templateJson('mails/shop/shipped');

  const next = [`${cli} lint mails/shop/shipped`, `${cli} push mails/shop/shipped`];
  const written = ['template.json', 'body.html', 'test-data.json'];
  const answer = { id: 'shipped', folder: 'mails/shop/shipped', written, next };
  expect(created).toEqual({ exitCode: 0, answer });
  expect(linted).toEqual({ exitCode: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
  expect({ name, from: flow.nodes.at(-1).from }).toEqual({
    name: 'Goods "shipped"',
    from: 'hello@acme.example',
  });
});

test('template new refuses a folder that is there, even an empty one', async () => {
  await mkdir(join(folder, 'templates/welcome'), { recursive: true });

  expect(await run('template', 'new', 'welcome')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Error: Nothing was written: templates/welcome is there already: choose another id\n',
  });
  expect(await readdir(join(folder, 'templates/welcome'))).toEqual([]);
});

test.each([
  [
    ['../welcome'],
    'id must be 1 to 64 letters, digits, hyphens or underscores, and begin with a letter or digit',
  ],
  [['welcome', '--name', ' '], 'name must not be empty'],
])('template new %j writes nothing and says what is wrong', async (words, sentence) => {
  expect(await run('template', 'new', ...words)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `Error: Nothing was written: ${sentence}\n`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('template new below a file is one sentence', async () => {
  await writeFile(join(folder, 'templates'), '');

  expect(await run('template', 'new', 'welcome')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Error: templates/welcome cannot be written: a file is where a folder belongs\n',
  });
});

test('template new writes a partial and a layout, which pass template lint and render', async () => {
  const footer = await run('template', 'new', 'footer', '--partial');
  const base = await run('template', 'new', 'base', '--layout');
  const linted = await run('template', 'lint', 'templates', '--max-warnings', '0');
  const both = await run('template', 'new', 'other', '--partial', '--layout');
  const welcome = join(folder, 'templates/welcome');
  await mkdir(welcome);
  const template = { id: 'welcome', name: 'W', layout: 'base', subject: 'Hi' };
  await writeFile(join(welcome, 'template.json'), JSON.stringify(template));
  await writeFile(join(welcome, 'body.html'), '<p>Good morning</p>{{> footer}}');

  const rendered = await run('render', 'templates/welcome', '--text');

  expect(footer.stdout).toContain('\nA template takes it with {{> footer}} in its HTML or text.\n');
  expect(base.stdout).toContain('\nA template takes it with "layout": "base" in template.json.\n');
  expect(linted).toEqual({ exitCode: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
  expect(await templateJson('templates/footer')).toEqual({
    ...{ id: 'footer', name: 'Footer', kind: 'partial' },
  });
  expect(both.exitCode).toBe(2);
  expect(rendered.stdout).toBe('Good morning\n\nWrite here what several mails share.\n');
});
