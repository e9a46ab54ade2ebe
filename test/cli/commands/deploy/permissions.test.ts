import { templateResources } from '../../../../cli/aws/stack-template.ts';
import { planOf } from '../../../../cli/commands/deploy/changes.ts';
import { widenings } from '../../../../cli/commands/deploy/permissions.ts';
import { expect, test } from '../../../jest.ts';

const resources = (Resources: object) => templateResources(JSON.stringify({ Resources }));

const allow = (Action: string | string[]) => ({ Effect: 'Allow', Action, Resource: '*' });

const policy = (...Statement: object[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: { Roles: [{ Ref: 'RenderRole11112222' }], PolicyDocument: { Statement } },
});

test('a new permission is listed with who gets it and its condition', () => {
  const mails = {
    Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':ses']] },
    Condition: { StringLike: { 'ses:FromAddress': '*@example.com' } },
  };
  const before = resources({ Policy: policy(allow('a:Read')) });
  const after = resources({
    Policy: policy(allow(['a:Read', 'a:Write']), { ...allow('ses:SendEmail'), ...mails }),
  });

  expect(widenings(before, after)).toEqual([
    {
      who: 'RenderRole',
      what: [
        'a:Write on *',
        'ses:SendEmail on arn:Partition:ses if {"StringLike":{"ses:FromAddress":"*@example.com"}}',
      ],
    },
  ]);
});

test('a removed condition and a removed denial count as new permissions, but not a denial that leaves with its resource', () => {
  const bucketPolicy = (...Statement: object[]) => ({
    Type: 'AWS::S3::BucketPolicy',
    Properties: { PolicyDocument: { Statement } },
  });
  const denial = (Resource: string) =>
    bucketPolicy({ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource });
  const before = resources({ Page: denial('page'), Gone: denial('gone') });
  const after = resources({ Page: bucketPolicy() });

  expect(widenings(before, after)).toEqual([
    { who: 'everyone', what: ['no longer denied: s3:* on page'] },
  ]);
  expect(widenings(after, before)).toEqual([]);
});

test('access that opens without a policy counts as a new permission', () => {
  const after = resources({
    Open: { Type: 'AWS::ApiGateway::Method', Properties: { AuthorizationType: 'NONE' } },
    Keyed: { Type: 'AWS::ApiGateway::Method', Properties: { AuthorizationType: 'CUSTOM' } },
    Invoke: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Principal: 'apigateway.amazonaws.com',
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: 'Render11112222' },
      },
    },
    Role: { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns: ['arn:admin'] } },
    Url: { Type: 'AWS::Lambda::Url', Properties: { AuthType: 'NONE' } },
  });

  expect(widenings(new Map(), after)).toEqual([
    { who: 'everyone', what: ['HTTP requests to Open', 'HTTP requests to Url'] },
    { who: 'apigateway.amazonaws.com', what: ['lambda:InvokeFunction on Render'] },
    { who: 'Role', what: ['all that the policy arn:admin allows'] },
  ]);
});

const kept = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
const before = resources({
  Keys: { Type: 'AWS::DynamoDB::GlobalTable', ...kept },
  Bare: { Type: 'AWS::DynamoDB::GlobalTable' },
  Pool: { Type: 'AWS::Cognito::UserPool', ...kept },
  Api: { Type: 'AWS::ApiGateway::RestApi' },
  Sender: { Type: 'AWS::SES::EmailIdentity', ...kept },
});
const change = (action: 'Add' | 'Modify' | 'Remove' | 'Import', logicalId: string) => ({
  action,
  logicalId,
  type: before.get(logicalId)?.type ?? 'AWS::Lambda::Function',
  replacement: 'False' as const,
});

test('a change says if data is concerned, and if an address changes', () => {
  const { consequences, losses } = planOf(
    [
      change('Remove', 'Keys'),
      { ...change('Modify', 'Bare'), replacement: 'True' },
      { ...change('Modify', 'Pool'), replacement: 'Conditional' },
      { ...change('Modify', 'Api'), replacement: 'True' },
      change('Remove', 'Sender'),
      change('Import', 'Sender'),
      change('Modify', 'Render'),
    ],
    before,
  );

  const loss = 'Bare: a new, empty table replaces the one in use, which is deleted';
  expect(losses).toEqual([loss]);
  expect(consequences).toEqual([
    loss,
    'Keys: the table is kept, but no longer belongs to the stack',
    'Pool: AWS may replace the user pool in use by a new, empty one',
    'Api: the address of this API changes',
    'Sender: SES has this identity already, and it will belong to the stack. Unless only postrider uses it, answer no, and mark it as "existing" under "identities" in the settings',
  ]);
});

test('a deleted table counts as a loss, and a kept table that returns does not', () => {
  const plan = planOf([change('Remove', 'Bare'), change('Import', 'Keys')], before);

  expect(plan.losses).toEqual(['Bare: the table is deleted with everything in it']);
  expect(plan.takenIn).toEqual([{ logicalId: 'Keys', type: 'AWS::DynamoDB::GlobalTable' }]);
});
