import type { Template } from 'aws-cdk-lib/assertions';
import { readStack } from '../../../local/template/stack-model.ts';
import { Template as LocalTemplate } from '../../../local/template/template.ts';
import { expect, test } from '../../jest.ts';
import { joined, propertiesOf, resources, synthesised, words } from '../synthesised.ts';

const kmsKeyArn = 'arn:aws:kms:eu-west-1:111122223333:key/0a1b';
const company = {
  senders: ['hello@example.com'],
  attachmentBuckets: ['acme-contracts'],
  alarmEmails: ['ann@example.com'],
  tags: { 'cost-centre': '4711' },
  permissionsBoundary: 'company-boundary',
  bootstrapQualifier: 'acme',
  kmsKeyArn,
  accessLogs: true,
};
const template = synthesised({ ...company, dashboard: true });

const all: [type: string, count: number, has: object][] = [
  [
    'AWS::IAM::Role',
    15,
    {
      PermissionsBoundary: {
        'Fn::Join': [
          '',
          ['arn:', ref('Partition'), ':iam::', ref('AccountId'), ':policy/company-boundary'],
        ],
      },
    },
  ],
  ['AWS::SQS::Queue', 3, { KmsMasterKeyId: kmsKeyArn }],
  ['AWS::SNS::Topic', 1, { KmsMasterKeyId: kmsKeyArn }],
  ['AWS::Logs::LogGroup', 16, { KmsKeyId: kmsKeyArn }],
  [
    'AWS::DynamoDB::GlobalTable',
    5,
    {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: [expect.objectContaining({ SSESpecification: { KMSMasterKeyId: kmsKeyArn } })],
    },
  ],
  [
    'AWS::ApiGateway::Stage',
    2,
    { AccessLogSetting: { Format: expect.stringContaining('"status":"$context.status"') } },
  ],
];

function ref(name: string) {
  return { Ref: `AWS::${name}` };
}

test.each(all)('what a company demands holds for every %s', (type, count, has) => {
  const found = propertiesOf(template, type);

  expect(found).toHaveLength(count);
  for (const properties of found) expect(properties).toMatchObject(has);
});

/** The resources with tags, and those of them without the company's. */
function tagged(of: Template) {
  const { Resources } = of.toJSON() as { Resources: Record<string, { Properties?: object }> };
  const withTags = Object.entries(Resources).filter(([, { Properties }]) =>
    JSON.stringify(Properties ?? {}).includes('"Tags":'),
  );
  return withTags.map(([id, { Properties }]) => [id, JSON.stringify(Properties)] as const);
}

test('the tags are on every resource to which the CDK gives tags', () => {
  const found = tagged(template);

  expect(found.length).toBeGreaterThan(40);
  expect(
    found.filter(([, json]) => !json.includes('{"Key":"cost-centre","Value":"4711"}')),
  ).toEqual([]);
});

test("the template names no other bootstrap than the company's", () => {
  const json = JSON.stringify(template.toJSON());

  expect(json).not.toContain('hnb659fds');
  expect(json).toContain('/cdk-bootstrap/acme/version');
});

/** What a role may do with the key, each as `service: action`, with the service through which it has to. */
function keyUses(role: string): string[] {
  const [policy] = Object.entries(resources(template, 'AWS::IAM::Policy')).filter(([id]) =>
    id.startsWith(role),
  );
  if (!policy) throw new Error(`${role} has no policy`);
  const { Statement } = policy[1].Properties.PolicyDocument as { Statement: KeyStatement[] };
  const uses = Statement.filter(({ Resource }) => Resource === kmsKeyArn).flatMap(
    ({ Action, Condition }) => {
      const service = joined(Condition?.StringEquals['kms:ViaService']).split('.')[0];
      return [Action].flat().map((action) => `${service}: ${action.slice('kms:'.length)}`);
    },
  );
  return [...new Set(uses)].sort();
}
interface KeyStatement {
  Action: string | string[];
  Resource: unknown;
  Condition?: { StringEquals: Record<string, unknown> };
}

const uses = (service: string, actions: string) =>
  words(actions).map((action) => `${service}: ${action}`);
const reads = uses('dynamodb', 'Decrypt DescribeKey');
const writes = uses(
  'dynamodb',
  'Decrypt DescribeKey Encrypt GenerateDataKey GenerateDataKeyWithoutPlaintext ReEncryptFrom ReEncryptTo',
);
const files = uses('s3', 'Decrypt DescribeKey');
const sends = uses('sqs', 'Decrypt GenerateDataKey');
const receives = uses('sqs', 'Decrypt DescribeKey GenerateDataKey');

test.each([
  ['Authorizer', reads],
  ['Render', reads],
  ['Message', reads],
  ['Cancel', [...writes, ...sends]],
  ['Batch', [...writes, ...files, ...sends]],
  ['Execute', [...writes, ...files, ...sends]],
  ['Events', [...writes, ...sends]],
  ['Due', [...writes, ...files, ...receives]],
  ['Webhooks', [...writes, ...receives]],
  ['Manage', [...writes, ...sends]],
  ['Later', sends],
])('%s may use the key only through the services that it calls', (name, expected) => {
  expect(keyUses(`${name}Role`)).toEqual(expected);
});

test('without these settings the stack has no boundary, no key and no access log', () => {
  const plain = JSON.stringify(synthesised({ senders: ['hello@example.com'] }).toJSON());

  expect(plain).not.toMatch(/PermissionsBoundary|KmsMasterKeyId|KmsKeyId|AccessLogSetting|"kms:/);
});

test('a key of another region is refused before a deployment', () => {
  expect(() => synthesised({ kmsKeyArn }, { region: 'eu-central-1' })).toThrow(
    "kmsKeyArn must be a key in eu-central-1, the stack's region, but it is in eu-west-1",
  );
});

test('the local run supports the stack of a company', () => {
  const local = new LocalTemplate(template.toJSON(), 'test');

  expect(() => readStack({ template: local, assetFolder: (key) => key })).not.toThrow();
});
