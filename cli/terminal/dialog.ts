import { createInterface } from 'node:readline/promises';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Result } from './result.ts';
import { canAnimate } from './terminal.ts';

/** How a command asks the person who started it. All of it goes to stderr. */
export interface Dialog {
  /** Whether a person is there to answer. */
  interactive: boolean;
  /** What the command is doing: the spinner's text at a terminal, a line in a pipe. */
  step(text: string): void;
  /** A line that stays on the terminal. */
  line(text: string): void;
  /**
   * What the person typed, trimmed.
   *
   * @throws {ManageError} where the person typed Ctrl-C or Ctrl-D instead of an answer
   */
  ask(question: string): Promise<string>;
}

/** How a command speaks while it works. Only `emit` writes to stdout. */
export interface Terminal extends Dialog {
  /** What the command is doing: the spinner's text at a terminal, nothing in a pipe. */
  progress(text: string): void;
  /** Prints a result at once, on one line with `--json`: for a command that has several. */
  emit(result: Result): void;
  /** Removes the spinner, so that it does not overwrite other output. */
  pause(): void;
}

export async function openTerminal({ json }: { json: boolean }): Promise<Terminal> {
  const { stdin, stderr } = process;
  const spinner = await startSpinner();
  const line = (text: string) => {
    spinner.stop();
    stderr.write(`${text}\n`);
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

/** Exported for its test, which types into its own streams. */
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

/** Prints a text on stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** On stderr, and only on a terminal. */
async function startSpinner(): Promise<{ progress: (text: string) => void; stop: () => void }> {
  if (!canAnimate(process.stderr)) return { progress: () => {}, stop: () => {} };
  const { spinnerOn } = await import('./spinner.ts');
  const spinner = spinnerOn(process.stderr).start('Connecting');
  return {
    progress: (text) => {
      spinner.text = text;
    },
    stop: () => void spinner.stop(),
  };
}
