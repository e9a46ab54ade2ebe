import type { StackHappening } from '../aws/cloudformation.ts';
import { ways } from './advice-ways.ts';

/** What CloudFormation says of a resource that failed; of a whole stack or change set the type is ''. */
export type Failure = Pick<StackHappening, 'type' | 'reason'>;

type Kind = keyof typeof ways;

/** Sentences that say more than the code they come with. */
const sentences: readonly (readonly [RegExp, Kind])[] = [
  [/account must be verified before you can add new CloudFront/i, 'unverified'],
  [/(service|resource) control policy/i, 'organization'],
  [/permissions? boundary/i, 'boundary'],
  [/security token .*expired|ExpiredToken/i, 'session'],
  [/_IN_PROGRESS state and can ?not be updated/i, 'busy'],
  [/no bucket named '?cdk-|is account \d+ bootstrapped/i, 'unprepared'],
  [/role \S+ is invalid or cannot be assumed/i, 'role'],
  [/bucket .*not empty/i, 'bucket'],
  [/deletion protection/i, 'protected'],
  [/CNAMEs? .*already associated|CNAMEAlreadyExists/i, 'cname'],
  [/UnreservedConcurrentExecution below/i, 'limit'],
];

/**
 * The handlers' own codes. Those that mean anything or nothing (GeneralServiceException, InvalidRequest,
 * HandlerInternalFailure) are not here: services put throttling and limits under them, too.
 *
 * https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract-errors.html
 */
const codes: Readonly<Record<string, Kind>> = {
  AlreadyExists: 'exists',
  ServiceLimitExceeded: 'limit',
  Throttling: 'throttled',
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

/** What the services say where there is no code, or one that says nothing. */
const texts: readonly (readonly [RegExp, Kind])[] = [
  [
    /too many requests|TooManyRequests|rate exceeded|ThrottlingException|code: Throttling|throttled|status code: 429|RequestLimitExceeded/i,
    'throttled',
  ],
  [
    /LimitExceeded|QuotaExceeded|TooManyBuckets|maximum number of .+ (reached|exceeded)|exceed\w* .*quota|quota .*(exceeded|reached)|limit (was |has been |is )?(exceeded|reached)/i,
    'limit',
  ],
  [/already exists|AlreadyExists|already associated/i, 'exists'],
  [/not authorized|AccessDenied|access denied/i, 'denied'],
  [/did not stabilize|internal (failure|error)|service unavailable/i, 'fault'],
  [/was not found|does not exist|NotFoundException/i, 'gone'],
];

/** Whether what exists already holds data that a deployment takes in again. */
const isTable = (type: string) => /^AWS::DynamoDB::(Global)?Table$/.test(type);

/** What helps against a failure: a sentence or two without a full stop at the end; undefined where nothing is known to. */
export function adviceOn({ type, reason }: Failure): string | undefined {
  const kind = kindOf(reason ?? '');
  if (kind !== 'exists') return kind && ways[kind];
  if (isTable(type)) return ways.tableExists;
  return type === 'AWS::SES::EmailIdentity' ? ways.identityExists : ways.exists;
}

function kindOf(reason: string): Kind | undefined {
  const saying = (rules: typeof texts) => rules.find(([pattern]) => pattern.test(reason))?.[1];
  const code = /HandlerErrorCode: (\w+)/.exec(reason)?.[1] ?? '';
  return saying(sentences) ?? codes[code] ?? saying(texts);
}
