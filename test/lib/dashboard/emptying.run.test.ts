import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../../lib/service-stack.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { type S3StandIn, startS3StandIn } from '../../s3-stand-in.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: Record<string, string>;
}

const outdir = temporaryFolder();
const resources = synthesise();

/** Includes the code of CDK's own functions beside the template, as it would be uploaded. */
function synthesise(): Record<string, Resource> {
  const context = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-asset-metadata': true };
  const app = new App({ outdir, context, builtinCloudFormationValidation: false });
  new ServiceStack(app, 'test', { settings: parseSettings({}) });
  app.synth();
  return JSON.parse(readFileSync(join(outdir, 'test.template.json'), 'utf8')).Resources;
}

function only(type: string): Resource {
  const [found, ...others] = Object.values(resources).filter(({ Type }) => Type === type);
  if (!found || others.length > 0) throw new Error(`The template must have one ${type}`);
  return found;
}

/** The tags that CloudFormation would give the bucket. */
function tagsOfBucket(): Record<string, string> {
  const { Tags } = only('AWS::S3::Bucket').Properties;
  const tags = Tags as { Key: string; Value: string }[];
  return Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
}

/** Runs the packaged function with CloudFormation's request when the stack is deleted. */
async function runOnDelete(endpoint: string): Promise<void> {
  const [emptying] = Object.entries(resources).filter(([id]) =>
    /^CustomS3AutoDeleteObjects\w+Handler/.test(id),
  );
  const folder = join(outdir, emptying?.[1].Metadata?.['aws:asset:path'] ?? '');
  const event = { RequestType: 'Delete', ResourceProperties: { BucketName: 'page' } };
  const script = `require(${JSON.stringify(folder)}).autoDeleteHandler(${JSON.stringify(event)})`;
  await promisify(execFile)(process.execPath, ['-e', script], {
    env: {
      // In Lambda the SDK is part of the runtime.
      NODE_PATH: join(process.cwd(), 'node_modules'),
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'any',
      AWS_SECRET_ACCESS_KEY: 'any',
      AWS_ENDPOINT_URL_S3: endpoint,
    },
  });
}

describe('when the stack is deleted', () => {
  let s3: S3StandIn;
  beforeEach(async () => {
    s3 = await startS3StandIn(tagsOfBucket());
  });

  test("the bucket's policy allows each action that emptying it needs", async () => {
    s3.versions = [{ key: 'index.html', versionId: 'null' }];

    await runOnDelete(s3.endpoint);

    const { Statement } = only('AWS::S3::BucketPolicy').Properties.PolicyDocument as {
      Statement: { Effect: string; Principal: object; Action: string | string[] }[];
    };
    const allowed = Statement.filter(
      ({ Effect, Principal }) =>
        Effect === 'Allow' && JSON.stringify(Principal).includes('CustomS3AutoDeleteObjects'),
    ).flatMap(({ Action }) => Action);
    const isAllowed = (action: string) =>
      allowed.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(action));
    expect(new Set(s3.actions)).toEqual(
      new Set([
        's3:GetBucketTagging',
        's3:GetBucketPolicy',
        's3:PutBucketPolicy',
        's3:ListBucketVersions',
        's3:DeleteObjectVersion',
      ]),
    );
    expect(s3.actions.filter((action) => !isAllowed(action))).toEqual([]);
  });
});
