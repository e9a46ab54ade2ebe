/** What a failed call to AWS means for the one who made it. */
export type AwsFaultKind =
  | 'no credentials'
  | 'expired'
  | 'unknown credentials'
  /** AWS refuses the time that was signed. */
  | 'clock'
  | 'no region'
  | 'denied'
  /** The sign-up of the AWS account is not complete. */
  | 'not activated'
  | 'throttled'
  | 'limit'
  /** What the call names does not exist. */
  | 'missing'
  /** Cognito could not deliver its mail. */
  | 'undelivered'
  | 'no answer'
  | 'no such host'
  /** The answer's certificate is signed by somebody whom Node does not trust. */
  | 'untrusted'
  /** Something on the way answered instead of AWS. */
  | 'not AWS'
  /** AWS itself failed. */
  | 'AWS failed'
  | 'other';

/** A failed call to AWS, sorted. */
export interface AwsFault {
  kind: AwsFaultKind;
  /** Which client threw it, in the SDK's word: `DynamoDB`, `CloudWatchLogs`; undefined for none. */
  service: string | undefined;
  /** The name of the error: AWS's word for it, or Node's. */
  name: string;
  /** Node's word for what failed below HTTP: `ECONNREFUSED`; empty where there is none. */
  code: string;
  /** What the error says of itself, never empty. */
  message: string;
  /** The HTTP status of the answer; undefined where there was none. */
  status: number | undefined;
}

/** Sorts what a call to AWS threw, by what the SDK's and Node's errors carry. */
export function awsFault(thrown: unknown): AwsFault {
  const error = described(thrown);
  const { name, code, message, status } = error;
  return { kind: kindOf(error), service: serviceOf(thrown), name, code, message, status };
}

/**
 * What a fault means, in a sentence without a full stop; and in `detail` the words of AWS or Node, where
 * they say more.
 */
export function faultReason(fault: AwsFault): { reason: string; detail?: string } {
  const { kind, name, code, message, status } = fault;
  const permission = /not authorized to perform:? ([\w-]+:\w+)/.exec(message)?.[1];
  if (kind === 'denied' && permission) return { reason: `The permission ${permission} is missing` };
  if (kind === 'not AWS') {
    return {
      reason: `Something else answered instead of AWS (HTTP ${status ?? 'status unknown'})`,
    };
  }
  if (kind === 'other') return { reason: name === 'Error' ? message : `${name}: ${message}` };
  const reason = reasons[kind];
  // The SDK's own words for these describe its internals.
  const says =
    name !== 'TimeoutError' && message !== 'Could not load credentials from any providers';
  const detail = kind === 'untrusted' ? code || message : message;
  return says && !plain.has(kind) ? { reason, detail } : { reason };
}

const reasons: Record<Exclude<AwsFaultKind, 'not AWS' | 'other'>, string> = {
  'no credentials': 'No AWS credentials were found',
  expired: 'The AWS session has expired',
  'unknown credentials': 'AWS does not accept these credentials',
  clock: 'AWS refuses calls from this machine, because its clock is wrong',
  'no region': 'No region is set',
  denied: 'AWS denied access',
  'not activated': 'AWS has not activated this account yet',
  throttled: 'AWS is throttling these calls',
  limit: 'A limit of the AWS account is reached',
  missing: 'AWS does not know a resource that this names',
  undelivered: 'Cognito could not deliver its mail',
  'no answer': 'AWS does not answer',
  'no such host': 'The network does not know this host',
  untrusted: 'The network shows a certificate that does not belong to AWS',
  'AWS failed': 'AWS could not answer',
};

/** Faults whose reason says everything. */
const plain: ReadonlySet<AwsFaultKind> = new Set(['expired', 'clock', 'no region', 'throttled']);

interface Described {
  name: string;
  code: string;
  message: string;
  status: number | undefined;
  /** The media type of the answer; empty where there was none. */
  type: string;
}

