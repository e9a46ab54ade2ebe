import { adviceOn, ways } from '../../../../cli/commands/deploy/advice.ts';
import { expect, test } from '../../../jest.ts';

const execRole =
  'User: arn:aws:sts::111122223333:assumed-role/cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1/AWSCloudFormation is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::111122223333:role/mail';

/**
 * Errors of CloudFormation, its resource handlers and the services, by the advice for them: a type, a sentence, and
 * the handler's code if the error is a handler's.
 */
const failures: Partial<Record<keyof typeof ways | 'none', string[]>> = {
  unverified: [
    'CloudFront::Distribution | Access denied for operation "AWS::CloudFront::Distribution: Your account must be verified before you can add new CloudFront resources. To verify your account, please contact AWS Support (https://console.aws.amazon.com/support/home#/) and include this error message." | AccessDenied',
  ],
  tableExists: [
    "DynamoDB::GlobalTable | Resource of type 'AWS::DynamoDB::GlobalTable' with identifier 'mail-Keys' already exists. | AlreadyExists",
    'DynamoDB::Table | mail-Keys already exists in stack arn:aws:cloudformation:…',
  ],
  identityExists: [
    'SES::EmailIdentity | Email identity hello@example.com already exists. (Service: SesV2, Status Code: 400) | AlreadyExists',
  ],
  exists: [
    'CloudFront::OriginAccessControl | An origin access control with the same name already exists. | AlreadyExists',
  ],
  leftover: [
    " | CloudFormation is attempting to import some resources because they already exist in your account. The resources must have the DeletionPolicy attribute set to 'Retain' or 'RetainExceptOnCreate' in the template for successful import. The affected resources are LaterSchedules1A2B3C4D ({Name=mail-LaterSchedules})",
    " | Automatic import of existing resource MonitoringOverview1A2B3C4D ({DashboardName=mail-eu-west-1}) needs a DeletionPolicy of 'Retain' or 'RetainExceptOnCreate'.",
    'Scheduler::ScheduleGroup | Schedule group mail-LaterSchedules already exists. | AlreadyExists',
  ],
  denied: [
    `IAM::Role | ${execRole} because no identity-based policy allows the iam:CreateRole action | AccessDenied`,
    'Lambda::Function | API: lambda:CreateFunction User is not authorized to perform this',
  ],
  policy: [
    `IAM::Role | ${execRole} with an explicit deny in a service control policy | AccessDenied`,
    `IAM::Role | ${execRole} because no permissions boundary allows the iam:CreateRole action | AccessDenied`,
  ],
  limit: [
    'ApiGateway::RestApi | Maximum number of REST APIs has been reached | ServiceLimitExceeded',
    'IAM::Role | Cannot exceed quota for RolesPerAccount: 1000 (Service: AmazonIdentityManagement; Status Code: 409; Error Code: LimitExceeded)',
    'S3::Bucket | You have attempted to create more buckets than allowed (Error Code: TooManyBuckets)',
    "Lambda::Function | Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [10]. | InvalidRequest",
  ],
  size: [
    'IAM::ManagedPolicy | Cannot exceed quota for PolicySize: 6144 (Service: Iam, Status Code: 409) | ServiceLimitExceeded',
    'IAM::Policy | Maximum policy size of 10240 bytes exceeded for role mail (Service: Iam, Status Code: 409) | ServiceLimitExceeded',
    'Lambda::Function | Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. | InvalidRequest',
  ],
  logsRole: [
    'ApiGateway::Stage | CloudWatch Logs role ARN must be set in account settings to enable logging (Service: ApiGateway, Status Code: 400) | InvalidRequest',
  ],
  fault: [
    'ApiGateway::Deployment | Too Many Requests (Service: ApiGateway, Status Code: 429, Request ID: 1)',
    'Lambda::Function | Rate exceeded | Throttling',
    'EC2::VPC | Request limit exceeded. (Error Code: RequestLimitExceeded)',
    'CloudFront::Distribution | Exceeded attempts to wait: Exceeded retry limit for DescribeResourceStatus | NotStabilized',
    'DynamoDB::GlobalTable | Internal failure | InternalFailure',
    'Events::Rule | The operation is in conflict with another | ResourceConflict',
  ],
  bucket: [
    'S3::Bucket | The bucket you tried to delete is not empty (Service: Amazon S3; Status Code: 409; Error Code: BucketNotEmpty)',
  ],
  protected: [
    'Cognito::UserPool | The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first. | InvalidRequest',
  ],
  gone: ['Lambda::Function | Function not found | NotFound'],
  unprepared: [
    ' | Role arn:aws:iam::111122223333:role/cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1 is invalid or cannot be assumed',
  ],
  // There is no advice for these: the CLI prints only the sentence.
  none: [
    "IAM::Role | 1 validation error detected: Value 'x' at 'roleName' failed to satisfy constraint: Member must have length less than or equal to 64",
    'ApiGateway::UsagePlan | Usage plan throttle rate limit must be greater than 0 | InvalidRequest',
    'Lambda::Function | Unzipped size must be smaller than the limit of 262144000 bytes | GeneralServiceException',
  ],
};

/** A message as CloudFormation prints it for a resource handler. */
const handled = (message: string, code: string) =>
  `Resource handler returned message: "${message}" (RequestToken: 14fa52d0-7b13-ff49-4d93-e223e7a88495, HandlerErrorCode: ${code})`;

test.each(
  Object.entries(failures).flatMap(([kind, lines]) => lines.map((line) => [kind, line] as const)),
)('deploy has the advice "%s" for the failure of %s', (kind, line) => {
  const [type = '', sentence = '', code] = line.split(' | ');
  const failure = {
    type: type && `AWS::${type}`,
    reason: code === undefined ? sentence : handled(sentence, code),
  };

  expect(adviceOn(failure)).toBe(kind === 'none' ? undefined : ways[kind as keyof typeof ways]);
});

test('the advice about an existing table says not to delete it', () => {
  expect(ways.tableExists).toMatch(/^Do not delete the table/);
});
