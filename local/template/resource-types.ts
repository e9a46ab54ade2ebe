import { Failure } from '../failure.ts';

/** The resource types that the local run implements, and what each becomes on this machine. */
export const interpretedTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::RestApi': 'the gateway',
  'AWS::ApiGateway::Resource': 'a path of the gateway',
  'AWS::ApiGateway::Method': 'a route of the gateway',
  'AWS::ApiGateway::Authorizer': 'the check before a route',
  'AWS::ApiGateway::GatewayResponse': 'an answer of the gateway itself',
  'AWS::ApiGateway::Stage': "the first part of every path, and the routes' own throttles",
  'AWS::ApiGateway::UsagePlan': 'the rate of the keys that are in it',
  'AWS::ApiGateway::DomainName':
    'an address of the gateway in the outputs, which name the local one',
  'AWS::CloudFront::Distribution': "the server of the page's port",
  'AWS::CloudFront::Function': 'code that runs before or after a file of the page',
  'AWS::DynamoDB::GlobalTable': "a table of the tables' server",
  'AWS::Events::Rule': 'which events of the local mail server reach a function',
  'AWS::Lambda::EventInvokeConfig': 'how often the local run retries a function with an event',
  'AWS::Lambda::EventSourceMapping': "which queue's messages invoke a function",
  'AWS::Lambda::Function': 'worker threads that run its bundle',
  'AWS::SES::ConfigurationSetEventDestination': 'which events the local mail server reports',
  'AWS::SQS::Queue': "a queue of the queues' server, or a name in the file of the dead letters",
  'AWS::Scheduler::ScheduleGroup': 'a name that schedules belong to',
  'Custom::CDKBucketDeployment': "the page's files",
};

/** The resource types without an effect on this machine, each with the reason. */
export const inertTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': "lets AWS's gateway write logs",
  'AWS::ApiGateway::BasePathMapping': 'it gives the same API a second address',
  'AWS::ApiGateway::Deployment': 'it copies the routes to the stage; here the stage has them',
  'AWS::CDK::Metadata': 'statistics for the makers of CDK',
  'AWS::CloudFront::OriginAccessControl': 'this process reads the files itself',
  'AWS::CloudWatch::Alarm': 'the terminal shows faults',
  'AWS::CloudWatch::Dashboard': 'it shows what AWS measures',
  'AWS::Cognito::ManagedLoginBranding': 'there is no sign-in here, or another OIDC issuer does it',
  'AWS::Cognito::UserPool': 'there is no sign-in here, or another OIDC issuer does it',
  'AWS::Cognito::UserPoolClient': 'there is no sign-in here, or another OIDC issuer does it',
  'AWS::Cognito::UserPoolDomain': 'there is no sign-in here, or another OIDC issuer does it',
  'AWS::IAM::ManagedPolicy': 'only AWS checks permissions',
  'AWS::IAM::Policy': 'only AWS checks permissions',
  'AWS::IAM::Role': 'only AWS checks permissions',
  'AWS::Lambda::LayerVersion':
    'only the functions of a deployment have layers, and they do not run here',
  'AWS::Lambda::Permission': 'only AWS checks permissions',
  'AWS::Logs::LogGroup': 'the logs are files in the data folder',
  'AWS::Route53::RecordSet': 'the local DNS server knows only its own domain',
  'AWS::Route53::RecordSetGroup': 'the local DNS server knows only its own domain',
  'AWS::S3::Bucket': "the page's files stay in their assets' folders",
  'AWS::S3::BucketPolicy': 'only AWS checks permissions',
  'AWS::SES::ConfigurationSet': 'the local mail server accepts any name',
  'AWS::SES::EmailIdentity': 'the local mail server reads the senders from the settings',
  'AWS::SNS::Subscription': 'there are no alarms here',
  'AWS::SNS::Topic': 'there are no alarms here',
  'AWS::SNS::TopicPolicy': 'only AWS checks permissions',
  'AWS::SQS::QueuePolicy': 'only AWS checks permissions',
  'Custom::S3AutoDeleteObjects': 'it empties the bucket when the stack is deleted',
  'AWS::Scheduler::Schedule': 'the local run looks for overdue messages when it starts',
  'AWS::WAFv2::WebACL': 'only this machine can call',
  'AWS::WAFv2::WebACLAssociation': 'only this machine can call',
};

/** Throws a `Failure` naming the first resource whose type is in neither list. */
export function checkTypes(resources: Readonly<Record<string, { Type: string }>>): void {
  for (const [logicalId, { Type }] of Object.entries(resources)) {
    if (Type in interpretedTypes || Type in inertTypes) continue;
    throw new Failure(
      `The stack has a resource of the type ${Type} (${logicalId}), which the local run does not support: add it to local/template/resource-types.ts.`,
    );
  }
}
