import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deployment, readDeployment, writeDeployment } from '../../local/deployment-file.ts';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const deployment: Deployment = {
  baseUrl: 'http://127.0.0.1:3000/v1',
  doorsUrl: null,
  smtpUrl: null,
  apiKey: 'pr_x',
  testApiKey: 'pr_test_x',
  accountId: 'acc',
  inboxUrl: null,
  dashboardUrl: null,
  dynamodbEndpoint: 'http://127.0.0.1:1',
  sesEndpoint: 'http://127.0.0.1:2',
  apiGatewayEndpoint: 'http://127.0.0.1:3',
  dnsServer: '127.0.0.1:4',
  region: 'us-east-1',
  pid: 5,
  outputs: { BaseUrl: 'http://127.0.0.1:3000/v1' },
};

const newPath = () => join(temporaryFolder(), 'deployment.json');

test('deployment.json is read as it was written, and only its owner may read it', () => {
  const path = newPath();

  writeDeployment(path, deployment);

  expect(readDeployment(path)).toEqual(deployment);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['a dashboard', 'dashboardUrl', null],
  ['doors', 'doorsUrl', null],
  ['SMTP', 'smtpUrl', null],
  ['a test key', 'testApiKey', ''],
])('a deployment.json of a run without %s is read', (_, field, value) => {
  const path = newPath();
  writeFileSync(path, JSON.stringify({ ...deployment, [field]: undefined }));

  expect(readDeployment(path)).toEqual({ ...deployment, [field]: value });
});

test('deployment.json is absent before the first start', () => {
  expect(readDeployment(newPath())).toBeUndefined();
});

test.each(['', '{"baseUrl":', '{}', '[]'])('deployment.json is damaged with %j', (text) => {
  const path = newPath();
  writeFileSync(path, text);

  expect(() => readDeployment(path)).toThrow(
    `${path} is damaged: delete it to get a new demo key, or start over with --fresh.`,
  );
});
