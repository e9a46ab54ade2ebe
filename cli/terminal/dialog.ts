import { createInterface } from 'node:readline/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Result } from './result.ts';
import { canAnimate, takesColour } from './terminal.ts';

/** Lets a command ask the person who started it. It writes only to stderr. */
export interface Dialog {
  /** Whether stdin and stderr are a terminal, so that a person can answer. */
  interactive: boolean;
  /** Shows what the command is doing: as the spinner's text at a terminal, as a line in a pipe. */
  step(text: string): void;
  line(text: string): void;
  /** The answer, trimmed. @throws {ManageError} if the person typed Ctrl-C or Ctrl-D instead */
  ask(question: string): Promise<string>;
}

/** Only `emit` writes to stdout. */
export interface Terminal extends Dialog {
  /** Shows what the command is doing: as the spinner's text at a terminal. In a pipe it prints nothing. */
  progress(text: string): void;
  /** Prints a result at once, on one line with `--json`. For commands that have several results. */
  emit(result: Result): void;
  /** Removes the spinner, so that it does not overwrite other output. */
  pause(): void;
}

export async function openTerminal({ json }: { json: boolean }): Promise<Terminal> {
  const { stdin, stderr } = process;
  const spinner = await startSpinner({ plain: json });
  const line = (text: string) => {
    spinner.stop();
    // The text was coloured for stdout.
    stderr.write(`${takesColour(stderr) ? text : stripVTControlCharacters(text)}\n`);
  };
  return {
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    progress: spinner.progress,
    step: stderr.isTTY ? spinner.progress : line,
    line,
    ask: (question) => {
      spinner.stop();
      return answerTo(question, stdin, stderr);
    },
    emit: (result) => {
      spinner.stop();
      print(json ? JSON.stringify(result.json) : result.text);
    },
    pause: spinner.stop,
  };
}

/** Exported so that a test can type into its own streams. */
export async function answerTo(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const terminal = createInterface({ input, output });
  const { promise: unanswered, reject } = Promise.withResolvers<never>();
  const noAnswer = () => reject(new ManageError('There was no answer to the question'));
  // Without this a closed input leaves the question open for ever, and Node ends without a message.
  terminal.once('close', noAnswer).once('SIGINT', noAnswer);
  try {
    return (await Promise.race([terminal.question(question), unanswered])).trim();
  } finally {
    terminal.close();
  }
}

/** Whether the person answers a question with yes; an empty answer is no. */
export async function agreed(dialog: Dialog, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await dialog.ask(`${question} (y/N) `));
}

/** Asks unless --yes was given. Without a terminal it ends: `what` is what it would do, such as `publish this`. */
export async function confirmed(
  dialog: Dialog,
  command: Command,
  { yes, question, what }: { yes: boolean; question: string; what: string },
): Promise<boolean> {
  if (yes) return true;
  if (dialog.interactive) return agreed(dialog, question);
  return command.error(`error: cannot ask without a terminal: add --yes to ${what}`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function startSpinner(look: {
  plain: boolean;
}): Promise<{ progress: (text: string) => void; stop: () => void }> {
  if (!canAnimate(process.stderr)) return { progress: () => {}, stop: () => {} };
  const { spinnerOn } = await import('./spinner.ts');
  const spinner = spinnerOn(process.stderr, look).start('Connecting');
  return {
    progress: (text) => {
      spinner.text = text;
    },
    stop: () => void spinner.stop(),
  };
}
