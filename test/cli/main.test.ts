import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '../jest.ts';
import { deploymentFile, startCommandLine } from './command-line.ts';

const demo = fileURLToPath(new URL('../../templates', import.meta.url));

const cli = await startCommandLine();

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** An account, keys and templates, from the first to the last command. */
describe('accounts, keys and templates at the command line', () => {
  let accountId: string;
  const { isTTY: isTerminal } = process.stderr;
  let keyId: string;

  test('account create creates an account', async () => {
    const early = await cli.json('key', 'list');
    const { exitCode, answer } = await cli.json(
      ...['account', 'create', '--name', 'Acme', '--plan', 'free'],
    );
    const shown = await cli.json('account', 'show');
    const moved = await cli.json('account', 'set-plan', '--plan', 'team');
    const listed = await cli.json('account', 'list');

    expect(early).toEqual({
      exitCode: 1,
      answer: { error: 'There is no account yet: create one with account create' },
    });
    const account = {
      accountId: expect.stringMatching(/^acc_/),
      name: 'Acme',
      plan: 'free',
      requestsPerMinute: 60,
      messageParts: 1,
      createdAt: anyTime,
    };
    expect({ exitCode, answer }).toEqual({ exitCode: 0, answer: account });
    expect(shown).toEqual({ exitCode: 0, answer });
    const onTeam = { ...account, plan: 'team', requestsPerMinute: 1000 };
    expect(moved).toEqual({ exitCode: 0, answer: { ...onTeam, changed: true } });
    expect(listed).toEqual({ exitCode: 0, answer: { accounts: [onTeam] } });
    ({ accountId } = answer as { accountId: string });
  });

  test('key create shows the secret of a key only once', async () => {
    const created = await cli.json('key', 'create', '--account', accountId, '--name', 'production');
    const listed = await cli.json('key', 'list');
    const { secret, ...key } = created.answer as { secret: string; keyId: string };
    keyId = key.keyId;
    const deleted = await cli.json('key', 'delete', keyId);
    const again = await cli.json('key', 'delete', keyId);
    const text = await cli.run(['key', 'list']);

    expect(secret).toMatch(/^pr_[0-9A-Za-z]{36}$/);
    expect(listed).toEqual({ exitCode: 0, answer: { keys: [key] } });
    const revoked = { ...key, status: 'revoked', revokedAt: anyTime };
    expect(deleted).toEqual({ exitCode: 0, answer: revoked });
    expect(again).toEqual(deleted);
    expect(text.stdout).not.toContain(secret);
  });

  test('key create shows a request to try the key, only at a terminal', async () => {
    const words = ['key', 'create', '--name', 'try', '--account', accountId];

    const piped = await cli.run(words);
    process.stderr.isTTY = true;
    const shown = await cli.run(words);
    const json = await cli.run([...words, '--json']);
    process.stderr.isTTY = isTerminal;

    const secret = /secret {2}(pr_\w+)/.exec(shown.stdout)?.[1];
    expect(piped).toMatchObject({ exitCode: 0, stderr: '' });
    expect(json).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stderr).toBe(`
Try it:
curl -sS http://127.0.0.1:1/v1/verify \\
  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\
  -d '{"email":"someone@inbox.example.com"}'
`);
  });

  test('template push saves templates, and again without a change', async () => {
    await cp(demo, join(cli.dir, 'templates'), { recursive: true });

    const dry = await cli.json('template', 'push', 'templates', '--dry-run');
    const first = await cli.json('template', 'push', 'templates');
    const second = await cli.json('template', 'push', 'templates/welcome', '--account', accountId);
    const listed = await cli.json('template', 'list');

    const pushed = (state: string) =>
      ['invite', 'receipt', 'welcome'].map((id) => ({
        id,
        revision: 1,
        changed: true,
        state,
        changes: [],
      }));
    expect(dry).toEqual({ exitCode: 0, answer: { templates: pushed('new'), dryRun: true } });
    expect(first).toEqual({ exitCode: 0, answer: { templates: pushed('new'), dryRun: false } });
    expect(second).toMatchObject({ answer: { templates: [{ id: 'welcome', changed: false }] } });
    expect(listed.answer).toMatchObject({
      templates: [
        { id: 'invite', flowStatus: 'provider' },
        { id: 'receipt', flowStatus: 'callback' },
        { id: 'welcome', flowStatus: 'provider', revision: 1, updatedAt: anyTime },
      ],
    });
  });

  test('template pull writes templates as they are, and a push of them changes nothing', async () => {
    const inPlace = await cli.json('template', 'pull', 'templates');
    const elsewhere = await cli.json('template', 'pull', 'elsewhere');
    const back = await cli.json('template', 'push', 'elsewhere');

    const ids = ['invite', 'receipt', 'welcome'];
    expect(inPlace.answer).toEqual({
      templates: ids.map((id) => ({
        id,
        revision: 1,
        folder: `templates/${id}`,
        written: [],
        removed: [],
      })),
    });
    expect(elsewhere.answer).toMatchObject({
      templates: [
        { written: ['template.json', 'body.html', 'body.txt', 'test-data.json'] },
        { written: ['template.json', 'body.html', 'test-data.json'] },
        { written: ['template.json', 'body.html', 'test-data.json'] },
      ],
    });
    expect(back.answer).toMatchObject({
      templates: ids.map((id) => ({ id, revision: 1, changed: false })),
    });
    const [original, pulled] = await Promise.all(
      [demo, join(cli.dir, 'elsewhere')].map((dir) => readFile(join(dir, 'welcome/body.html'))),
    );
    expect(pulled?.equals(original ?? Buffer.alloc(0))).toBe(true);
  });

  test('template rollback makes an earlier revision current, as a new one', async () => {
    const file = join(cli.dir, 'templates/welcome/body.html');
    const html = await readFile(file, 'utf8');
    await writeFile(file, html.replace('Welcome, ', 'Hello, '));
    await cli.json('template', 'push', 'templates');

    const back = await cli.json('template', 'rollback', 'welcome', '1');
    const versions = await cli.json('template', 'versions', 'welcome');
    const shown = await cli.json('template', 'show', 'welcome');

    expect(back.answer).toEqual({
      id: 'welcome',
      revision: 3,
      changed: true,
      state: 'changed',
      changes: ['html'],
      restored: 1,
    });
    expect(versions.answer).toMatchObject({
      id: 'welcome',
      versions: [
        { revision: 3, current: true },
        { revision: 2, current: false },
        { revision: 1, current: false },
      ],
    });
    expect(shown.answer).toMatchObject({ id: 'welcome', revision: 3, html, name: 'Welcome' });
  });

  test('template delete deletes a template, once', async () => {
    const folder = join(cli.dir, 'old/gone');
    await cp(join(demo, 'receipt'), folder, { recursive: true });
    const file = join(folder, 'template.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"receipt"', '"gone"'));
    await cli.json('template', 'push', 'old');

    const deleted = await cli.json('template', 'delete', 'gone');
    const again = await cli.json('template', 'delete', 'gone');
    const pushed = await cli.json('template', 'push', 'old');
    const text = await cli.run(['template', 'delete', 'gone']);

    expect(deleted).toEqual({ exitCode: 0, answer: { id: 'gone', revision: 1 } });
    const error = /^Template gone was deleted at \S+Z: template rollback gone 1 brings it back$/;
    expect(again).toEqual({ exitCode: 1, answer: { error: expect.stringMatching(error) } });
    expect(pushed.answer).toMatchObject({ templates: [{ id: 'gone', revision: 2, state: 'new' }] });
    expect(text.stdout).toBe(
      [
        'Template gone is deleted: requests for it now get 404.',
        'Its revisions are kept. To restore it: npm run -s postrider -- template rollback gone 2\n',
      ].join('\n'),
    );
  });

  test('a deleted template is listed, and a rollback brings it back', async () => {
    const shown = await cli.json('template', 'show', 'gone');
    const deleted = await cli.json('template', 'list', '--deleted');
    const versions = await cli.json('template', 'versions', 'gone');
    const read = await cli.run(['template', 'versions', 'gone', '--account', accountId]);
    const back = await cli.run(['template', 'rollback', 'gone', '1']);
    const again = await cli.json('template', 'show', 'gone');
    const none = await cli.json('template', 'list', '--deleted');

    const error = /^Template gone was deleted at \S+Z: template rollback gone 2 brings it back$/;
    expect(shown).toEqual({ exitCode: 1, answer: { error: expect.stringMatching(error) } });
    expect(deleted.answer).toMatchObject({
      templates: [{ id: 'gone', revision: 2, deletedAt: anyTime }],
    });
    const author = { by: 'local', how: 'push', note: null, from: null };
    const version = (revision: number) => ({ revision, at: anyTime, ...author, current: false });
    expect(versions).toEqual({
      exitCode: 0,
      answer: {
        id: 'gone',
        versions: [version(2), version(1)],
        draft: null,
        deletedAt: anyTime,
        deletedBy: 'local',
      },
    });
    const { deletedAt } = versions.answer as { deletedAt: string };
    expect(read.stdout.trimEnd().split('\n').at(-1)).toBe(
      `gone was deleted at ${deletedAt} by local. To restore it: npm run -s postrider -- template rollback gone 2 --account ${accountId}`,
    );
    expect(back).toEqual({
      exitCode: 0,
      stdout:
        'Revision 3 of gone has the content of revision 1. The template was deleted, and is served again.\n',
      stderr: '',
    });
    expect(again).toMatchObject({ exitCode: 0, answer: { id: 'gone', revision: 3 } });
    expect(none.answer).toEqual({ templates: [] });
    await cli.json('template', 'delete', 'gone');
  });

  test('lists are printed as tables for people, without colours in a pipe', async () => {
    const ended = await cli.run(['template', 'versions', 'welcome']);

    const row = (revision: number, end: string) =>
      new RegExp(`^${revision}         \\d{4}-\\S+  local  ${end}$`);
    const [heading, ...rows] = ended.stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^REVISION {2}CREATED +BY {5}HOW +NOTE$/);
    expect(rows).toEqual([
      expect.stringMatching(row(3, 'rollback to 1 +current')),
      expect.stringMatching(row(2, 'push')),
      expect.stringMatching(row(1, 'push')),
    ]);
    expect({ ...ended, stdout: '' }).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('an answer', () => {
  test('a reader that closes the pipe early is no failure', async () => {
    const ended = await cli.runApart(['template', 'show', 'welcome', '--json'], {}, 'hang up');

    expect(ended).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('a refusal', () => {
  test('a refused push names every place, and saves nothing', async () => {
    await mkdir(join(cli.dir, 'broken/a'), { recursive: true });
    await writeFile(join(cli.dir, 'broken/a/template.json'), '{"id": "a", "name": "A"}');
    await writeFile(join(cli.dir, 'broken/a/body.html'), '<p>\n{{a}</p>\n{{/b}}');

    const { exitCode, answer } = await cli.json('template', 'push', 'broken');
    const { stdout, stderr } = await cli.run(['template', 'push', 'broken']);

    expect({ exitCode, answer }).toEqual({
      exitCode: 1,
      answer: {
        error: 'Nothing was saved: 2 problems in the templates',
        details: [2, 3].map((line) => ({
          code: expect.any(String),
          templateId: 'a',
          part: 'html',
          file: 'broken/a/body.html',
          line,
          column: 1,
          message: expect.any(String),
        })),
      },
    });
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^Error: Nothing was saved: 2 problems in the templates\n {2}broken\/a\/body\.html:2:1 .+\n {2}broken\/a\/body\.html:3:1 .+\n$/,
    );
  });

  test('a refused template.json also names the errors of the body beside it', async () => {
    await mkdir(join(cli.dir, 'both/a'), { recursive: true });
    await writeFile(join(cli.dir, 'both/a/template.json'), '{"id": "a", "nmae": "A"}');
    await writeFile(join(cli.dir, 'both/a/body.html'), '<p>\n{{a}</p>');
    await writeFile(join(cli.dir, 'both/a/body.txt'), '{{/b}}');

    const { exitCode, answer } = await cli.json('template', 'push', 'both');

    expect({ exitCode, answer }).toEqual({
      exitCode: 1,
      answer: {
        error: 'Nothing was saved: 4 problems in the templates',
        details: [
          {
            ...{ file: 'both/a/template.json', line: 1, column: 1 },
            code: 'bad-file',
            message: 'lacks name',
          },
          {
            ...{ file: 'both/a/template.json', line: 1, column: 21 },
            code: 'bad-file',
            message:
              'has the unknown field "nmae" (did you mean "name"?): a template has id, name, kind, layout, subject, language, languages, keep, secret and flow',
          },
          {
            ...{ part: 'html', file: 'both/a/body.html', line: 2, column: 1 },
            code: expect.any(String),
            message: expect.any(String),
          },
          {
            ...{ part: 'text', file: 'both/a/body.txt', line: 1, column: 1 },
            code: expect.any(String),
            message: expect.any(String),
          },
        ],
      },
    });
  });

  test('a refusal is one sentence on stderr with exit code 1, and JSON on stdout with --json', async () => {
    const words = ['key', 'delete', 'key_none'];
    const error = 'There is no key key_none: key list shows every key';

    const text = await cli.run(words);
    const json = await cli.run(['--json', ...words]);

    expect(text).toEqual({ exitCode: 1, stdout: '', stderr: `Error: ${error}\n` });
    expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({
      exitCode: 1,
      stdout: { error },
      stderr: '',
    });
  });

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
    [
      'its file is damaged',
      '{"baseUrl": ',
      'data/deployment.json is damaged: start the local run again with npm start',
    ],
    [
      'its file lacks something',
      { outputs: {} },
      'data/deployment.json is damaged: start the local run again with npm start',
    ],
  ])('the CLI says that %s', async (_, change, error) => {
    await mkdir(join(cli.dir, 'data'), { recursive: true });
    const file = join(cli.dir, 'data', 'deployment.json');
    const content = typeof change === 'string' ? change : { ...deploymentFile(cli), ...change };
    if (change)
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));

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

  test.each<[string, string[], Record<string, string>, string]>([
    ['no region', [], {}, 'name it with --region, or in AWS_REGION'],
    ['no credentials', ['--region', 'eu-central-1'], {}, 'No AWS credentials were found'],
  ])('the CLI says what a stack on AWS needs: %s', async (_, words, environment, error) => {
    const nobody = { HOME: cli.dir, AWS_CONFIG_FILE: join(cli.dir, 'none'), ...environment };

    const ended = await cli.run(['account', 'list', '--stack', 'Mail', ...words], nobody);

    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toContain(error);
  });
});

describe('wrong usage', () => {
  test('wrong usage with --json ends with exit code 2 and one document', async () => {
    const ended = await cli.run(['--json', 'account', 'create', '--name', 'A', '--plan', 'gold']);

    expect({ ...ended, stdout: JSON.parse(ended.stdout) }).toEqual({
      exitCode: 2,
      stdout: {
        error:
          "option '--plan <plan>' argument 'gold' is invalid. Allowed choices are free, pro, team.",
      },
      stderr: '',
    });
  });

  test('wrong usage is a sentence on stderr without --json', async () => {
    const ended = await cli.run(['template', 'psuh', 'templates']);

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

    const ended = [await cli.run(['--version']), await cli.run(['-V'])];

    const printed = { exitCode: 0, stdout: `${version}\n`, stderr: '' };
    expect(ended).toEqual([printed, printed]);
  });

  test('a request for help is not wrong usage, and is answered on stdout', async () => {
    const ended = await cli.run(['template', 'rollback', '--help']);

    expect(ended).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining('Example:\n  npm run -s postrider -- template rollback'),
      stderr: '',
    });
  });
});
