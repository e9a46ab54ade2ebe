import { adviceOn, ways } from '../../../cli/deploy/advice.ts';
import { describe, expect, test } from '../../jest.ts';

/** As the resource handlers end their sentences. */
const handled = (message: string, code: string) =>
  `Resource handler returned message: "${message}" (RequestToken: 14fa52d0-7b13-ff49-4d93-e223e7a88495, HandlerErrorCode: ${code})`;

const execRole =
  'User: arn:aws:sts::111122223333:assumed-role/cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1/AWSCloudFormation is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::111122223333:role/mail';

// The sentences are those that CloudFormation, its handlers and the services print.
describe('the advice after a failure', () => {
  test.each<[string, string, keyof typeof ways | undefined]>([
    [
      'AWS::CloudFront::Distribution',
      handled(
        'Access denied for operation "AWS::CloudFront::Distribution: Your account must be verified before you can add new CloudFront resources. To verify your account, please contact AWS Support (https://console.aws.amazon.com/support/home#/) and include this error message."',
        'AccessDenied',
      ),
      'unverified',
    ],
    [
      'AWS::DynamoDB::GlobalTable',
      handled(
        "Resource of type 'AWS::DynamoDB::GlobalTable' with identifier 'mail-Keys' already exists.",
        'AlreadyExists',
      ),
      'tableExists',
    ],
    [
      'AWS::DynamoDB::Table',
      'mail-Keys already exists in stack arn:aws:cloudformation:…',
      'tableExists',
    ],
    [
      'AWS::SES::EmailIdentity',
      handled(
        'Email identity hello@example.com already exists. (Service: SesV2, Status Code: 400)',
        'AlreadyExists',
      ),
      'identityExists',
    ],
    [
      'AWS::CloudFront::OriginAccessControl',
      handled('An origin access control with the same name already exists.', 'AlreadyExists'),
      'exists',
    ],
    [
      'AWS::CloudFront::Distribution',
      handled(
        'One or more of the CNAMEs you provided are already associated with a different resource.',
        'InvalidRequest',
      ),
      'cname',
    ],
    [
      'AWS::IAM::Role',
      handled(
        `${execRole} because no identity-based policy allows the iam:CreateRole action`,
        'AccessDenied',
      ),
      'denied',
    ],
    [
      'AWS::IAM::Role',
      handled(`${execRole} with an explicit deny in a service control policy`, 'AccessDenied'),
      'organization',
    ],
    [
      'AWS::IAM::Role',
      handled(
        `${execRole} because no permissions boundary allows the iam:CreateRole action`,
        'AccessDenied',
      ),
      'boundary',
    ],
    [
      'AWS::Lambda::Function',
      'API: lambda:CreateFunction User is not authorized to perform this',
      'denied',
    ],
    [
      'AWS::ApiGateway::Deployment',
      'Too Many Requests (Service: ApiGateway, Status Code: 429, Request ID: 1)',
      'throttled',
    ],
    [
      'AWS::ApiGateway::DomainName',
      handled(
        'Invalid request provided: Too Many Requests (Service: ApiGateway, Status Code: 429)',
        'InvalidRequest',
      ),
      'throttled',
    ],
    [
      'AWS::CloudWatch::Alarm',
      'Rate exceeded (Service: AmazonCloudWatch; Status Code: 400; Error Code: Throttling; Request ID: 1)',
      'throttled',
    ],
    ['AWS::Lambda::Function', handled('Rate exceeded', 'Throttling'), 'throttled'],
    ['AWS::EC2::VPC', 'Request limit exceeded. (Error Code: RequestLimitExceeded)', 'throttled'],
    [
      'AWS::ApiGateway::RestApi',
      handled('Maximum number of REST APIs has been reached', 'ServiceLimitExceeded'),
      'limit',
    ],
    [
      'AWS::IAM::Role',
      'Cannot exceed quota for RolesPerAccount: 1000 (Service: AmazonIdentityManagement; Status Code: 409; Error Code: LimitExceeded)',
      'limit',
    ],
    [
      'AWS::S3::Bucket',
      'You have attempted to create more buckets than allowed (Error Code: TooManyBuckets)',
      'limit',
    ],
    [
      'AWS::Lambda::Function',
      handled(
        "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [10].",
        'InvalidRequest',
      ),
      'limit',
    ],
    [
      'AWS::CloudFront::Distribution',
      handled(
        'Exceeded attempts to wait: Exceeded retry limit for DescribeResourceStatus',
        'NotStabilized',
      ),
      'fault',
    ],
    ['AWS::DynamoDB::GlobalTable', handled('Internal failure', 'InternalFailure'), 'fault'],
    [
      'AWS::Events::Rule',
      handled('The operation is in conflict with another', 'ResourceConflict'),
      'fault',
    ],
    [
      'AWS::S3::Bucket',
      'The bucket you tried to delete is not empty (Service: Amazon S3; Status Code: 409; Error Code: BucketNotEmpty)',
      'bucket',
    ],
    [
      'AWS::Cognito::UserPool',
      handled(
        'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
        'InvalidRequest',
      ),
      'protected',
    ],
    ['AWS::Lambda::Function', handled('Function not found', 'NotFound'), 'gone'],
    [
      '',
      'Role arn:aws:iam::111122223333:role/cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1 is invalid or cannot be assumed',
      'role',
    ],
    // Nothing is known to help: the sentence alone says what is wrong.
    [
      'AWS::IAM::Role',
      "1 validation error detected: Value 'x' at 'roleName' failed to satisfy constraint: Member must have length less than or equal to 64",
      undefined,
    ],
    [
      'AWS::ApiGateway::UsagePlan',
      handled('Usage plan throttle rate limit must be greater than 0', 'InvalidRequest'),
      undefined,
    ],
    [
      'AWS::Lambda::Function',
      handled(
        'Unzipped size must be smaller than the limit of 262144000 bytes',
        'GeneralServiceException',
      ),
      undefined,
    ],
  ])('the advice after the failure of %s is right: %s', (type, reason, kind) => {
    expect(adviceOn({ type, reason })).toBe(kind && ways[kind]);
  });

  test('the advice about an existing table says not to delete it', () => {
    expect(ways.tableExists).toMatch(/^Do not delete the table/);
  });
});
