/** Why a call to AWS failed. */
export type AwsFaultKind =
  | 'no credentials'
  | 'expired'
  | 'unknown credentials'
  /** AWS refuses the time in the request's signature. */
  | 'clock'
  | 'no region'
  | 'denied'
  /** The sign-up of the AWS account is not complete. */
  | 'not activated'
  | 'throttled'
  | 'limit'
  /** The resource that the call names does not exist. */
  | 'missing'
  /** Cognito could not deliver its mail. */
  | 'undelivered'
  | 'no answer'
  | 'no such host'
  /** Node does not trust the issuer of the server's certificate. */
  | 'untrusted'
  /** A proxy or another host on the way answered instead of AWS. */
  | 'not AWS'
  /** AWS itself failed. */
  | 'AWS failed'
  | 'other';

export interface AwsFault {
  kind: AwsFaultKind;
  /** The error's name, as AWS or Node gives it. */
  name: string;
  /** Node's code for a failure below HTTP: `ECONNREFUSED`; empty if there is none. */
  code: string;
  /** The error's message, never empty. */
  message: string;
  status: number | undefined;
}

/** Finds out why a call to AWS failed, from the fields of the SDK's or Node's error. */
export function awsFault(thrown: unknown): AwsFault {
  const { type, ...error } = described(thrown);
  return { kind: kindOf({ type, ...error }), ...error };
}

/**
 * Explains a fault in a sentence without a full stop; `detail` is the message of AWS or Node, if it says more.
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
  // The SDK's messages for these two errors describe its internals.
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
  missing: 'AWS does not know a resource that the call names',
  undelivered: 'Cognito could not deliver its mail',
  'no answer': 'AWS does not answer',
  'no such host': 'The network does not know this host',
  untrusted: 'The network shows a certificate that does not belong to AWS',
  'AWS failed': 'AWS could not answer',
};

const plain: ReadonlySet<AwsFaultKind> = new Set(['expired', 'clock', 'no region', 'throttled']);

/** An error's fields, and the media type of the answer (empty if there was none). */
type Described = Omit<AwsFault, 'kind'> & { type: string };

function kindOf(error: Described): AwsFaultKind {
  const { name, code, message, status } = error;
  // The SDK wraps an error of another realm, and then only the message says which one it is.
  if (untrustedCode.test(code) || untrustedWords.test(message)) return 'untrusted';
  if (isForeign(error)) return 'not AWS';
  const told = kindsByMessage.find(([, words]) => words.test(message));
  if (told) return told[0];
  if (name.startsWith('LimitExceeded') && throttledWords.test(message)) return 'throttled';
  const named = kindsByName.find(([, names]) => names.test(name));
  if (named) return named[0];
  if (code === 'ENOTFOUND' || message.includes('getaddrinfo ENOTFOUND')) return 'no such host';
  if (noAnswer.test(name) || noAnswer.test(code)) return 'no answer';
  return status !== undefined && status >= 500 ? 'AWS failed' : 'other';
}

/** An HTML page or an unreadable answer instead of AWS's, or a proxy that asks for a sign-in (RFC 9110 §15.5.8). */
function isForeign({ message, status, type, name }: Described): boolean {
  if (status === 407 || type.includes('html')) return true;
  return /deserialization error/i.test(message) || (name === 'Unknown' && status === 502);
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const untrustedCode =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/;
const untrustedWords =
  /self-signed certificate|unable to (verify the first|get .*issuer) certificate/;
const throttledWords = /rate exceeded|too many requests|attempt limit/i;
const noAnswer =
  /^(TimeoutError|AbortError|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|EPIPE)$/;

const kindsByMessage: readonly [AwsFaultKind, RegExp][] = [
  ['no region', /^Region is missing$/],
  ['expired', /(token|session|credentials).{0,60}\bexpired/i],
  ['clock', /^Signature expired|^Signature not yet current|^Request has expired/],
];

const kindsByName: readonly [AwsFaultKind, RegExp][] = [
  ['no credentials', /^CredentialsProviderError$/],
  ['expired', /^ExpiredToken|^TokenProviderError$/],
  [
    'unknown credentials',
    /^(InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|InvalidAccessKeyId|IncompleteSignature|MissingAuthenticationToken)/,
  ],
  ['clock', /^Request(Expired|InTheFuture|TimeTooSkewed)$/],
  [
    'denied',
    /^(AccessDenied|AuthorizationError|UnauthorizedException|UnauthorizedOperation|Forbidden)/,
  ],
  ['not activated', /^(OptInRequired|SubscriptionRequired)/],
  [
    'throttled',
    /^(Throttl|RequestThrottled|RequestLimitExceeded|TooManyRequests)|ThroughputExceeded/,
  ],
  ['limit', /^(LimitExceeded|ServiceQuotaExceeded)/],
  ['missing', /^((Resource|Table)?NotFoundException|QueueDoesNotExist)$/],
  ['undelivered', /^CodeDeliveryFailure/],
];

function described(thrown: unknown): Described {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', code: '', message: String(thrown), status: undefined, type: '' };
  }
  const code = textOf(thrown, 'code');
  // If every address of a host refuses the connection, Node throws an AggregateError without a message.
  const message = thrown.message || code || thrown.name;
  // The SDK wraps an error of another realm, and then only the message has its name.
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
