import { expect, test } from '../../../jest.ts';
import { bucketType, destroying, stackOf } from './destroying.ts';

const at = destroying();

/** A stack with a bucket in this state. */
function withBucket(status: string, bucketStatus = 'CREATE_COMPLETE') {
  const stack = stackOf(status);
  const page = {
    logicalId: 'Page',
    physicalId: 'mail-page-1',
    type: bucketType,
    status: bucketStatus,
  };
  return { ...stack, resources: [...stack.resources, page] };
}

const versions = () => [
  { key: 'index.html', versionId: '2' },
  { key: 'index.html', versionId: '1' },
  { key: 'assets/a.js', versionId: 'null' },
  { key: 'old.js', versionId: '3', marker: true },
  { key: 'old.js', versionId: '2' },
];

test.each([
  'UPDATE_COMPLETE',
  'CREATE_FAILED',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'DELETE_FAILED',
])('destroy empties the bucket of a stack that is %s, before it deletes that', async (status) => {
  at.aws.stack = withBucket(status);
  const objects = versions();
  at.aws.buckets.set('mail-page-1', objects);

  const { error, lines } = await at.run({ yes: true });

  expect(error).toBeUndefined();
  expect(objects).toEqual([]);
  expect(at.aws.writes).toEqual([...Array(3).fill('POST /mail-page-1/?delete='), 'DeleteStack']);
  expect(lines).toContain('emptied  Page (AWS::S3::Bucket): 5 object versions');
});

test('destroy continues if the bucket is gone or empty', async () => {
  at.aws.stack = withBucket('UPDATE_COMPLETE');
  const gone = await at.run({ yes: true });
  at.aws.stack = withBucket('UPDATE_COMPLETE');
  at.aws.buckets.set('mail-page-1', []);

  const empty = await at.run({ yes: true });

  expect([gone.error, empty.error]).toEqual([undefined, undefined]);
  expect(at.aws.writes).toEqual(['DeleteStack', 'DeleteStack']);
});

test('destroy keeps a bucket that outlives the stack, and does nothing before a yes', async () => {
  const stack = withBucket('UPDATE_COMPLETE');
  const objects = versions();
  at.aws.buckets.set('mail-page-1', objects);
  at.aws.stack = stack;
  await at.run({}, 'n');
  const { Resources } = stack.template as { Resources: object };
  at.aws.stack = {
    ...stack,
    template: {
      Resources: { ...Resources, Page: { Type: bucketType, DeletionPolicy: 'Retain' } },
    },
  };

  await at.run({ yes: true });

  expect(objects).toEqual(versions());
  expect(at.aws.writes).toEqual(['DeleteStack']);
});

const role =
  'Role arn:aws:iam::111122223333:role/cdk-hnb659fds-cfn-exec-role-111122223333-eu-central-1 is invalid or cannot be assumed';
const refuse = (begin: string, code: string, message: string) => () => {
  at.aws.intercept = ({ operation }) =>
    operation.startsWith(begin) ? { status: 403, code, message } : null;
};
const meanwhile = (answer: ReturnType<typeof at.aws.intercept>) => () => {
  at.aws.intercept = ({ operation }) =>
    operation === 'DescribeStacks' && at.aws.writes.includes('DeleteStack') ? answer : null;
};
const emptied = Array(3).fill('POST /mail-page-1/?delete=');

const failures: Record<string, [() => void, string[], string]> = {
  'keeps the stack if it may not empty the bucket': [
    refuse('GET /mail-page-1', 'AccessDenied', 'not authorized to perform: s3:ListBucketVersions'),
    [],
    'The permission s3:ListBucketVersions is missing: give these credentials the permission (not authorized to perform: s3:ListBucketVersions)',
  ],
  'says how to lift a termination protection, and empties nothing before': [
    () => {
      at.aws.stack = { ...withBucket('UPDATE_COMPLETE'), terminationProtection: true };
    },
    [],
    'AWS does not remove the stack mail, because its termination protection is on: switch it off with aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name mail --region eu-central-1, then run this again',
  ],
  'names the command that leaves a resource in AWS, if the removal fails on that': [
    () => {
      at.aws.stack = withBucket('UPDATE_COMPLETE', 'DELETE_FAILED');
      at.aws.ahead = [['DELETE_FAILED', 'Page', bucketType, 'Something else']];
      at.aws.ends = 'DELETE_FAILED';
    },
    [...emptied, 'DeleteStack'],
    'The removal of mail ended with the status DELETE_FAILED, because of Page (AWS::S3::Bucket): Something else: fix that and run destroy again; or leave Page in AWS with aws cloudformation delete-stack --stack-name mail --region eu-central-1 --retain-resources Page',
  ],
  "says how to create the CDK's role again, if the removal fails because that is missing": [
    refuse('DeleteStack', 'ValidationError', role),
    emptied,
    `CloudFormation refused to remove mail: ${role}. The bucket or the roles that the CDK deploys with are missing: bootstrap the CDK again (npx cdk bootstrap aws://ACCOUNT/REGION), then run this again`,
  ],
  'says that CloudFormation goes on if the session expires meanwhile': [
    meanwhile({ status: 403, code: 'ExpiredToken', message: 'The security token is expired' }),
    [...emptied, 'DeleteStack'],
    'The AWS session has expired. CloudFormation continues the removal of mail: sign in again (aws sso login), and run this again to follow it',
  ],
  'says that CloudFormation goes on if the connection breaks meanwhile': [
    meanwhile('hang up'),
    [...emptied, 'DeleteStack'],
    'AWS does not answer. CloudFormation continues the removal of mail: check the network, and run this again to follow it',
  ],
};

test.each(Object.entries(failures))('destroy %s', async (_, [breaks, writes, sentence]) => {
  at.aws.stack = withBucket('UPDATE_COMPLETE');
  at.aws.buckets.set('mail-page-1', versions());
  breaks();

  const { error } = await at.run({ yes: true });

  expect(error).toBe(sentence);
  expect(at.aws.writes).toEqual(writes);
});

test('destroy waits if AWS throttles while it follows', async () => {
  let throttled = 0;
  at.aws.intercept = ({ operation }) => {
    const throttles =
      operation === 'DescribeStackEvents' &&
      at.aws.writes.includes('DeleteStack') &&
      throttled++ < 4;
    return throttles ? { status: 400, code: 'Throttling', message: 'Rate exceeded' } : null;
  };

  const { error } = await at.run({ yes: true });

  expect(error).toBeUndefined();
  expect(throttled).toBeGreaterThan(3);
});
