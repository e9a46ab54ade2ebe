import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from '../../jest.ts';
import { deploymentFile, startCommandLine } from '../command-line.ts';
import { startStacks } from '../in-process.ts';

const { isTTY: isTerminal } = process.stdout;

const pages = { dashboardUrl: 'http://127.0.0.1:3001', inboxUrl: 'http://127.0.0.1:3002/' };

const cli = await startCommandLine();
const { outputs } = deploymentFile(cli);
const { environment: aws } = await startStacks({
  Mail: { ...outputs, DashboardUrl: 'https://d1.cloudfront.net' },
  Bare: outputs,
});
await localRun(pages);
for (const name of ['xdg-open', 'open']) await opener(name);
afterEach(() => {
  process.stdout.isTTY = isTerminal;
});

function localRun(change: object): Promise<void> {
  const run = { ...deploymentFile(cli), ...change };
  return writeFile(join(cli.dir, 'deployment.json'), JSON.stringify(run));
}

/** Replaces the platform's command: records the address. */
async function opener(name: string): Promise<void> {
  await mkdir(join(cli.dir, 'bin'), { recursive: true });
  const file = join(cli.dir, 'bin', name);
  const noted = join(cli.dir, 'opened');
  const script = `#!/bin/sh\nprintf %s "$1" >'${noted}'\n`;
  await writeFile(file, script);
  await chmod(file, 0o755);
}

const opened = () => readFile(join(cli.dir, 'opened'), 'utf8').catch(() => null);
/** Waits until the opener, which runs beside the command, has recorded this address. */
async function untilOpened(url: string): Promise<void> {
  while ((await opened()) !== url) await setTimeout(10);
}
const inFolder = () => ({ PATH: join(cli.dir, 'bin') });

test('postrider open prints the address in a pipe and with --json, and opens nothing', async () => {
  process.stdout.isTTY = false;
  const piped = await cli.run(['open', 'inbox'], inFolder());
  process.stdout.isTTY = true;
  const json = await cli.run(['open', '--json'], inFolder());

  expect(piped).toEqual({ exitCode: 0, stdout: 'http://127.0.0.1:3002/\n', stderr: '' });
  expect(json).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual({ page: 'dashboard', url: pages.dashboardUrl });
  expect(await opened()).toBeNull();
});

test('postrider open opens the page at a terminal, and prints its address', async () => {
  process.stdout.isTTY = true;

  const here = await cli.run(['open'], inFolder());
  await untilOpened('http://127.0.0.1:3001');
  const there = await cli.run(['open', '--stack', 'Mail', '--region', 'us-east-1'], {
    ...aws,
    ...inFolder(),
  });

  expect(here).toEqual({ exitCode: 0, stdout: 'http://127.0.0.1:3001\n', stderr: '' });
  expect(there).toEqual({ exitCode: 0, stdout: 'https://d1.cloudfront.net\n', stderr: '' });
  await untilOpened('https://d1.cloudfront.net');
});

test('postrider open gives the address on a machine that has no opener', async () => {
  process.stdout.isTTY = true;

  expect(await cli.run(['open', 'inbox'], { PATH: join(cli.dir, 'none') })).toEqual({
    exitCode: 0,
    stdout: 'http://127.0.0.1:3002/\n',
    stderr: '',
  });
});

test('postrider open says why there is no such page', async () => {
  const onBare = ['--stack', 'Bare', '--region', 'us-east-1'];
  const errors = [
    await cli.run(['open', ...onBare], aws),
    await cli.run(['open', 'inbox', ...onBare], aws),
  ];
  await localRun({ dashboardUrl: null, inboxUrl: null });
  errors.push(await cli.run(['open']), await cli.run(['open', 'inbox']));
  await localRun(pages);

  const none = 'This deployment has no dashboard: set "dashboard": true in its settings and';
  expect(errors.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
    [
      `${none} deploy`,
      'Only the local run has an inbox: on AWS, SES sends the mails to their recipients',
      `${none} start it again`,
      'The local run has no inbox: it sends its mails through http://127.0.0.1:1',
    ].map((error) => [1, `Error: ${error}\n`]),
  );
});
