import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { cdkCli, pinnedCommand } from '../../../../cli/commands/deploy/cdk.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { beforeAll, beforeEach, expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { type AwsStub, startAwsStub } from './aws-stub.ts';
import { noChange } from './deploying.ts';

// Runs the pinned CDK CLI on a synthesised stack, against AWS's answers over HTTP.
const folder = temporaryFolder();
const assembly = join(folder, 'assembly');
const assets = 'cdk-hnb659fds-assets-111122223333-eu-west-1';

let aws: AwsStub;
beforeAll(() => {
  const asset = join(folder, 'asset.txt');
  writeFileSync(asset, 'something to upload');
  const app = new App({ outdir: assembly });
  const stack = new Stack(app, 'mail', { env: { account: '111122223333', region: 'eu-west-1' } });
  new CfnTable(stack, 'Table', {
    keySchema: [{ attributeName: 'id', keyType: 'HASH' }],
    attributeDefinitions: [{ attributeName: 'id', attributeType: 'S' }],
    billingMode: 'PAY_PER_REQUEST',
  });
  new Asset(stack, 'Asset', { path: asset });
  new CfnOutput(stack, 'BaseUrl', { value: 'https://api.example/v1' });
  app.synth();
});
beforeEach(async () => {
  aws = await startAwsStub();
  aws.buckets.set(assets, []);
  Object.assign(process.env, {
    HOME: folder,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-central-1',
  });
});

const target = {
  stack: 'mail',
  environment: undefined,
  region: 'eu-west-1',
  settings: '{}',
  terminationProtection: false,
};

const cdk = () => cdkCli([...pinnedCommand(), '--app', assembly]);

const prepared = () => cdk().prepare(target, 'postrider-deploy');

const stackOf = (status: string) => ({
  id: 'arn:aws:cloudformation:eu-west-1:111122223333:stack/mail/uuid',
  status,
  description: '',
  outputs: {},
  resources: [],
  template: { Resources: {} },
});

async function failureOf(work: Promise<void>) {
  const failure = await work.catch((error: unknown) => error);
  if (!(failure instanceof ManageError)) throw new Error('It did not fail', { cause: failure });
  return { message: failure.message, details: failure.details.map(({ message }) => message) };
}

test('the pinned CDK uploads the assets and creates a change set that takes in what exists, and executes nothing', async () => {
  await prepared();

  expect(aws.created).toMatchObject([
    {
      StackName: 'mail',
      ChangeSetName: 'postrider-deploy',
      ChangeSetType: 'CREATE',
      ImportExistingResources: 'true',
      RoleARN: 'arn:aws:iam::111122223333:role/cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1',
    },
  ]);
  const uploads = aws.writes.filter((write) => write.startsWith(`PUT /${assets}/`));
  const rest = aws.writes.filter((write) => !write.startsWith('PUT '));
  expect(uploads).toHaveLength(2);
  expect(new Set(rest)).toEqual(new Set(['AssumeRole', 'CreateChangeSet']));
});

test('the pinned CDK replaces a change set of the same name on an existing stack', async () => {
  aws.stack = stackOf('UPDATE_COMPLETE');

  await prepared();

  expect(aws.created).toMatchObject([{ ChangeSetType: 'UPDATE', ImportExistingResources: 'true' }]);
  expect(aws.writes.filter((write) => /ChangeSet/.test(write))).toEqual([
    'DeleteChangeSet',
    'CreateChangeSet',
  ]);
});

test('the pinned CDK leaves an empty change set for us to read', async () => {
  aws.stack = stackOf('UPDATE_COMPLETE');
  aws.creates = noChange;

  await prepared();

  expect(aws.changeSet).toBe(noChange);
});

// For this reason the deployment asks, and then deletes such a stack itself.
test('the pinned CDK deletes the rest of a failed creation, although it should only prepare', async () => {
  aws.stack = stackOf('ROLLBACK_COMPLETE');
  aws.ends = 'DELETE_COMPLETE';

  await prepared();

  expect(aws.writes).toContain('DeleteStack');
});

// For this reason the app is told the stack's protection.
test('the pinned CDK switches off a termination protection that the app does not ask for', async () => {
  aws.stack = { ...stackOf('UPDATE_COMPLETE'), terminationProtection: true };

  await prepared();

  expect(aws.stack.terminationProtection).toBe(false);
});

test.each<[string, string, string, string]>([
  [
    'its role may not do it',
    'AccessDenied',
    'User: arn:aws:sts::111122223333:assumed-role/cdk is not authorized to perform: cloudformation:CreateChangeSet',
    "The role in this message lacks the permission. If it is the CDK's execution role (cdk-…-cfn-exec-role-…), bootstrap the CDK again (npx cdk bootstrap aws://ACCOUNT/REGION), then run this again; else give the role the permission",
  ],
])('the pinned CDK fails with its reason and what helps if %s', async (_, code, reason, help) => {
  aws.intercept = ({ operation }) =>
    operation === 'CreateChangeSet' ? { status: 400, code, message: reason } : null;

  const { message, details } = await failureOf(prepared());

  expect({ message, details }).toEqual({
    message: `The CDK failed (1). ${help}`,
    details: [reason],
  });
});

test("the pinned CDK fails with its reason and what helps if the bootstrap's bucket is gone", async () => {
  aws.buckets.clear();

  const { message, details } = await failureOf(prepared());

  expect(message).toBe(
    'The CDK failed (1). The bucket or the roles that the CDK deploys with are missing: bootstrap the CDK again (npx cdk bootstrap aws://ACCOUNT/REGION), then run this again',
  );
  expect(details).toContain(
    `mail: fail: No bucket named '${assets}'. Is account 111122223333 bootstrapped?`,
  );
});

test('Ctrl-C ends the pinned CDK', async () => {
  const controller = new AbortController();
  aws.intercept = ({ operation }) => {
    if (operation !== 'CreateChangeSet') return null;
    controller.abort();
    return 'silent';
  };

  const work = cdk().prepare(target, 'postrider-deploy', controller.signal);

  await expect(work).rejects.toMatchObject({ name: 'AbortError' });
});

test('the pinned CDK bootstraps with a separate stack', async () => {
  aws.ends = 'CREATE_COMPLETE';

  await cdk().bootstrap({ account: '111122223333', region: 'eu-west-1' });

  expect(aws.created).toMatchObject([{ StackName: 'CDKToolkit', ChangeSetType: 'CREATE' }]);
  expect(aws.writes).toContain('ExecuteChangeSet');
});
