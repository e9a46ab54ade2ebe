import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountName } from '../../../cli/commands/selftest/context/accounts.ts';
import { allSteps } from '../../../cli/commands/selftest/steps.ts';
import { createAccount, listAccounts } from '../../../shared/manage/accounts.ts';
import { bareEnvironment } from '../../bare-environment.ts';
import { runHere, startStacks } from '../../cli/in-process.ts';
import { afterEach, describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { operatorOf } from '../harness/account.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';

const run = (...words: string[]) => runHere(['selftest', ...words], { POSTRIDER_DATA: dataFolder });
const quick = ['--only', 'new-key', 'unknown-routes'];
const names = async () =>
  (await listAccounts(operatorOf()))
    .map(({ name }) => name)
    .filter((name) => /^selftest-/.test(name));

/** Other test files create accounts with similar names at the same time. */
const ownNames = async (before: readonly string[]) =>
  (await names()).filter((name) => !before.includes(name));

describe('selftest', () => {
  test('selftest prints a line for each step, and leaves nothing', async () => {
    const { exitCode, stdout, stderr } = await run(...quick);

    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /^selftest of the local run: 2 steps, with mails to SES's mailbox simulator\n/,
    );
    expect(stdout).toMatch(
      /^✓ new-key {9}A new key worked .*\n✓ unknown-routes {2}22 requests .*\n✓ removed {9}Removed selftest-\d{8}T\d{9}Z with its content\n\nNothing is broken, 3 good\.\n$/,
    );
    const [name] = /selftest-\d{8}T\d{9}Z/.exec(stdout) ?? [];
    expect(await names()).not.toContain(name);
  });

  test('selftest removes its account after SES has reported on every mail', async () => {
    const { exitCode, stdout } = await run('--only', 'reports');

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\n✓ removed {2}Removed selftest-\d{8}T\d{9}Z with its content\n/);
  });

  test('selftest prints one document with --json', async () => {
    const { exitCode, stdout } = await run('--json', '--only', 'unknown-routes');

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      steps: [
        { code: 'unknown-routes', status: 'ok', found: expect.any(String) },
        { code: 'removed', status: 'ok', found: expect.stringMatching(/^Removed selftest-/) },
      ],
    });
  });

  test.each([
    [['--only', 'nothing'], /^error: there is no step "nothing", only new-key, /],
    [['--to', 'nobody'], /^error: --to must be an e-mail address, found "nobody"/],
    [['--hook', 'http://a.example'], /^error: --hook: The address must begin with https:/],
    [['--hook-port', 'x'], /^error: --hook-port must be a port, found "x"/],
    [['--region', 'eu-west-1'], /^error: --region needs --stack or --environment/],
  ])('selftest refuses %j as wrong usage', async (words, sentence) => {
    const { exitCode, stderr } = await run(...words);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  test('the help of selftest says what it touches, costs and leaves, and lists every step', async () => {
    const { stdout } = await run('--help');

    for (const word of ['touches', 'mails', 'costs', 'lasts', 'leaves'])
      expect(stdout).toContain(word);
    for (const { code, asks } of allSteps) {
      expect(stdout).toMatch(new RegExp(`^  ${code} `, 'm'));
      expect(stdout).toContain(asks);
    }
  });
});

test('selftest leaves an account of another run, and its output says how to remove it', async () => {
  const name = accountName(new Date(), 'team');
  await createAccount(operatorOf(), { name, plan: 'team' });

  const { stderr } = await run('--only', 'new-key');

  expect(stderr).toContain(
    `${name} is of another run. If that has ended, remove it with --clean.\n`,
  );
  expect(await names()).toContain(name);
});

