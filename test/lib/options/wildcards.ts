import { expect, test } from '../../jest.ts';
import { words } from '../synthesised.ts';
import { wildcardsIn } from '../wildcards.ts';
import { full, plain } from './stacks.ts';

/** Each wildcard, and why the policy cannot be narrower. */
const reasons = {
  'DashboardSitePagePolicy Action s3:*':
    'a Deny: no one may do anything with the page’s files without TLS',
  'DashboardSitePagePolicy Resource {DashboardSitePage.Arn}/*':
    'the files of the page have hashes in their names: CloudFront reads them all, and the Deny is for all',
  ...Object.fromEntries(
    ['s3:DeleteObject*', 's3:GetBucket*', 's3:List*'].map((action) => [
      `DashboardSitePagePolicy Action ${action}`,
      'CDK writes this policy for its function that empties this one bucket when the stack is deleted',
    ]),
  ),
  'DashboardUploadRoleDefaultPolicy Resource {DashboardSitePage.Arn}/*':
    'the files of the page have hashes in their names',
  'DashboardUploadRoleDefaultPolicy Resource arn:{AWS::Partition}:s3:::cdk-hnb659fds-assets-{AWS::AccountId}-{AWS::Region}/*.zip':
    'the name of the built page in the bucket of the assets is a hash that changes with the page',
  ...Object.fromEntries(
    [
      ...['Action s3:*', 'Action s3:DeleteObject*', 'Action s3:GetBucket*', 'Action s3:List*'],
      'Resource {ReceivingMails.Arn}/*',
    ].map((part) => [
      `ReceivingMailsPolicy ${part}`,
      'CDK writes this policy: a Deny without TLS, and its function that empties the bucket',
    ]),
  ),
  ...Object.fromEntries(
    ['ReceivingMailsPolicy', 'RepliesRoleDefaultPolicy'].map((policy) => [
      `${policy} Resource {ReceivingMails.Arn}/mails/*`,
      'SES names each mail by an id of its own.',
    ]),
  ),
  'ReportsDeadLettersPolicy Action sqs:*':
    'a Deny: no one may do anything with the queue without TLS',
  'LaterDuePolicy Action sqs:*': 'a Deny: no one may do anything with the queue without TLS',
  'LaterWebhooksPolicy Action sqs:*': 'a Deny: no one may do anything with the queue without TLS',
  ...Object.fromEntries(
    ['Execute', 'Batch', 'Due', 'Cancel', 'Manage', 'Webhooks'].map((id) => [
      `${id}RoleDefaultPolicy Resource arn:{AWS::Partition}:scheduler:{AWS::Region}:{AWS::AccountId}:schedule/{LaterSchedules}/*`,
      'A schedule has the id of its wake-up in its name; the policy limits the group.',
    ]),
  ),
  'ManageRoleDefaultPolicy Resource *':
    'ses:GetAccount supports no resources: the sandbox and the quota are those of the AWS account',
  ...Object.fromEntries(
    ['Execute', 'Due', 'Manage'].map((id) => [
      `${id}RoleDefaultPolicy Resource arn:{AWS::Partition}:ses:{AWS::Region}:{AWS::AccountId}:identity/*`,
      'SES chooses the identity that it checks, so the policy limits the From address.',
    ]),
  ),
  ...Object.fromEntries(
    ['Execute', 'Due', 'Manage'].map((id) => [
      `${id}RoleDefaultPolicy Resource arn:{AWS::Partition}:ses:{AWS::Region}:{AWS::AccountId}:tenant/acc_*/*`,
      'Only with "tenants": accounts are made at run time, and each is a tenant.',
    ]),
  ),
  ...Object.fromEntries(
    ['Execute', 'Batch', 'Due'].flatMap((id) =>
      ['acme-contracts', 'acme.archive'].map((bucket) => [
        `${id}RoleDefaultPolicy Resource arn:{AWS::Partition}:s3:::${bucket}/*`,
        'The caller chooses the object that is attached; the policy limits the bucket.',
      ]),
    ),
  ),
  ...Object.fromEntries(
    words(
      'Authorizer NotFound Render Execute Verify Message Cancel Batch Events Due Webhooks Replies Tokens',
    ).map((id) => [
      `${id}RoleDefaultPolicy Resource *`,
      'Only with "tracing": X-Ray supports no resources for sending traces.',
    ]),
  ),
};

test('no policy has a * in its actions and resources without a written reason', () => {
  const found = [...wildcardsIn(plain.json), ...wildcardsIn(full.json)];

  expect([...new Set(found)].sort()).toEqual(Object.keys(reasons).sort());
});
