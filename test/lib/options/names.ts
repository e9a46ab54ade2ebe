import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { joined, resources, synthesised } from '../synthesised.ts';
import { full } from './stacks.ts';

/** What a resource is called, where a template says so at all. */
const naming =
  /^(Name|(Table|UserPool|Dashboard|Bucket|Function|Role|Queue|Topic|LogGroup|Alarm|Policy)Name)$/;

/** Names that count within their API, their role, their zone or their function alone, or are another's. */
const withinOthers = [
  'AWS::ApiGateway::Authorizer',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Route53::RecordSet',
  'Custom::S3AutoDeleteObjects',
];

describe('two stacks of one account', () => {
  test("two stacks of one account share no name: each contains the stack's name, or AWS generates it", () => {
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
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : joined(value));

describe('two stacks of one name, in two regions of one account', () => {
  /** Names that an AWS account has once for all regions, with the most characters that AWS takes. */
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
  /** Of these CloudFormation makes the names up, with a random part; the account has them once, too. */
  const madeUp = [
    { type: 'AWS::IAM::Role', property: 'RoleName' },
    { type: 'AWS::S3::Bucket', property: 'BucketName' },
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
    'two stacks of one name, in two regions of one account, share no global name, however long it is: %s',
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

  test('CloudFormation generates the names of roles and buckets', () => {
    for (const { type, property } of madeUp) {
      const all = Object.values(resources(full.template, type));
      expect(all.length).toBeGreaterThan(0);
      expect(all.filter(({ Properties }) => property in (Properties ?? {}))).toEqual([]);
    }
  });
});
