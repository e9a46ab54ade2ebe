const bootstrapAgain =
  'bootstrap the CDK again (npx cdk bootstrap aws://ACCOUNT/REGION), then run this again';

/** The ways on, by the kind of failure. Each works for a deployment and for a removal. */
export const ways = {
  unverified:
    'AWS has to verify a new account first: open a case with AWS Support (https://console.aws.amazon.com/support/home#/) and quote this sentence. Until then "dashboard": false in the settings deploys everything else',
  organization:
    "A policy of your AWS organization denies this, so bootstrapping again does not help: ask the organization's administrator to allow it",
  boundary:
    "A permissions boundary denies this, so bootstrapping again does not help: ask the account's administrator to allow it there",
  role: `The role that CloudFormation works with is missing: ${bootstrapAgain}`,
  session: 'The AWS session has expired: sign in again (aws sso login), then run this again',
  busy: 'Somebody else is deploying this stack: run this again, which waits for the end of that',
  unprepared: `What the CDK deploys with is missing: ${bootstrapAgain}`,
  bucket: 'Run destroy: it empties the bucket before it removes the stack',
  protected:
    'AWS protects this against deletion: destroy --delete-data switches the protection off, and deletes the data for good',
  cname:
    'Another CloudFront distribution has this name: remove the name there, or change "dashboardDomain" in the settings',
  limit: 'Ask for more under Service Quotas in the AWS console, then run this again',
  throttled: 'Run this again: AWS took too many calls at once, and this passes within a minute',
  tableExists:
    'Delete nothing: the table may hold your data. If an earlier deployment of this stack kept it, run deploy again, which takes it in. If it belongs to something else, choose another stackName in the settings',
  identityExists:
    'Another stack of this region has this sender: say "existing" of it under "identities" in the settings',
  exists:
    'Something outside this stack has this name: choose another stackName in the settings, then run deploy again',
  denied: `The role that the sentence names lacks the permission. If it is the CDK's execution role (cdk-…-cfn-exec-role-…), ${bootstrapAgain}; else give the role the permission`,
  fault:
    'Run this again: AWS could not finish in time. https://health.aws.amazon.com says if a service has trouble',
  gone: 'Somebody deleted this outside CloudFormation: run destroy, which keeps the tables, then deploy',
} as const;
