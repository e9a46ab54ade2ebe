import { CommanderError } from 'commander';
import { type AwsFaultKind, awsFault, faultReason } from '../../shared/adapters/aws-fault.ts';
import { program, startCommand } from '../../shared/command.ts';
import {
  ManageError,
  type ManageProblem,
  type ProblemPlace,
} from '../../shared/manage/manage-error.ts';
import { codeOf, isDiskFull } from '../files/error-code.ts';
import { oneLine } from './result.ts';

interface Failure {
  error: string;
  details: readonly ManageProblem[];
  /** Whether `error` contains every detail. Default: false. */
  namesProblems?: boolean;
  /** 1: refused; 2: wrong usage. */
  exitCode: 1 | 2;
}

export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof CommanderError) {
    return { error: usageSentence(thrown), details: [], exitCode: 2 };
  }
  if (thrown instanceof ManageError) {
    const { message, hint, namesProblems } = thrown;
    // The sentence already contains the details that have a `field`.
    const details = thrown.details.filter(({ field }) => field === undefined);
    const error = hint ? `${message}: ${hint}` : message;
    return { error, details, exitCode: 1, ...(namesProblems && { namesProblems }) };
  }
  return { error: faultSentence(thrown), details: [], exitCode: 1 };
}

/** The text of a failure: the sentence, then a line for each problem unless the sentence contains the problems. */
export function failureText({ error, details, namesProblems = false }: Failure): string {
  const lines = namesProblems ? [] : details.map((problem) => `  ${problemLine(problem)}`);
  return [`Error: ${oneLine(error)}`, ...lines].join('\n');
}

/** The error for problems in template files. Its sentence contains the problem if there is only one. */
export const filesRefused = (opening: string, problems: readonly ManageProblem[]) =>
  refusedFor(opening, problems, 'the templates');

/** Like `filesRefused`, for problems in something else, such as `the addresses`. */
export function refusedFor(
  opening: string,
  problems: readonly ManageProblem[],
  where: string,
): ManageError {
  const [only, another] = problems;
  const namesProblems = only !== undefined && another === undefined;
  const found = namesProblems ? problemLine(only) : `${problems.length} problems in ${where}`;
  return new ManageError(`${opening}: ${found}`, problems, { namesProblems });
}

/** `welcome/body.html:3:14 message`, with as much of the place as is known. */
export function problemLine({ templateId, message, ...place }: ManageProblem): string {
  const { file = templateId } = place;
  return oneLine(`${placeText({ ...place, file })} ${message}`.trim());
}

/** `footer/body.html:3:14, in welcome/body.html:20:5`: a place in a partial, and the place that takes the partial. */
export function placeText({
  takenBy = [],
  ...place
}: Pick<ProblemPlace, 'file' | 'line' | 'column' | 'takenBy'>): string {
  return [place, ...takenBy]
    .map(({ file, line, column }) => {
      return [file, line, column].filter((part) => part !== undefined).join(':');
    })
    .join(', in ');
}

/** If the user gives no command, Commander prints its help and throws an error without a sentence. */
function usageSentence({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing: --help lists the commands';
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}

const mistakes = new Set(['TypeError', 'ReferenceError', 'RangeError']);

/** For a failed call to AWS, the sentence says what to do. For any other error, it says only the cause. */
function faultSentence(thrown: unknown): string {
  const sentence = awsSentence(thrown);
  if (sentence !== null) return sentence;
  if (!(thrown instanceof Error)) return String(thrown);
  if (isDiskFull(thrown)) {
    return `The disk is full: free some space, then run this again (${thrown.message})`;
  }
  const { name } = thrown;
  const message = thrown.message || codeOf(thrown) || name;
  // Node's own errors have a code, and errors of fetch have a cause.
  if (mistakes.has(name) && codeOf(thrown) === undefined && thrown.cause === undefined) {
    const place = /^ *(at .*)$/m.exec(thrown.stack ?? '')?.[1] ?? '';
    return `${name}: ${message} ${place}: this is a mistake in postrider, please report it`;
  }
  return name === 'Error' || name.startsWith('Newer') ? message : `${name}: ${message}`;
}

function awsSentence(thrown: unknown): string | null {
  const fault = awsFault(thrown);
  if (fault.kind === 'other') return null;
  const { reason, detail = fault.kind === 'denied' ? fault.message : undefined } =
    faultReason(fault);
  const sentence = `${openings[fault.kind] ?? reason}: ${fixes[fault.kind]}`;
  return detail ? `${sentence} (${detail})` : sentence;
}

/** These openings do not name AWS, because the command may have called the local run. */
const openings: Partial<Record<AwsFaultKind, string>> = {
  'no answer': 'The deployment does not answer',
  'no such host': 'The deployment does not answer',
  missing: 'AWS does not know a resource that the command names',
};

const checkNetwork = 'check that it runs and that the network reaches it';

const fixes: Record<Exclude<AwsFaultKind, 'other'>, string> = {
  'no credentials': 'sign in (aws sso login), or set AWS_PROFILE',
  expired: 'sign in again (aws sso login), then run the command again',
  'unknown credentials':
    'check AWS_PROFILE and AWS_ACCESS_KEY_ID, and that the AWS account has enabled the region',
  clock: 'set the clock (sudo timedatectl set-ntp true; on macOS sudo sntp -sS time.apple.com)',
  'no region': 'name it with --region, or in AWS_REGION',
  denied: 'give these credentials the permission',
  'not activated':
    'complete its sign-up at https://portal.aws.amazon.com/billing/signup, then wait up to 24 hours',
  throttled: 'try again in a minute',
  limit: 'ask for more at https://console.aws.amazon.com/servicequotas/home, or wait a day',
  missing: `run ${program} doctor, and see docs/runbook.md; start a local run again with ${startCommand}`,
  undelivered: 'check the address, then run the command again',
  'no answer': checkNetwork,
  'no such host': checkNetwork,
  untrusted:
    "if it is your company's proxy, save its root certificate in a file, and name that file in NODE_EXTRA_CA_CERTS",
  'not AWS':
    "if it is your company's proxy, let this machine reach *.amazonaws.com; check AWS_ENDPOINT_URL if it is set",
  'AWS failed': 'try again in a minute, or look at https://health.aws.amazon.com/health/status',
};
