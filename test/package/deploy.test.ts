import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAwsStub } from '../cli/commands/deploy/aws-stub.ts';
import { creation } from '../cli/commands/deploy/deploying.ts';
import { expect, test } from '../jest.ts';
import { install, postrider } from './installed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const assets = 'cdk-hnb659fds-assets-111122223333-eu-west-1';

const project = await install();
// The two packages that only deploy needs come from the checkout.
for (const name of ['aws-cdk', '@aws-cdk/asset-awscli-v1']) {
  const link = join(project.folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link);
}
const aws = await startAwsStub();
aws.buckets.set(assets, []);
aws.creates = creation;
test('the installed package prepares a deployment with the CDK: it uploads all assets and shows the change', async () => {
  const environment = {
    HOME: dirname(project.folder),
    AWS_ENDPOINT_URL: aws.endpoint,
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'eu-west-1' },
  };

  const { exitCode, stdout, stderr } = await postrider(
    ['deploy', '--dry-run', '--sender', 'hello@example.com'],
    { cwd: project.folder, environment },
  );

  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toContain('this was a dry run');
  expect(aws.created).toMatchObject([{ StackName: 'postrider', ChangeSetType: 'CREATE' }]);
  // The functions, the dashboard, CDK's own functions with the layer, and the template.
  const uploads = aws.writes.filter((write) => write.startsWith(`PUT /${assets}/`));
  expect(uploads.length).toBeGreaterThan(10);
});
