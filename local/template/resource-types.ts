import { Failure } from '../failure.ts';

/** The resource types that the local run implements. */
const implemented = [
  ...['Authorizer', 'DomainName', 'GatewayResponse', 'Method', 'Resource', 'RestApi'].map(
    (name) => `AWS::ApiGateway::${name}`,
  ),
  ...['AWS::ApiGateway::Stage', 'AWS::ApiGateway::UsagePlan'],
  ...['AWS::CloudFront::Distribution', 'AWS::CloudFront::Function'],
  'AWS::DynamoDB::GlobalTable',
  'AWS::Events::Rule',
  ...['EventInvokeConfig', 'EventSourceMapping', 'Function'].map((name) => `AWS::Lambda::${name}`),
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::ReceiptRule',
  'AWS::SQS::Queue',
  'AWS::Scheduler::ScheduleGroup',
  'Custom::CDKBucketDeployment',
];

const ofSignIn = [
  'ManagedLoginBranding',
  'UserPool',
  'UserPoolClient',
  'UserPoolDomain',
  'UserPoolIdentityProvider',
];

/** The resource types without an effect on this machine. */
const inert = [
  // Only AWS checks permissions.
  ...['AWS::IAM::ManagedPolicy', 'AWS::IAM::Policy', 'AWS::IAM::Role', 'AWS::Lambda::Permission'],
  ...['AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy', 'AWS::SQS::QueuePolicy'],
  // A sign-in is done by another OIDC issuer, or not at all.
  ...ofSignIn.map((name) => `AWS::Cognito::${name}`),
  // The terminal shows faults, and the logs are files in the data folder.
  ...['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::Logs::LogGroup'],
  ...['AWS::ApiGateway::Account', 'AWS::SNS::Subscription', 'AWS::SNS::Topic'],
  // The gateway has one address, and only this machine can call it.
  ...['AWS::ApiGateway::BasePathMapping', 'AWS::ApiGateway::Deployment'],
  ...['AWS::Route53::RecordSet', 'AWS::Route53::RecordSetGroup'],
  ...['AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation'],
  // The page's files stay in their assets' folders.
  ...['AWS::CloudFront::OriginAccessControl', 'AWS::S3::Bucket', 'Custom::S3AutoDeleteObjects'],
  // The local mail server accepts any configuration set, and reads the senders from the settings.
  ...['AWS::SES::ConfigurationSet', 'AWS::SES::EmailIdentity', 'AWS::SES::ReceiptRuleSet'],
  // Only the functions of a deployment have layers, and they do not run here.
  'AWS::Lambda::LayerVersion',
  // The local run looks for overdue messages when it starts.
  'AWS::Scheduler::Schedule',
  'AWS::CDK::Metadata',
];

const known: ReadonlySet<string> = new Set([...implemented, ...inert]);

/** Throws a `Failure` naming the first resource whose type is in neither list. */
export function checkTypes(resources: Readonly<Record<string, { Type: string }>>): void {
  for (const [logicalId, { Type }] of Object.entries(resources)) {
    if (known.has(Type)) continue;
    throw new Failure(
      `The stack has a resource of the type ${Type} (${logicalId}), which the local run does not support: add it to local/template/resource-types.ts.`,
    );
  }
}
