import { Failure } from '../failure.ts';

/** The resource types that the local run makes real: what each becomes on this machine. */
export const interpretedTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::RestApi': 'the gateway',
  'AWS::ApiGateway::Resource': 'a path of the gateway',
  'AWS::ApiGateway::Method': 'a route of the gateway',
  'AWS::ApiGateway::Authorizer': 'a step before a route',
  'AWS::ApiGateway::GatewayResponse': 'an answer of the gateway itself',
  'AWS::ApiGateway::Stage': "the first part of every path, and the routes' own throttles",
  'AWS::ApiGateway::UsagePlan': 'the rate of the keys that are in it',
  'AWS::ApiGateway::DomainName':
    'an address of the gateway in the outputs, which name the local one',
  'AWS::CloudFront::Distribution': "the server of the page's port",
  'AWS::CloudFront::Function': 'a step before or after a file of the page, run as it is',
  'AWS::DynamoDB::GlobalTable': "a table of the tables' server",
  'AWS::Events::Rule': 'the way of an event from the local mail server to a function',
  'AWS::Lambda::EventInvokeConfig': 'how often a function is tried again with an event',
  'AWS::Lambda::Function': 'worker threads that run its bundle',
  'AWS::SES::ConfigurationSetEventDestination': 'which events the local mail server gives',
  'AWS::S3::Bucket': "the page's files",
  'AWS::S3::BucketPolicy': 'what the page answers for a file that is not there',
  'AWS::SQS::Queue': 'a name in the file of the dead letters',
  'Custom::CDKBucketDeployment': 'which files the page has',
};

/** The resource types without an effect on this machine, each with the reason. */
export const inertTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': "lets AWS's gateway write logs",
  'AWS::ApiGateway::BasePathMapping':
    'below a name of its own the gateway serves what it serves here',
  'AWS::ApiGateway::Deployment': "copies the routes to the stage; here they are the stage's own",
  'AWS::CDK::Metadata': 'statistics for the makers of CDK',
  'AWS::CloudFront::OriginAccessControl': 'the files are asked for in this process, unsigned',
  'AWS::CloudWatch::Alarm': 'what it would tell of is said on the terminal',
  'AWS::CloudWatch::Dashboard': 'it shows what AWS measures',
  'AWS::Cognito::ManagedLoginBranding': 'nobody signs in here, or at an issuer of their own',
  'AWS::Cognito::UserPool': 'nobody signs in here, or at an issuer of their own',
  'AWS::Cognito::UserPoolClient': 'nobody signs in here, or at an issuer of their own',
  'AWS::Cognito::UserPoolDomain': 'nobody signs in here, or at an issuer of their own',
  'AWS::IAM::Policy': 'permissions are checked by AWS alone',
  'AWS::IAM::Role': 'permissions are checked by AWS alone',
  'AWS::Lambda::LayerVersion': 'only functions that deploy have layers, and none of them runs here',
  'AWS::Lambda::Permission': 'permissions are checked by AWS alone',
  'AWS::Logs::LogGroup': 'the logs are files in the data folder',
  'AWS::Route53::RecordSet': 'the local DNS server knows its own domain alone',
  'AWS::SES::ConfigurationSet': 'the local mail server takes any name for one',
  'AWS::SES::EmailIdentity': 'any sender is an identity on this machine',
  'AWS::SNS::Subscription': 'there are no alarms here to tell of',
  'AWS::SNS::Topic': 'there are no alarms here to tell of',
  'AWS::SNS::TopicPolicy': 'permissions are checked by AWS alone',
  'AWS::SQS::QueuePolicy': 'permissions are checked by AWS alone',
  'Custom::S3AutoDeleteObjects': 'it empties the bucket when the stack goes, and here none is made',
  'AWS::WAFv2::WebACL': 'only this machine can call, and nothing stands before the gateway',
  'AWS::WAFv2::WebACLAssociation':
    'only this machine can call, and nothing stands before the gateway',
};

/** Throws a `Failure` naming the first resource whose type is in neither list. */
export function checkTypes(resources: Readonly<Record<string, { Type: string }>>): void {
  for (const [logicalId, { Type }] of Object.entries(resources)) {
    if (Type in interpretedTypes || Type in inertTypes) continue;
    throw new Failure(
      `The stack has a resource of the type ${Type} (${logicalId}), which the local run does not know: teach it in local/template/resource-types.ts.`,
    );
  }
}
