import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { answerOf, printed, refused, runHere, wordsOf } from '../../in-process.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const run = (line: string, ...words: string[]) =>
  runHere([...wordsOf(`template ${line}`), ...words], {}, folder);
const templateJson = async (path: string) =>
  JSON.parse(await readFile(join(folder, path, 'template.json'), 'utf8'));
const cli = 'npm run -s postrider -- template';

const nothing = printed('0 errors, 0 warnings\n');

test('template new writes a template that passes template lint', async () => {
  const created = await run('new order-shipped');
  const linted = await run('lint templates --max-warnings 0');

  expect(created).toEqual(
    printed(`Written into templates/order-shipped: template.json, body.html, test-data.json

Next:
  ${cli} lint templates/order-shipped
  ${cli} push templates/order-shipped
`),
  );
  expect(linted).toEqual(nothing);
  expect(await readdir(join(folder, 'templates'))).toEqual(['order-shipped']);
  const ofId = { id: 'order-shipped', name: 'Order shipped' };
  expect(await templateJson('templates/order-shipped')).toMatchObject(ofId);
});

test('a new template sends from the first sender of the settings, and has the name of --name', async () => {
  const settings = { senders: ['acme.example'], environments: { staging: {} } };
  await writeFile(join(folder, 'postrider.json'), JSON.stringify(settings));

  const created = await run('new shipped --folder mails/shop --json --name', 'Goods "shipped"');
  const linted = await run('lint mails/shop --environment staging');
  const { name, flow } = await templateJson('mails/shop/shipped');

  const next = [`${cli} lint mails/shop/shipped`, `${cli} push mails/shop/shipped`];
  const written = ['template.json', 'body.html', 'test-data.json'];
  const answer = { id: 'shipped', folder: 'mails/shop/shipped', written, next };
  expect(answerOf(created)).toEqual({ exitCode: 0, answer });
  expect(linted).toEqual(nothing);
  expect([name, flow.nodes.at(-1).from]).toEqual(['Goods "shipped"', 'hello@acme.example']);
});

test('template new refuses a folder that is there, even an empty one', async () => {
  await mkdir(join(folder, 'templates/welcome'), { recursive: true });

  expect(await run('new welcome')).toEqual(
    refused('Nothing was written: templates/welcome is there already: choose another id'),
  );
  expect(await readdir(join(folder, 'templates/welcome'))).toEqual([]);
});

test.each([
  [
    ['../welcome'],
    'id must be 1 to 64 letters, digits, hyphens or underscores, and begin with a letter or digit',
  ],
  [['welcome', '--name', ' '], 'name must not be empty'],
])('template new %j writes nothing and says what is wrong', async (words, sentence) => {
  expect(await run('new', ...words)).toEqual(refused(`Nothing was written: ${sentence}`));
  expect(await readdir(folder)).toEqual([]);
});

test('template new below a file is one sentence', async () => {
  await writeFile(join(folder, 'templates'), '');

  expect(await run('new welcome')).toEqual(
    refused('templates/welcome cannot be written: a file is where a folder belongs'),
  );
});

test('template new writes a partial and a layout, which pass template lint and render', async () => {
  const footer = await run('new footer --partial');
  const base = await run('new base --layout');
  const linted = await run('lint templates --max-warnings 0');
  const welcome = join(folder, 'templates/welcome');
  await mkdir(welcome);
  const template = { id: 'welcome', name: 'W', layout: 'base', subject: 'Hi' };
  await writeFile(join(welcome, 'template.json'), JSON.stringify(template));
  await writeFile(join(welcome, 'body.html'), '<p>Good morning</p>{{> footer}}');

  const rendered = await runHere(wordsOf('render templates/welcome --text'), {}, folder);

  expect(footer.stdout).toContain('\nA template takes it with {{> footer}} in its HTML or text.\n');
  expect(base.stdout).toContain('\nA template takes it with "layout": "base" in template.json.\n');
  expect(linted).toEqual(nothing);
  const partial = { id: 'footer', name: 'Footer', kind: 'partial' };
  expect(await templateJson('templates/footer')).toEqual(partial);
  expect(rendered.stdout).toBe('Good morning\n\nWrite here what several mails share.\n');
});

test('template new --raw writes the example of the documents, which prints what a request brings as it is', async () => {
  const settings = { senders: ['hello@acme.example'] };
  await writeFile(join(folder, 'postrider.json'), JSON.stringify(settings));
  await run('new raw --raw --name', 'Raw mails');
  const html = '<p>{{ a brace & more</p>';
  const brought = { subject: 'Hi & bye', html, text: 'Hi <b>' };
  const example = join(import.meta.dirname, '../../../../docs/examples/raw');
  for (const name of await readdir(example)) {
    const written = await readFile(join(folder, 'templates/raw', name), 'utf8');
    expect(written).toBe(await readFile(join(example, name), 'utf8'));
  }
  await writeFile(join(folder, 'templates/raw/test-data.json'), JSON.stringify(brought));

  const rendered = await runHere(wordsOf('render templates/raw --json'), {}, folder);

  expect(answerOf(rendered).answer).toMatchObject({
    ...{ subject: 'Hi & bye', text: 'Hi <b>', html: '<p>&#123;&#123; a brace & more</p>' },
  });
});
