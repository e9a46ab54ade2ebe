import { describe, expect, test } from '@jest/globals';
import { joined } from '../synthesised.ts';
import { full } from './stacks.ts';

/** What a resource is called, where a template says so at all. */
const naming =
  /^(Name|(Table|UserPool|Dashboard|Bucket|Function|Role|Queue|Topic|LogGroup|Alarm|Policy)Name)$/;

/** Names that count within their API, their role, their zone or their function alone. */
const withinOthers = [
  'AWS::ApiGateway::Authorizer',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Route53::RecordSet',
];

describe('two stacks of one account', () => {
  test("never ask for the same name: each has the stack's in it, or is made up by AWS", () => {
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
