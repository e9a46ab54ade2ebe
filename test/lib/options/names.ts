import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from '../../jest.ts';
import { joined, resources, synthesised } from '../synthesised.ts';
import { full } from './stacks.ts';

/** The properties with a resource's name, if the template sets one. */
const naming =
  /^(Name|(Table|UserPool|Dashboard|Bucket|Function|Role|Queue|Topic|LogGroup|Alarm|Policy)Name)$/;

/** Types whose names must be unique only within their API, role, zone or function, or that name another resource. */
const withinOthers = [
  'AWS::ApiGateway::Authorizer',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::Route53::RecordSet',
  'Custom::S3AutoDeleteObjects',
];

test("two stacks never use the same name: each name contains the stack's, or AWS generates it", () => {
  const named = Object.values(full.template.toJSON().Resources as object)
    .filter(({ Type }) => !withinOthers.includes(Type))
    .flatMap(({ Type, Properties = {} }) =>
      Object.entries(Properties)
        .filter(([name]) => naming.test(name))
        .map(([name, value]) => ({ what: `${Type} ${name}`, value: textOf(value) })),
    );

  const table = { what: 'AWS::DynamoDB::GlobalTable TableName', value: 'test-Keys' };
  expect(named).toContainEqual(table);
  expect(named.filter(({ value }) => !value.includes('test'))).toEqual([]);
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : joined(value));

/** Names that must be unique across all regions of an AWS account, with the most characters that AWS accepts. */
const global = [
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-cloudfront-originaccesscontrol-originaccesscontrolconfig.html
  {
    type: 'AWS::CloudFront::OriginAccessControl',
    path: ['OriginAccessControlConfig', 'Name'],
    most: 64,
  },
  // https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateFunction.html
  { type: 'AWS::CloudFront::Function', path: ['Name'], most: 64 },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html
  { type: 'AWS::CloudWatch::Dashboard', path: ['DashboardName'], most: 255 },
];
const settings = { senders: ['hello@example.com'], dashboard: true, monitoring: true };
const namesIn = (of: Template) =>
  global.flatMap(({ type, path, most }) =>
    Object.values(resources(of, type)).map(({ Properties }) => {
      const name = path.reduce<unknown>(
        (value, part) => (value as Record<string, unknown>)[part],
        Properties,
      );
      return { type, name: String(name), most };
    }),
  );

test.each(['postrider', `a${'-very-long-name'.repeat(6)}`.padEnd(100, 'x')])(
  'two stacks in two regions share no name that must be unique across regions, however long it is: %s',
  (name) => {
    const [one, other] = ['ap-northeast-1', 'ap-northeast-2'].map((region) =>
      namesIn(synthesised(settings, { name, region })),
    );

    const all = [...(one ?? []), ...(other ?? [])];
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(global.map(({ type }) => type)));
    expect(new Set(all.map((each) => `${each.type} ${each.name}`)).size).toBe(all.length);
    for (const { name: given, most } of all) {
      expect(given).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(given.length).toBeLessThanOrEqual(most);
    }
  },
);
