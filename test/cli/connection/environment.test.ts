import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { environmentTarget } from '../../../cli/connection/environment.ts';
import { createProgram } from '../../../cli/program.ts';
import { toFailure } from '../../../cli/terminal/failure.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { startAwsStub } from '../commands/deploy/aws-stub.ts';

const folder = temporaryFolder();
const settings = join(folder, 'postrider.json');
const aws = await startAwsStub();
Object.assign(process.env, {
  AWS_ENDPOINT_URL: aws.endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  POSTRIDER_SETTINGS: settings,
});
beforeEach(() => {
  const staging = { account: '111122223333', region: 'eu-west-1' };
  const production = { stackName: 'mail', account: '999988887777', region: 'eu-central-1' };
  writeFileSync(settings, JSON.stringify({ environments: { staging, production } }));
});

async function failureOf(...words: string[]) {
  const program = await createProgram(() => {}, words);
  const parsing = program.parseAsync(words, { from: 'user' });
  return toFailure(await parsing.catch((thrown: unknown) => thrown));
}

test('an environment has its stack, region and AWS account', () => {
  expect(environmentTarget('production')).toEqual({
    stack: 'mail',
    region: 'eu-central-1',
    account: '999988887777',
  });
});

test('the file that POSTRIDER_SETTINGS names wins over the settings file of the folder', () => {
  const other = temporaryFolder();
  writeFileSync(join(other, 'postrider.json'), '{"stackName": "of-the-folder"}');
  process.chdir(other);

  expect(environmentTarget('production').stack).toBe('mail');
});

const otherAccount =
  'The stack mail belongs to the AWS account 999988887777, but these credentials belong to 111122223333: set AWS_PROFILE to a profile of 999988887777';
const wrong = Object.entries({
  'account list --environment production': otherAccount,
  'account list --environment staging':
    'There is no stack postrider-staging in eu-west-1: deploy it, or name another stack or region',
  'account list --environment test': `${settings} has no environment test: it has staging, production`,
  'destroy --environment production --yes': otherAccount,
  destroy: `${settings} has several environments: choose one of staging, production: name it with --environment`,
});

test.each(wrong)('with the wrong environment a command says why: %s', async (words, error) => {
  expect(await failureOf(...words.split(' '))).toEqual({ error, details: [], exitCode: 1 });
});

test.each([[['account', 'list']], [['doctor']]])(
  'a command of a missing settings file names its path: %j',
  async (words) => {
    const missing = join(tmpdir(), 'no-such-settings.json');
    process.env.POSTRIDER_SETTINGS = relative(process.cwd(), missing);

    const failure = await failureOf(...words, '--environment', 'staging');

    process.env.POSTRIDER_SETTINGS = settings;
    expect(failure.error).toBe(
      `There is no environment staging, because there is no file ${missing}: write its settings there, or name the file in POSTRIDER_SETTINGS`,
    );
  },
);

const sameThing = '--environment and --stack name the same thing: leave one out';
const usage = Object.entries({
  'account list --environment staging --stack mail': sameThing,
  'destroy --environment staging --stack mail': sameThing,
  'destroy --environment staging --confirm mail':
    '--confirm names mail, but the stack is postrider-staging',
  'deploy --stack mail':
    'deploy does not accept --stack: set stackName in postrider.json, or name an --environment',
});

test.each(usage)(
  'other options beside an environment are wrong usage: %s',
  async (words, error) => {
    expect(await failureOf(...words.split(' '))).toEqual({ error, details: [], exitCode: 2 });
  },
);