describe('an interrupted run', () => {
  const main = fileURLToPath(new URL('../../../bin/command.ts', import.meta.url));

  async function interrupted(data: string) {
    const before = await names();
    const child = spawn(process.execPath, [main, 'selftest', '--only', 'rate', 'reports'], {
      env: { ...bareEnvironment(), POSTRIDER_DATA: data },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    const ended = once(child, 'close');
    // Another test file may have created an account. The command handles signals after its first printed line.
    await until(
      async () =>
        text.startsWith('selftest of the local run') &&
        (await ownNames(before)).some((name) => name.endsWith('-free')),
    );
    child.kill('SIGINT');
    const [exitCode] = await ended;
    return { exitCode, text };
  }

  test('an interrupted selftest removes what it has made, and runs no more steps', async () => {
    const { exitCode, text } = await interrupted(dataFolder);

    expect(exitCode).toBe(1);
    expect(text).toContain('Interrupted: removing what this run created.');
    expect(text).toMatch(
      /\? rate {5}Interrupted\n\? reports {2}Interrupted before this step\n✓ removed {2}Removed selftest-/,
    );
    const removed = /Removed (.*)/.exec(text)?.[1]?.match(/selftest-[\w-]+/g);
    for (const name of removed ?? []) expect(await names()).not.toContain(name);
  });
});

describe('a recording', () => {
  const recorded = async (folder: string, ...words: string[]) =>
    run('--record', folder, ...(words.length > 0 ? words : quick));
  const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

  test('a recording has a file for each step, readable only by its owner, without secrets, ids and times', async () => {
    const folder = join(temporaryFolder(), 'new');

    await recorded(
      folder,
      '--only',
      'key-refusals',
      'request-ids',
      'senders',
      '--to',
      'ann@corporation.test',
    );

    const files = readdirSync(folder).sort();
    expect(files).toEqual(['key-refusals.json', 'request-ids.json', 'run.json', 'senders.json']);
    for (const file of files) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
      const text = read(folder, file);
      expect(text).not.toMatch(/pr_\w{36}|acc_\w{16}|key_\w{16}|\d{12}/);
    }
    const { exchanges } = JSON.parse(read(folder, 'key-refusals.json'));
    expect(exchanges).toContainEqual({
      request: {
        method: 'POST',
        path: '/render',
        headers: { authorization: '<key>' },
        body: '{}',
      },
      answer: {
        status: 401,
        headers: expect.objectContaining({ 'x-request-id': '<differs>' }),
        body: '{"error":"API key has been revoked"}',
      },
    });
    const { messages } = JSON.parse(read(folder, 'senders.json'));
    expect(messages[0]).toMatchObject({
      state: 'SENT',
      events: [{ state: 'DELIVERED', addresses: ['<address>'] }],
    });
  });

  test('recordings of the same answers are equal, file by file', async () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];

    await recorded(one, '--only', 'key-refusals', 'unknown-routes', 'reports');
    await recorded(other, '--only', 'key-refusals', 'unknown-routes', 'reports');

    for (const step of ['key-refusals.json', 'unknown-routes.json']) {
      expect(read(one, step)).toBe(read(other, step));
    }
    // The reports that have arrived when a step ends differ from run to run.
    const exchanges = (folder: string) => JSON.parse(read(folder, 'reports.json')).exchanges;
    expect(exchanges(one)).toEqual(exchanges(other));
  });

  test('a recording is not written into a folder with other files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'thesis.txt'), 'mine');

    const { exitCode, stderr } = await recorded(folder);

    expect(exitCode).toBe(1);
    expect(stderr).toContain('is not empty: name a new or an empty folder');
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });
});

describe('selftest of a stack', () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  async function ofStack(outputs: Record<string, string>, ...words: string[]) {
    const stacks = await startStacks({ mail: outputs });
    stops.push(stacks.stop);
    return runHere(['selftest', '--stack', 'mail', '--region', 'us-east-1', ...words], {
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_CLOUDFORMATION: stacks.endpoint,
      AWS_ENDPOINT_URL_STS: stacks.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: deployment.dynamodbEndpoint,
      AWS_ENDPOINT_URL_API_GATEWAY: deployment.apiGatewayEndpoint,
    });
  }
  const { UserPoolId: _, ...outputs } = deployment.outputs;

  test('selftest of a stack asks first, and runs nothing without a terminal', async () => {
    const before = await names();

    const { exitCode, stderr } = await ofStack(outputs, '--only', 'new-key');

    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'It costs at most about two cents, and leaves only log lines and the trail of its accounts.\n',
    );
    expect(stderr).toContain('error: cannot ask without a terminal: add --yes to run it');
    expect(await ownNames(before)).toEqual([]);
  });

  test('selftest of a stack works in a separate account', async () => {
    const { exitCode, stdout } = await ofStack(outputs, '--yes', '--only', 'key-refusals');

    expect(stdout).toMatch(/^✓ key-refusals {2}The 401s .*\n✓ removed {7}Removed selftest-/);
    expect(exitCode).toBe(0);
  });

  test('selftest of a stack ends with 1 if no step has a result', async () => {
    const nowhere = { ...outputs, BaseUrl: 'http://127.0.0.1:3/v1' };

    const { exitCode, stdout } = await ofStack(nowhere, '--yes', '--only', 'unknown-routes');

    expect(stdout).toMatch(
      /^\? unknown-routes {2}POST \/v1\/render got no answer \(.*ECONNREFUSED/,
    );
    expect(stdout).toMatch(/✓ removed/);
    expect(exitCode).toBe(1);
  });

  test('selftest refuses a stack that is not a postrider stack', async () => {
    const { exitCode, stderr } = await ofStack({ Website: 'x' }, '--yes');

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Error: The stack mail in us-east-1 is not a postrider stack: it lacks/,
    );
  });
});