function kindOf(error: Described): AwsFaultKind {
  const { name, code, message, status } = error;
  // The SDK wraps an error of another realm, and then only the message says which one it is.
  if (untrustedCodes.has(code) || untrustedWords.test(message)) return 'untrusted';
  if (isForeign(error)) return 'not AWS';
  if (message === 'Region is missing') return 'no region';
  if (expiredWords.test(message)) return 'expired';
  if (signedAtWrongTime.test(message)) return 'clock';
  if (name.startsWith('LimitExceeded') && throttledWords.test(message)) return 'throttled';
  const named = kindOfName.get(name);
  if (named) return named;
  if (/^AccessDenied|^AuthorizationError/.test(name)) return 'denied';
  if (code === 'ENOTFOUND' || message.includes('getaddrinfo ENOTFOUND')) return 'no such host';
  if (noAnswer.has(name) || noAnswer.has(code)) return 'no answer';
  return status !== undefined && status >= 500 ? 'AWS failed' : 'other';
}

/** A page instead of a document, or a proxy that wants a name of its own (RFC 9110 §15.5.8). */
function isForeign({ message, status, type, name }: Described): boolean {
  if (status === 407 || type.includes('html')) return true;
  return /deserialization error/i.test(message) || (name === 'Unknown' && status === 502);
}

const untrustedWords =
  /self-signed certificate|unable to (verify the first|get .*issuer) certificate/;
const expiredWords = /(token|session|credentials).{0,60}\bexpired/i;
const signedAtWrongTime = /^Signature expired|^Signature not yet current|^Request has expired/;
const throttledWords = /rate exceeded|too many requests|attempt limit/i;

const kinds: Partial<Record<AwsFaultKind, readonly string[]>> = {
  'no credentials': ['CredentialsProviderError'],
  expired: ['ExpiredToken', 'ExpiredTokenException', 'TokenProviderError'],
  'unknown credentials': [
    'InvalidClientTokenId',
    'UnrecognizedClientException',
    'InvalidSignatureException',
    'SignatureDoesNotMatch',
    'InvalidAccessKeyId',
    'IncompleteSignature',
    'MissingAuthenticationToken',
    'MissingAuthenticationTokenException',
  ],
  clock: ['RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed'],
  denied: ['UnauthorizedException', 'UnauthorizedOperation', 'ForbiddenException'],
  'not activated': ['OptInRequired', 'SubscriptionRequiredException'],
  throttled: [
    'Throttling',
    'ThrottlingException',
    'ThrottledException',
    'RequestThrottled',
    'RequestThrottledException',
    'RequestLimitExceeded',
    'TooManyRequestsException',
    'ProvisionedThroughputExceededException',
    'ThroughputExceeded',
  ],
  limit: ['LimitExceededException', 'LimitExceeded', 'ServiceQuotaExceededException'],
  missing: [
    'ResourceNotFoundException',
    'NotFoundException',
    'TableNotFoundException',
    'QueueDoesNotExist',
  ],
  undelivered: ['CodeDeliveryFailureException'],
};

const kindOfName: ReadonlyMap<string, AwsFaultKind> = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as AwsFaultKind] as const),
  ),
);

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const untrustedCodes: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

const noAnswer: ReadonlySet<string> = new Set([
  'TimeoutError',
  'AbortError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EPIPE',
]);

function described(thrown: unknown): Described {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', code: '', message: String(thrown), status: undefined, type: '' };
  }
  const code = textOf(thrown, 'code');
  // A refused connection to each address of a name is an AggregateError without a message.
  const message = thrown.message || code || thrown.name;
  // The SDK wraps an error of another realm, whose name is in the message alone.
  const wrapped = /^AWS SDK error wrapper for (\w+):/.exec(message)?.[1];
  const response = Reflect.get(thrown, '$response');
  const status = Reflect.get(objectOf(Reflect.get(thrown, '$metadata')), 'httpStatusCode');
  return {
    name: wrapped ?? thrown.name,
    code,
    message,
    status: typeof status === 'number' ? status : undefined,
    type: textOf(objectOf(Reflect.get(objectOf(response), 'headers')), 'content-type'),
  };
}

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

function textOf(value: object, name: string): string {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : '';
}

/** Every client of the SDK has a class for its errors that the others derive from. */
function serviceOf(thrown: unknown): string | undefined {
  for (let at: unknown = thrown; at instanceof Error; at = Object.getPrototypeOf(at)) {
    const service = /^(\w+)ServiceException$/.exec(at.constructor.name)?.[1];
    if (service) return service;
  }
  return undefined;
}
