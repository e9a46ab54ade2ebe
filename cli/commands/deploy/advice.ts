import type { StackEvent } from '../../aws/cloudformation.ts';

/** CloudFormation's report on a resource that failed; `type` is empty for a whole stack or change set. */
export type Failure = Pick<StackEvent, 'type' | 'reason'>;

const bootstrapAgain =
  'bootstrap the CDK again (npx cdk bootstrap aws://ACCOUNT/REGION), then run this again';

/** What to do, by the kind of failure. Each sentence fits both a deployment and a removal. */
export const ways = {
  unverified:
    'AWS must verify your new account first: open a case with AWS Support (https://console.aws.amazon.com/support/home#/) and quote this sentence. Until then, set "dashboard": false in the settings to deploy everything else',
  policy:
    'A policy of your AWS organization or a permissions boundary denies this, so bootstrapping again does not help: ask your administrator to allow it',
  session: 'The AWS session has expired: sign in again (aws sso login), then run this again',
  busy: 'Another deployment of this stack is running: run this again, and it waits for that one to end',
  unprepared: `The bucket or the roles that the CDK deploys with are missing: ${bootstrapAgain}`,
  bucket: 'Run destroy: it empties the bucket before it removes the stack',
  protected:
    'Deletion protection is on: destroy --delete-data switches it off and deletes the data permanently',
  limit: 'Ask for more under Service Quotas in the AWS console, then run this again',
  size: 'AWS does not raise this limit: use fewer senders (a domain covers all its addresses and subdomains) or fewer "attachmentBuckets" in the settings',
  logsRole:
    'API Gateway has no role that may write logs in this region: set one, as docs/operations/settings.md says under "What a platform team asks for", or "accessLogs": false',
  tableExists:
    'Do not delete the table: it may hold your data. If an earlier deployment of this stack kept it, run deploy again, which imports it. If it belongs to something else, choose another stackName in the settings',
  identityExists:
    'Another stack in this region has this sender: mark it as "existing" under "identities" in the settings',
  exists:
    'A resource outside this stack has this name: choose another stackName in the settings, then run deploy again',
  leftover:
    'An earlier stack left what this names, and this stack would make it again: delete the schedule group (aws scheduler delete-schedule-group --name NAME) or the CloudWatch dashboard (aws cloudwatch delete-dashboards --dashboard-names NAME). AWS may take some minutes to delete a group. Then run deploy again',
  denied: `The role in this message lacks the permission. If it is the CDK's execution role (cdk-…-cfn-exec-role-…), ${bootstrapAgain}; else give the role the permission`,
  fault:
    'AWS had too many calls at once, or did not finish in time: run this again in a minute. https://health.aws.amazon.com shows whether a service has problems',
  gone: 'The resource was deleted outside CloudFormation: run destroy, which keeps the tables, then deploy',
} as const;

type FailureKind = keyof typeof ways;

/** AWS's sentences that are more precise than the error code they come with. */
const sentences: readonly (readonly [RegExp, FailureKind])[] = [
  [/account must be verified before you can add new CloudFront/i, 'unverified'],
  [/(service|resource) control policy|permissions? boundary/i, 'policy'],
  [/security token .*expired|ExpiredToken/i, 'session'],
  [/_IN_PROGRESS state and can ?not be updated/i, 'busy'],
  [
    /no bucket named '?cdk-|is account \d+ bootstrapped|role \S+ is invalid or cannot be assumed/i,
    'unprepared',
  ],
  [/bucket .*not empty/i, 'bucket'],
  [/deletion protection/i, 'protected'],
  [/UnreservedConcurrentExecution below/i, 'limit'],
  [/CloudWatch Logs role ARN must be set/i, 'logsRole'],
  [/PolicySize|policy size of \d+|exceeded the 4KB limit/i, 'size'],
  [/attempting to import some resources|Automatic import of existing resource/i, 'leftover'],
];

/** https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract-errors.html */
const codes: Readonly<Record<string, FailureKind>> = {
  AlreadyExists: 'exists',
  ServiceLimitExceeded: 'limit',
  Throttling: 'fault',
  AccessDenied: 'denied',
  UnauthorizedTaggingOperation: 'denied',
  InvalidCredentials: 'denied',
  NotStabilized: 'fault',
  ServiceInternalError: 'fault',
  InternalFailure: 'fault',
  ServiceTimeout: 'fault',
  NetworkFailure: 'fault',
  ResourceConflict: 'fault',
  NotFound: 'gone',
};

/** Patterns in the services' own messages, for a reason without a code, or with a code that can mean anything. */
const texts: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /too many requests|rate exceeded|ThrottlingException|code: Throttling|status code: 429|RequestLimitExceeded|did not stabilize|internal (failure|error)|service unavailable/i,
    'fault',
  ],
  [
    /LimitExceeded|QuotaExceeded|TooManyBuckets|maximum number of .+ (reached|exceeded)|exceed\w* .*quota|quota .*(exceeded|reached)|limit (was |has been |is )?(exceeded|reached)/i,
    'limit',
  ],
  [/already exists|AlreadyExists/i, 'exists'],
  [/not authorized|AccessDenied|access denied/i, 'denied'],
  [/was not found|does not exist|NotFoundException/i, 'gone'],
];

/** Whether the resource is a table. Deploy imports a table that an earlier stack of the same name kept. */
const isTable = (type: string) => /^AWS::DynamoDB::(Global)?Table$/.test(type);

/** Whether the resource has a fixed name and goes with its stack: one that exists was left by a manual removal. */
const isLeftover = (type: string) =>
  /^AWS::(Scheduler::ScheduleGroup|CloudWatch::Dashboard)$/.test(type);

/** What to do about a failure: a sentence or two without a full stop at the end; undefined if no rule matches. */
export function adviceOn({ type, reason }: Failure): string | undefined {
  const kind = kindOf(reason ?? '');
  if (kind !== 'exists') return kind && ways[kind];
  if (isTable(type)) return ways.tableExists;
  if (isLeftover(type)) return ways.leftover;
  return type === 'AWS::SES::EmailIdentity' ? ways.identityExists : ways.exists;
}

function kindOf(reason: string): FailureKind | undefined {
  const saying = (rules: typeof texts) => rules.find(([pattern]) => pattern.test(reason))?.[1];
  const code = /HandlerErrorCode: (\w+)/.exec(reason)?.[1] ?? '';
  return saying(sentences) ?? codes[code] ?? saying(texts);
}
