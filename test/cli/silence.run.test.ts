/** Runs commands in parallel, each in its own process, while AWS accepts every connection and never answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examineOnAws } from '../../cli/commands/doctor/on-aws.ts';
import { expect, test } from '../jest.ts';
import { patienceMs, until } from '../patience.ts';
import { serve } from '../serve.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Ended, runProcess } from './command-line.ts';
import { startAwsStub } from './commands/deploy/aws-stub.ts';

const dir = temporaryFolder();
const silence = await serve(() => {});
const settings = join(dir, 'postrider.json');
writeFileSync(settings, '{}\n');
const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
const files = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' };
const here = ['--stack', 'postrider', '--region', 'eu-central-1'];
Object.assign(process.env, keys, files, { AWS_ENDPOINT_URL: silence.url });

const run = (words: readonly string[], environment: Record<string, string> = keys) =>
  runProcess(words, dir, {
    AWS_ENDPOINT_URL: silence.url,
    AWS_REGION: 'eu-central-1',
    POSTRIDER_SETTINGS: settings,
    ...files,
    ...environment,
  });

/** The variables of a profile whose credential process runs until the folder of this file is removed. */
function stuckCredentials(name: string) {
  const path = (extension: string) => join(dir, `${name}.${extension}`);
  writeFileSync(
    path('cjs'),
    "setInterval(() => require('node:fs').existsSync(__filename) || process.exit(), 1000);",
  );
  const command = `"${process.execPath}" "${path('cjs')}"`;
  writeFileSync(path('config'), `[default]\ncredential_process = ${command}\n`);
  return { AWS_CONFIG_FILE: path('config') };
}

const stopped = (command: string, sentence: string) => ({
  exitCode: 1,
  stdout: '',
  stderr: `${command === 'doctor' ? '' : 'Checking credentials and region\n'}Error: ${sentence}\n`,
});

test.concurrent('where AWS never answers, each command ends with one sentence', async () => {
  const commands = ['message list', 'key create --name production', 'logs', 'template push .'];

  const ended = await Promise.all(commands.map((words) => run([...words.split(' '), ...here])));

  const sentence =
    'Error: The deployment does not answer: check that it runs and that the network reaches it\n';
  expect(ended).toEqual(commands.map(() => ({ exitCode: 1, stdout: '', stderr: sentence })));
});

test.concurrent('where AWS never answers, doctor ends with 1 and says so', async () => {
  const { exitCode, stdout, stderr } = await run(['doctor', ...here]);

  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^doctor could not read the deployment, so it ends with exit code 1: (AWS does not answer|No answer within 8 seconds)\.$/,
  );
});

test.concurrent('where AWS never answers, doctor says what to do', async () => {
  const stack = { stack: 'postrider', region: 'eu-central-1', account: undefined };

  const checks = await examineOnAws(stack, patienceMs);

  expect(checks.find(({ code }) => code === 'no-credentials')).toMatchObject({
    status: 'unknown',
    found: 'AWS does not answer',
    fix: [
      { kind: 'say', text: expect.stringMatching(/^Check that this machine reaches AWS/) },
      { kind: 'run', text: 'curl -sS https://sts.us-east-1.amazonaws.com/' },
    ],
  });
});

test.concurrent('doctor ends even if a credential process never does', async () => {
  const { exitCode, stdout } = await run(['doctor', ...here], stuckCredentials('doctor'));

  expect(exitCode).toBe(1);
  expect(stdout).toContain('No answer within 8 seconds');
});

test.concurrent('deploy ends even if a credential process never does', async () => {
  const ended = await run(['deploy', '--dry-run'], stuckCredentials('deploy'));

  const sentence = 'No answer within 8 seconds: check the network, and run this again';
  expect(ended).toEqual(stopped('deploy', sentence));
});

for (const words of [
  ['deploy', '--yes', '--sender', 'hello@example.com'],
  ['destroy', '--yes'],
])
  test.concurrent(`where AWS never answers, ${words[0]} says so in one sentence, and ends`, async () => {
    const { exitCode, stderr } = await run(words);

    // On a slow machine the time limit of the whole check may end before the limits of its two calls.
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Checking credentials and region\nError: (AWS does not answer|No answer within 8 seconds): check the network, and run this again\n$/,
    );
    expect(readFileSync(settings, 'utf8')).toBe('{}\n');
  });

for (const [command, left] of [
  ['deploy', 'Nothing was changed'],
  ['destroy', 'Nothing was removed'],
] as const)
  test.concurrent(`where CloudFormation never answers, ${command} says so in one sentence`, async () => {
    const aws = await startAwsStub();
    let isAsked = false;
    aws.intercept = ({ operation }) => {
      isAsked ||= operation === 'DescribeStacks';
      return operation === 'DescribeStacks' ? 'silent' : null;
    };
    let ended: Ended | undefined;

    // On a slow machine the earlier checks may use up the time, so that CloudFormation is not called.
    await until(async () => {
      ended = await run([command, '--yes'], { ...keys, AWS_ENDPOINT_URL: aws.endpoint });
      return isAsked;
    });

    const sentence = `AWS does not answer. ${left}: check the network, and run ${command} again`;
    expect(ended).toEqual(stopped(command, sentence));
    expect(aws.writes).toEqual([]);
  });
