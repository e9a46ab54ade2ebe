import { CommanderError } from 'commander';
import { ManageError, type ManageProblem } from '../../shared/manage/manage-error.ts';
import { isDiskFull } from '../files/disk-full.ts';
import { awsSentence } from './aws-failure.ts';
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

/** A failed call to AWS says what to do; the cause of any other error is all there is to say. */
function faultSentence(thrown: unknown): string {
  const sentence = awsSentence(thrown);
  if (sentence !== null) return sentence;
  if (!(thrown instanceof Error)) return String(thrown);
  if (isDiskFull(thrown)) {
    return `The disk is full: free some space, then run this again (${thrown.message})`;
  }
  const { name } = thrown;
  const message = thrown.message || codeOf(thrown) || name;
  return name === 'Error' || name === 'NewerRevision' ? message : `${name}: ${message}`;
}
