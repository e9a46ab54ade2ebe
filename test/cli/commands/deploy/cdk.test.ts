import { join } from 'node:path';
import { cdkCli, refusal } from '../../../../cli/commands/deploy/cdk.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { beforeAll, expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const folder = temporaryFolder();
beforeAll(() => {
  process.env.POSTRIDER_SETTINGS = join(folder, 'postrider.json');
});

/** A CDK that prints the region and its arguments, and exits with a status. */
const saying = (status: number) => {
  const script = `console.log(process.env.AWS_REGION, ...process.argv.slice(1)); process.exit(${status})`;
  return cdkCli([process.execPath, '--eval', script, '--']);
};

const target = {
  stack: 'mail',
  environment: 'staging',
  region: 'eu-west-1',
  settings: '{ "environments": { "production": {} } }',
  terminationProtection: false,
};

test("the CDK only prepares a change set for the environment's stack", async () => {
  await expect(saying(0).prepare(target, 'change')).resolves.toBeUndefined();
  const { message, details } = await failureOf(saying(3).prepare(target, 'change'));

  expect(message).toBe('The CDK failed (3)');
  expect(details).toEqual([
    {
      code: 'cdk-output',
      message: expect.stringMatching(
        /^eu-west-1 deploy mail --method prepare-change-set --change-set-name change --import-existing-resources --require-approval never --progress errors-only --context environment=staging --output \S+\/cdk\.out --no-color --no-notices --no-version-reporting$/,
      ),
    },
  ]);
});

test('the CDK bootstraps one region of one account, with a stack for each qualifier', async () => {
  const bootstrap = saying(3).bootstrap({
    ...{ account: '111122223333', region: 'eu-west-1', qualifier: 'acme' },
  });

  expect((await failureOf(bootstrap)).details).toEqual([
    {
      code: 'cdk-output',
      message:
        'eu-west-1 bootstrap aws://111122223333/eu-west-1 --qualifier acme --toolkit-stack-name CDKToolkit-acme --no-color --no-notices --no-version-reporting',
    },
  ]);
});

test('the CDK keeps a termination protection that a person switched on', async () => {
  const protectedTarget = { ...target, terminationProtection: true };

  const { details } = await failureOf(saying(3).prepare(protectedTarget, 'change'));

  expect(details[0]?.message).toContain('--context terminationProtection=true');
});

test('the CDK reports nothing to AWS, and reads the settings that the deployment began with, and only the chosen environment', async () => {
  process.env.POSTRIDER_ENVIRONMENT = 'production';
  const script =
    "console.log(process.env.CDK_DISABLE_CLI_TELEMETRY, process.env.POSTRIDER_ENVIRONMENT, require('node:fs').readFileSync(process.env.POSTRIDER_SETTINGS, 'utf8')); process.exit(3)";
  const cdk = cdkCli([process.execPath, '--eval', script, '--']);

  const { details } = await failureOf(cdk.prepare(target, 'change'));

  expect(details).toEqual([{ code: 'cdk-output', message: `true undefined ${target.settings}` }]);
});

test('an unknown failure of the CDK repeats its own output', () => {
  const said = ['mail: start: Building X', '', '❌  mail failed: AccessDenied', 'see the log'];

  expect(refusal(said.join('\n'), 1).details).toEqual([
    { code: 'cdk-output', message: '❌  mail failed: AccessDenied' },
    { code: 'cdk-output', message: 'see the log' },
  ]);
});

async function failureOf(work: Promise<void>): Promise<ManageError> {
  const failure = await work.catch((error: unknown) => error);
  if (failure instanceof ManageError) return failure;
  throw new Error('It did not fail as it should', { cause: failure });
}
