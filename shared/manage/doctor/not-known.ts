/** Why a check cannot be made, in a sentence: what it needs is missing, which another check tells. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
}

/** What AWS calls a session that is over. */
const expiredNames: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'TokenProviderError',
]);

const unknownKeyNames: ReadonlySet<string> = new Set([
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'InvalidAccessKeyId',
]);

const noAnswerNames: ReadonlySet<string> = new Set([
  'TimeoutError',
  'AbortError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPIPE',
]);

/** What a failed call to AWS means for whoever wanted to know. */
export type Fault =
  | 'no credentials'
  | 'expired'
  | 'unknown credentials'
  | 'no region'
  | 'denied'
  | 'no answer'
  | 'no such host'
  | 'other';

/** Sorts what a call to AWS threw, by the names that the SDK and Node give. */
export function faultOf(thrown: unknown): Fault {
  const { name, code, message } = described(thrown);
  if (expiredNames.has(name) || /token.*expired|session.*expired/i.test(message)) return 'expired';
  if (name === 'CredentialsProviderError') return 'no credentials';
  if (unknownKeyNames.has(name)) return 'unknown credentials';
  if (message === 'Region is missing') return 'no region';
  if (/^AccessDenied|^UnauthorizedException$|^AuthorizationError/.test(name)) return 'denied';
  // The SDK wraps an error that it does not take for one, and then only the message has the code.
  if (code === 'ENOTFOUND' || /getaddrinfo ENOTFOUND/.test(message)) return 'no such host';
  return noAnswerNames.has(name) || noAnswerNames.has(code) ? 'no answer' : 'other';
}

/** Why a check could not be made, in one sentence; a refusal names the permission that is missing. */
export function reasonOf(thrown: unknown): string {
  const { name, message } = described(thrown);
  if (thrown instanceof NotKnown) return message;
  switch (faultOf(thrown)) {
    case 'no credentials':
      return 'There are no AWS credentials to ask with';
    case 'expired':
      return 'The AWS session has expired';
    case 'unknown credentials':
      return 'AWS does not take these credentials';
    case 'no region':
      return 'No region is set';
    case 'denied':
      return deniedSentence(message);
    case 'no answer':
      // The SDK's own words for it are about its insides.
      return name === 'TimeoutError'
        ? 'AWS gave no answer in time'
        : `AWS gave no answer (${message})`;
    case 'no such host':
      return `The network knows no such host (${message})`;
    case 'other':
      return name === 'Error' ? message : `${name}: ${message}`;
  }
}

/** `User: … is not authorized to perform: ses:GetAccount on resource: …` */
function deniedSentence(message: string): string {
  const permission = /not authorized to perform:? ([\w-]+:\w+)/.exec(message)?.[1];
  return permission ? `The permission ${permission} is missing` : `AWS denied access (${message})`;
}

function described(thrown: unknown): { name: string; code: string; message: string } {
  if (!(thrown instanceof Error)) return { name: 'Error', code: '', message: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return { name: thrown.name, code, message: thrown.message || code || thrown.name };
}
