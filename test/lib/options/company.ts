import { expect, test } from '../../jest.ts';
import { statementsOf } from '../policy.ts';
import { joined, propertiesOf, synthesised, words } from '../synthesised.ts';

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
  ['AWS::Logs::LogGroup', 17, { KmsKeyId: kmsKeyArn }],
  [
    'AWS::DynamoDB::GlobalTable',
    6,
    {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: [expect.objectContaining({ SSESpecification: { KMSMasterKeyId: kmsKeyArn } })],
    },
  ],
  [
    'AWS::ApiGateway::Stage',
    3,
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

test('the tags are on every resource to which the CDK gives tags', () => {
  const { Resources } = template.toJSON() as { Resources: Record<string, object> };
  const tagged = Object.values(Resources)
    .map((resource) => JSON.stringify(resource))
    .filter((json) => json.includes('"Tags":'));

  expect(tagged.length).toBeGreaterThan(40);
  const tag = '{"Key":"cost-centre","Value":"4711"}';
  expect(tagged.filter((json) => !json.includes(tag))).toEqual([]);
});

test("the template names the company's bootstrap alone, and no second encryption of a queue", () => {
  const json = JSON.stringify(template.toJSON());

  expect(json).not.toMatch(/hnb659fds|SqsManagedSseEnabled/);
  expect(json).toContain('/cdk-bootstrap/acme/version');
});

/** The services through which a role may use the key. */
function keyServices(name: string): string[] {
  const found = statementsOf(template, name).filter(({ Resource }) => Resource === kmsKeyArn);
  return found.flatMap(({ Condition }) =>
    [Condition?.StringEquals?.['kms:ViaService'] ?? []]
      .flat()
      .map((service) => joined(service).split('.')[0] ?? ''),
  );
}

test.each([
  ['Authorizer Render Message', ['dynamodb']],
  ['Cancel Events Webhooks Manage', ['dynamodb', 'sqs']],
  ['Execute Batch Due', ['dynamodb', 'sqs', 's3']],
  ['Later', ['sqs']],
  ['Verify NotFound DashboardUpload', []],
])('the roles of %s may use the key through these services alone: %j', (names, services) => {
  for (const name of words(names)) expect([name, keyServices(name)]).toEqual([name, services]);
});

test('a key of another region is refused before a deployment', () => {
  expect(() => synthesised({ kmsKeyArn }, { region: 'eu-central-1' })).toThrow(
    "kmsKeyArn must be a key in eu-central-1, the stack's region, but it is in eu-west-1",
  );
});
