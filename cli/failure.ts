import { CommanderError } from 'commander';
import { ManageError, type ManageProblem } from '../shared/manage/manage-error.ts';
import { codeOf } from './error-code.ts';
import { oneLine } from './result.ts';

/** How a command ended when it did not do what it was asked. */
export interface Failure {
  error: string;
  details: readonly ManageProblem[];
  /** 1: refused; 2: wrong usage. */
  exitCode: 1 | 2;
}

/** Puts whatever a command threw into one sentence. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof CommanderError) {
    return { error: usageSentence(thrown), details: [], exitCode: 2 };
  }
  if (thrown instanceof ManageError) {
    const { message, hint } = thrown;
    // What a detail says of a field, the sentence says already.
    const details = thrown.details.filter(({ field }) => field === undefined);
    return { error: hint ? `${message}: ${hint}` : message, details, exitCode: 1 };
  }
  return { error: faultSentence(thrown), details: [], exitCode: 1 };
}

/** A failure as people read it: the sentence, then each problem at its place that it does not name itself. */
export function failureText({ error, details }: Failure): string {
  const sentence = oneLine(error);
  const lines = details.map(problemLine).filter((line) => !sentence.includes(line));
  return [`Error: ${sentence}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** `welcome/body.html:3:14 message`, with as much of the place as is known. */
export function problemLine({ file, templateId, line, column, message }: ManageProblem): string {
  const place = [file ?? templateId, line, column].filter((part) => part !== undefined);
  return oneLine(`${place.join(':')} ${message}`.trim());
}

/** Commander shows its help where a command is missing, and throws without a sentence. */
function usageSentence({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing: --help shows those there are';
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}

/**
 * Faults of the way to AWS, by the names that the SDK and Node give them, as sentences that say
 * what to do. The cause of any other is all there is to say.
 */
function faultSentence(thrown: unknown): string {
  const { name, code, message } = faultOf(thrown);
  const known = sentences[name] ?? sentences[code];
  if (known) return known(message);
  if (message === 'Region is missing') {
    return 'No region is set: name it with --region, or in AWS_REGION';
  }
  return name === 'Error' ? message : `${name}: ${message}`;
}

function faultOf(thrown: unknown): { name: string; code: string; message: string } {
  if (!(thrown instanceof Error)) return { name: 'Error', code: '', message: String(thrown) };
  const code = codeOf(thrown) ?? '';
  // A refused connection to each address of a name is an AggregateError without a message.
  const message = thrown.message || code || thrown.name;
  return { name: thrown.name, code, message };
}

const noCredentials = () =>
  'No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE';
const expired = () => 'The AWS credentials have expired: sign in again (aws sso login)';
const unknownCredentials = () =>
  'AWS does not know these credentials: check AWS_PROFILE and AWS_ACCESS_KEY_ID';
const denied = (message: string) =>
  `AWS denied access: give these credentials the permission it names (${message})`;
const noAnswer = (message: string) =>
  `The deployment does not answer: check that it runs and that the network reaches it (${message})`;

const sentences: Record<string, (message: string) => string> = {
  CredentialsProviderError: noCredentials,
  TokenProviderError: expired,
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  RequestExpired: expired,
  UnrecognizedClientException: unknownCredentials,
  InvalidClientTokenId: unknownCredentials,
  InvalidSignatureException: unknownCredentials,
  SignatureDoesNotMatch: unknownCredentials,
  AccessDenied: denied,
  AccessDeniedException: denied,
  UnauthorizedException: denied,
  ResourceNotFoundException: (message) =>
    `A table of this deployment is gone: deploy the stack again, or start the local run with npm start (${message})`,
  NewerRevision: (message) => message,
  ThrottlingException: () => 'AWS is throttling these calls: try again in a minute',
  TooManyRequestsException: () => 'AWS is throttling these calls: try again in a minute',
  LimitExceededException: (message) => `A limit of the AWS account is reached (${message})`,
  TimeoutError: noAnswer,
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  ENOTFOUND: noAnswer,
  EAI_AGAIN: noAnswer,
};
