import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../jest.ts';
import { deploymentFile, startCommandLine } from './command-line.ts';
import { writeTemplateFolder } from './commands/template/folders-on-disk.ts';
import { printed, wordsOf } from './in-process.ts';

const cli = await startCommandLine();

const account = await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');
const { accountId } = account.answer as { accountId: string };

const run = (line: string) => cli.run(wordsOf(line));
const json = (line: string) => cli.json(...wordsOf(line));
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const write = (id: string, html: string) => writeTemplateFolder(cli.dir, id, html);

test('template delete deletes a template, once, and a push brings it back', async () => {
  await write('gone', '<p>1</p>');
  await json('template push gone');

  const deleted = await json('template delete gone');
  const again = await json('template delete gone');
  const pushed = await json('template push gone');
  const text = await run('template delete gone');

  expect(deleted).toEqual({ exitCode: 0, answer: { id: 'gone', revision: 1 } });
  const error = /^Template gone was deleted at \S+Z: template rollback gone 1 brings it back$/;
  expect(again).toEqual({ exitCode: 1, answer: { error: expect.stringMatching(error) } });
  expect(pushed.answer).toMatchObject({ templates: [{ id: 'gone', revision: 2, state: 'new' }] });
  expect(text.stdout).toBe(
    [
      'gone is deleted: requests for it now get 404, and no template can take it.',
      'Its revisions are kept. To restore it: npm run -s postrider -- template rollback gone 2\n',
    ].join('\n'),
  );
});

test('a deleted template is listed, and a rollback brings it back', async () => {
  const deleted = await json('template list --deleted');
  const versions = await json('template versions gone');
  const read = await run(`template versions gone --account ${accountId}`);
  const back = await run('template rollback gone 1');
  const none = await json('template list --deleted');

  expect(deleted.answer).toMatchObject({
    templates: [{ id: 'gone', revision: 2, deletedAt: anyTime }],
  });
  const author = { by: 'local', how: 'push', note: null, from: null };
  const version = (revision: number) => ({ revision, at: anyTime, ...author, current: false });
  const deletion = { deletedAt: anyTime, deletedBy: 'local' };
  expect(versions).toEqual({
    exitCode: 0,
    answer: { id: 'gone', versions: [version(2), version(1)], draft: null, ...deletion },
  });
  const { deletedAt } = versions.answer as { deletedAt: string };
  expect(read.stdout.trimEnd().split('\n').at(-1)).toBe(
    `gone was deleted at ${deletedAt} by local. To restore it: npm run -s postrider -- template rollback gone 2 --account ${accountId}`,
  );
  expect(back).toEqual(
    printed(
      'Revision 3 of gone has the content of revision 1. The template was deleted, and is served again.\n',
    ),
  );
  expect(none.answer).toEqual({ templates: [] });
});

test('a reader that closes the pipe early is no failure', async () => {
  const ended = await cli.runApart(['account', 'list', '--json'], {}, 'hang up');

  expect(ended).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('a refused push names every place in template.json, and saves nothing', async () => {
  await mkdir(join(cli.dir, 'both/a'), { recursive: true });
  await writeFile(join(cli.dir, 'both/a/template.json'), '{"id": "a", "nmae": "A"}');
  await writeFile(join(cli.dir, 'both/a/body.html'), '<p></p>');

  const refused = await json('template push both');
  const { stdout, stderr } = await run('template push both');

  const error = 'Nothing was saved: 2 problems in the templates';
  const inTemplate = { code: 'bad-file', file: 'both/a/template.json', line: 1 };
  expect(refused).toEqual({
    exitCode: 1,
    answer: {
      error,
      details: [
        { ...inTemplate, column: 1, message: 'lacks name' },
        {
          ...{ ...inTemplate, column: 21 },
          message:
            'has the unknown field "nmae" (did you mean "name"?): a template has id, name, kind, layout, subject, language, languages, keep, secret, tags and flow',
        },
      ],
    },
  });
  const [first, ...places] = stderr.trimEnd().split('\n');
  expect([stdout, first]).toEqual(['', `Error: ${error}`]);
  expect(places).toEqual(
    ['template.json:1:1', 'template.json:1:21'].map((place) =>
      expect.stringMatching(`^  both/a/${place} .+$`),
    ),
  );
});

test('a refusal is one sentence on stderr with exit code 1, and JSON on stdout with --json', async () => {
  const error = 'There is no key key_none: key list shows every key';

  const text = await run('key delete key_none');
  const { stdout, ...ended } = await run('--json key delete key_none');

  expect(text).toEqual({ exitCode: 1, stdout: '', stderr: `Error: ${error}\n` });
  expect(ended).toEqual({ exitCode: 1, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({ error });
});

const damaged = 'data/deployment.json is damaged: start the local run again with npm start';
test.each<[string, object | string | null, string]>([
  [
    'there is no local run',
    null,
    'There is no local run in data: start it with npm start, or name a stack with --stack',
  ],
  [
    'the local run has stopped',
    { pid: 2 ** 30 },
    'The local run in data has stopped: start it again with npm start, or name a stack with --stack',
  ],
  ['its file is damaged', '{"baseUrl": ', damaged],
  ['its file lacks something', { outputs: {} }, damaged],
])('the CLI says that %s', async (_, change, error) => {
  await mkdir(join(cli.dir, 'data'), { recursive: true });
  const file = join(cli.dir, 'data', 'deployment.json');
  const content =
    typeof change === 'string' ? change : JSON.stringify({ ...deploymentFile(cli), ...change });
  if (change) await writeFile(file, content);

  const ended = await cli.run(['account', 'list'], { POSTRIDER_DATA: 'data' });

  expect(ended).toEqual({ exitCode: 1, stdout: '', stderr: `Error: ${error}\n` });
});

test("the CLI says that nothing answers at the deployment's address", async () => {
  const ended = await cli.runApart(['account', 'list'], {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
  });

  expect(ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Error: The deployment does not answer: check that it runs/),
  });
});

test.each([
  ['no region', '', 'name it with --region, or in AWS_REGION'],
  ['no credentials', '--region eu-central-1', 'No AWS credentials were found'],
])('the CLI says what a stack on AWS needs: %s', async (_, options, error) => {
  const nobody = { HOME: cli.dir, AWS_CONFIG_FILE: join(cli.dir, 'none') };

  expect(await cli.run(wordsOf(`account list --stack Mail ${options}`), nobody)).toEqual({
    ...{ exitCode: 1, stdout: '' },
    stderr: expect.stringContaining(error),
  });
});

test('wrong usage is a sentence on stderr without --json', async () => {
  const ended = await run('template psuh templates');

  expect(ended).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: "error: unknown command 'psuh'\n(Did you mean push?)\n(--help shows the usage)\n",
  });
});

test('--version and -V print the version of package.json', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );

  const ended = [await run('--version'), await run('-V')];

  expect(ended).toEqual([printed(`${version}\n`), printed(`${version}\n`)]);
});

test('a request for help is not wrong usage, and is answered on stdout', async () => {
  const ended = await run('template rollback --help');

  expect(ended).toEqual(
    printed(expect.stringContaining('Example:\n  npm run -s postrider -- template rollback')),
  );
});
