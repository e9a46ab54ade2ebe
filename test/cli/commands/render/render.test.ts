import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';
import { printed } from '../../in-process.ts';

const demo = fileURLToPath(new URL('../../../../templates', import.meta.url));

const cli = await startCommandLine();
const put = (path: string, content: string) => writeFile(join(cli.dir, path), content);
const html = async (...words: string[]) =>
  (await cli.run(['render', 'hello', '--html', ...words])).stdout;

await cp(demo, join(cli.dir, 'templates'), { recursive: true });
await mkdir(join(cli.dir, 'hello'));
await put('hello/template.json', '{"id": "hello", "name": "Hello", "subject": "Hi {{name}}"}');
await put('hello/body.html', '<p>{{name}}: {{count}} {{#list}}{{.}}, {{/list}}</p>\n');
await put('hello/test-data.json', '{"name": "Ada", "count": 1}');

test('render prints subject and text of a folder with its test data', async () => {
  expect(await cli.run(['render', 'hello'])).toEqual(printed('Subject: Hi Ada\n\nAda: 1\n'));
});

test('the --json of render has all parts, or the part that an option names', async () => {
  const all = await cli.json('render', './hello');
  const one = await cli.json('render', './hello', '--subject');

  const answer = { subject: 'Hi Ada', html: '<p>Ada: 1 </p>\n', text: 'Ada: 1' };
  expect(all).toEqual({ exitCode: 0, answer });
  expect(one).toEqual({ exitCode: 0, answer: { subject: 'Hi Ada' } });
});

test('render puts --data in the place of the test data, and --var and --var-json on top', async () => {
  await put('data.json', '{"name": "Grace", "count": 2}');

  expect(await html('--data', 'data.json')).toBe('<p>Grace: 2 </p>\n');
  expect(await html('--data', 'data.json', '--var', 'count=3=3')).toBe('<p>Grace: 3=3 </p>\n');
  expect(await html('--var', 'name=', '--var-json', 'list=["a","b"]')).toBe('<p>: 1 a, b, </p>\n');
});

test('render of a stored template is the render of its folder, whose flow has defaults', async () => {
  await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');
  await cli.json('template', 'push', 'templates');

  const stored = await cli.json('render', 'welcome', '--var', 'name=Grace');
  const folder = await cli.json('render', 'templates/welcome', '--var', 'name=Grace');

  expect(stored).toEqual(folder);
  expect(stored.answer).toMatchObject({ subject: 'Welcome to Postrider, Grace' });
});

test('an id that is also a folder is the folder, and with --account the stored template', async () => {
  const { answer } = await cli.json('account', 'show');
  const { accountId } = answer as { accountId: string };

  const error = `Account ${accountId} has no template hello: template list shows every template`;
  const refused = await cli.json('render', 'hello', '--account', accountId);
  expect(refused).toEqual({ exitCode: 1, answer: { error } });
  expect(await cli.json('render', 'welcom')).toMatchObject({
    answer: { error: expect.stringContaining('no template welcom (did you mean "welcome"?)') },
  });
});

test('--out writes the HTML or the named part into a file, and replaces the file', async () => {
  await put('out.txt', 'old');
  const text = await cli.run(['render', 'hello', '--text', '--out', 'out.txt']);
  const whole = await cli.json('render', 'hello', '--out', 'out.html');

  expect(text).toEqual({ exitCode: 0, stdout: 'Written into out.txt: the text\n', stderr: '' });
  expect(whole.answer).toMatchObject({ file: 'out.html', subject: 'Hi Ada' });
  expect(await readFile(join(cli.dir, 'out.txt'), 'utf8')).toBe('Ada: 1');
  expect(await readFile(join(cli.dir, 'out.html'), 'utf8')).toBe('<p>Ada: 1 </p>\n');
});

test('render names a variable of --var that the template does not use', async () => {
  const { exitCode, stderr } = await cli.run(['render', 'hello', '--var', 'nmae=Ada']);

  expect([exitCode, stderr]).toEqual([0, '\nThe template does not use nmae.\n']);
});

test.each<[string[], string]>([
  [['hello', '--data', 'none.json'], 'There is no file none.json'],
  [['hello', '--data', 'empty.json'], 'Missing required variables: name, count'],
  [['hello', '--data', 'list.json'], 'list.json must contain a JSON object with the variables'],
  [['hello', '--data', 'broken.json'], 'broken.json:1:2 JSON is wrong here: close brace expected'],
  [['hello', '--var-json', 'name=[]'], 'name must be a string, number or boolean, found an array'],
  [['./nowhere'], 'There is no folder nowhere'],
  [['bad'], 'Nothing was rendered: bad/body.html:2:1 This tag is not closed: write {{name}}'],
  [['hello', '--out', 'templates'], 'templates is a folder where a file belongs'],
  [['hello', '--out', 'no/out.html'], 'no/out.html cannot be written: its folder does not exist'],
])('render %j ends with one sentence', async (words, error) => {
  await put('empty.json', '{}');
  await put('list.json', '[]');
  await put('broken.json', '{');
  await cp(join(cli.dir, 'hello'), join(cli.dir, 'bad'), { recursive: true });
  await put('bad/body.html', '\n{{name');

  const ended = await cli.run(['render', ...words]);

  expect(ended).toEqual({ exitCode: 1, stdout: '', stderr: `Error: ${error}\n` });
});
