import { type Stack, Validations } from 'aws-cdk-lib';
import { apiRoutes, type CallersRoutes, doorRoutes } from './routes.ts';
import type { Settings } from './settings/settings.ts';

/** Why the stack may break a rule of cdk-nag's pack AwsSolutions, by the rule's name. */
type Reasons = Readonly<Record<string, string>>;

const openRoute: Reasons = {
  APIG4:
    'The service has no such route and answers 404 to everyone. With an authorizer the gateway would answer first, with its own text.',
  COG4: 'The service has no such route and answers 404 to everyone.',
};

const logged: Reasons = {
  APIG1:
    'Every function writes one line per request, and metrics count the gateway’s refusals. An access log is a setting, "accessLogs": it repeats both for $0.50 a GB.',
  APIG6: 'An execution log holds whole requests, and with them addresses and values of variables.',
};

const checked: Reasons = {
  APIG2:
    'Functions check bodies against their contracts and answer with the API’s own error texts: a request validator would answer first, with other texts.',
};

/** These findings occur only with the setting "tracing". */
const traced: Reasons = {
  'IAM5[Resource::*]':
    'The policy allows the two actions that send traces to X-Ray; a policy cannot name resources for them.',
};

const anyIdentity: Reasons = {
  'IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]':
    'SES chooses the identity that it checks, and in the sandbox checks the recipients’ too: the policy limits the From address instead.',
};

/** These two findings occur only with the setting "tenants". */
const anyTenant: Reasons = {
  'IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:tenant/acc_*/*]':
    'Accounts are made at run time, and each is a tenant.',
};

const tenantsTruth: Reasons = {
  'IAM5[Resource::*]':
    'AWS documents no resource for reading the reputation of a tenant. X-Ray with "tracing" has none either.',
};

const anySchedule: Reasons = {
  'IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<LaterSchedules5F2C98F1>/*]':
    'A schedule has the id of its wake-up in its name; the policy limits the group.',
};

const forCallers = (id: string, { stage, keyed, open }: CallersRoutes) => ({
  [`${id}/Api`]: checked,
  [`${id}/Api/DeploymentStage.${stage}`]: {
    ...logged,
    APIG3: 'A firewall is a setting, "waf": it costs at least $7 a month.',
  },
  ...Object.fromEntries([
    ...keyed.map(({ path, method }) => [
      `${id}/Api/Default${path}/${method}`,
      { COG4: 'Callers are programs with API keys or hooks, which the authorizer checks.' },
    ]),
    ...open.map((path) => [`${id}/Api/Default${path === '/' ? '' : path}/ANY`, openRoute]),
  ]),
});

/** The settings that are part of a finding. */
type Named = Pick<Settings, 'attachmentBuckets' | 'bootstrapQualifier'>;

const anyObject = ({ attachmentBuckets }: Named): Reasons =>
  Object.fromEntries(
    attachmentBuckets.map((bucket) => [
      `IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/*]`,
      'The caller chooses the object that is attached; the policy limits the bucket.',
    ]),
  );

/** The findings of cdk-nag's pack AwsSolutions that we accept, and why, by the construct's path below the stack. */
export const acceptedFindings = (named: Named): Readonly<Record<string, Reasons>> => ({
  'Reports/DeadLetters': { SQS3: 'This is itself a dead-letter queue.' },
  ...forCallers('RestApi', apiRoutes()),
  ...forCallers('Doors', doorRoutes),
  'Dashboard/ManageApi/Api': checked,
  'Dashboard/ManageApi/Api/DeploymentStage.manage': {
    ...logged,
    APIG3: 'Its authorizer lets only signed-in users pass, and the stage has a throttle.',
  },
  'Dashboard/Site/Page': {
    S1: 'The built page is no secret, and only CloudFront may read it.',
  },
  'Dashboard/Site/Distribution': {
    CFR1: 'Users may sign in from everywhere.',
    CFR2: 'The page is static files, and the dashboard’s API has an authorizer and a throttle.',
    CFR3: 'Few people use the dashboard, and the function of its API logs each of their requests.',
    CFR4: 'With CloudFront’s domain name CloudFront chooses the TLS version; "dashboardDomain" demands 1.2.',
  },
  'Dashboard/SignIn/Users': {
    COG2: 'Every user may add a second factor; lib/dashboard/sign-in.ts can demand it.',
    COG8: 'The plan Plus costs more for each user, and only a few invited people sign in.',
  },
  'Dashboard/Upload/Role': {
    [`IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-${named.bootstrapQualifier ?? 'hnb659fds'}-assets-<AWS::AccountId>-<AWS::Region>/*.zip]`]:
      'The name of the page’s asset in CDK’s bucket is a hash that changes with the page.',
    'IAM5[Resource::<DashboardSitePageD8F7BE41.Arn>/*]':
      'The upload writes the files of the page, whose names contain hashes.',
  },
  AuthorizerRole: traced,
  NotFoundRole: traced,
  RenderRole: traced,
  ExecuteRole: { ...traced, ...anyIdentity, ...anyTenant, ...anySchedule, ...anyObject(named) },
  VerifyRole: traced,
  MessageRole: traced,
  CancelRole: { ...traced, ...anySchedule },
  BatchRole: { ...traced, ...anySchedule, ...anyObject(named) },
  EventsRole: tenantsTruth,
  DueRole: { ...traced, ...anyIdentity, ...anyTenant, ...anySchedule, ...anyObject(named) },
  'Receiving/Mails': {
    S1: 'SES and one function write and read the mails, which are kept for days.',
  },
  RepliesRole: {
    ...traced,
    'IAM5[Resource::<ReceivingMails52523BEC.Arn>/mails/*]':
      'SES names each mail by an id of its own.',
  },
  TokensRole: traced,
  WebhooksRole: { ...traced, ...anySchedule },
  ManageRole: {
    ...anyIdentity,
    ...anyTenant,
    ...anySchedule,
    'IAM5[Resource::*]':
      'A policy cannot name resources for ses:GetAccount, which returns the sandbox, the quota and pauses, for reading and stopping a query of the logs, whose id cannot be guessed, nor for X-Ray with "tracing".',
  },
  'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB': {
    L1: 'The function is CDK’s own, and CDK chooses and tests its runtime.',
  },
});

/** Acknowledges the findings at their constructs, for cdk-nag. Constructs that the stack lacks are skipped. */
export function acknowledgeFindings(stack: Stack, settings: Named): void {
  const all = stack.node.findAll();
  for (const [path, reasons] of Object.entries(acceptedFindings(settings))) {
    const construct = all.find(({ node }) => node.path === `${stack.node.path}/${path}`);
    if (!construct) continue;
    for (const [rule, reason] of Object.entries(reasons)) {
      const id = `AwsSolutions::AwsSolutions-${rule}`;
      Validations.of(construct).acknowledge({ id, reason });
    }
  }
}
