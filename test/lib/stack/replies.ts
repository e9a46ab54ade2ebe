import { expect, test } from '../../jest.ts';
import {
  only,
  permissionsOf,
  propertiesOf,
  resources,
  synthesised,
  variablesOf,
} from '../synthesised.ts';

const senders = ['hello@example.com'];
const without = synthesised({ senders });
const replies = { domain: 'reply.example.com', keepMailsDays: 3 };
const own = synthesised({ senders, replies });
const shared = synthesised({ senders, replies: { ...replies, ruleSet: 'company' } });

test('without the setting the stack receives nothing, and no function knows of replies', () => {
  const added = Object.keys(own.toJSON().Resources).filter(
    (id) => without.toJSON().Resources[id] === undefined,
  );

  expect(new Set(added.map((id) => own.toJSON().Resources[id].Type))).toEqual(
    new Set([
      ...['AWS::IAM::Role', 'AWS::IAM::Policy', 'AWS::Lambda::Function', 'AWS::Logs::LogGroup'],
      ...['AWS::Lambda::Permission', 'AWS::Lambda::EventInvokeConfig', 'AWS::S3::Bucket'],
      ...['AWS::S3::BucketPolicy', 'Custom::S3AutoDeleteObjects', 'AWS::SES::EmailIdentity'],
      ...['AWS::SES::ReceiptRule', 'AWS::SES::ReceiptRuleSet', 'AWS::CloudWatch::Alarm'],
    ]),
  );
  expect(JSON.stringify(without.toJSON())).not.toMatch(/repl(y|ies)_|Receipt|Receiving/i);
});

test('a rule for the domain alone stores a mail and calls the function, and SES may do no more', () => {
  const { properties } = only(own, 'AWS::SES::ReceiptRule');
  const { id: bucket } = only(own, 'AWS::S3::Bucket', 'ReceivingMails');
  const { id: fn } = only(own, 'AWS::Lambda::Function', 'Replies');
  const action = { 'Fn::GetAtt': [fn, 'Arn'] };

  expect(properties).toMatchObject({
    Rule: {
      Name: 'test-replies',
      Enabled: true,
      ScanEnabled: true,
      Recipients: ['reply.example.com'],
      Actions: [
        { S3Action: { BucketName: { Ref: bucket }, ObjectKeyPrefix: 'mails/' } },
        { LambdaAction: { FunctionArn: action, InvocationType: 'Event' } },
      ],
    },
  });
  const [permission] = propertiesOf(own, 'AWS::Lambda::Permission').filter(
    ({ Principal }) => Principal === 'ses.amazonaws.com',
  );
  expect(permission).toMatchObject({
    FunctionName: action,
    SourceAccount: { Ref: 'AWS::AccountId' },
  });
  expect(JSON.stringify(permission?.SourceArn)).toContain(
    ':receipt-rule-set/test-replies:receipt-rule/test-replies',
  );
  expect(JSON.stringify(propertiesOf(own, 'AWS::S3::BucketPolicy'))).toContain(
    '"aws:SourceAccount":{"Ref":"AWS::AccountId"}',
  );
  expect(only(own, 'AWS::S3::Bucket', 'ReceivingMails').properties).toMatchObject({
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 3, Status: 'Enabled' }] },
  });
});

test('the rule is in the stack’s own rule set, or in the one that the settings name', () => {
  expect(only(own, 'AWS::SES::ReceiptRuleSet').properties).toEqual({ RuleSetName: 'test-replies' });
  expect(resources(shared, 'AWS::SES::ReceiptRuleSet')).toEqual({});
  expect(only(shared, 'AWS::SES::ReceiptRule').properties.RuleSetName).toBe('company');
});

test('the function may read the mails, record replies and announce them', () => {
  expect(Object.keys(permissionsOf(own, 'Replies')).sort()).toEqual([
    ...['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    ...['logs:CreateLogStream', 'logs:PutLogEvents', 's3:GetObject', 'sqs:SendMessage'],
  ]);
  const told = ['Execute', 'Batch', 'Replies'].map((id) => variablesOf(own, id).REPLIES_DOMAIN);
  expect(told).toEqual(Array(3).fill('reply.example.com'));
});

test('the outputs name the DNS records', () => {
  const { DnsRecordsReplies, RepliesDomain } = own.toJSON().Outputs;

  expect(RepliesDomain.Value).toBe('reply.example.com');
  expect(JSON.stringify(DnsRecordsReplies.Value)).toMatch(
    /CNAME.*\\nreply\.example\.com MX 10 inbound-smtp\./,
  );
});

test('a sender’s domain receives no replies', () => {
  expect(() =>
    synthesised({ senders: ['example.com'], replies: { domain: 'example.com' } }),
  ).toThrow('replies.domain must not be one of the senders: SES receives all mail to it');
});
