import { createInterface } from 'node:readline/promises';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Desk } from '../connection/session.ts';

/** How a long command speaks with the person who started it. All of it goes to stderr. */
export interface Talk {
  /** Whether somebody is there to be asked. */
  interactive: boolean;
  /** What is going on now: the spinner's words at a terminal, a line in a pipe. */
  step(text: string): void;
  /** Something to keep on the terminal. */
  line(text: string): void;
  /**
   * What was typed, without spaces around it.
   *
   * @throws {ManageError} where Ctrl-C or Ctrl-D was typed instead of an answer
   */
  ask(question: string): Promise<string>;
}

export function talkAt({ progress, pause }: Pick<Desk, 'progress' | 'pause'>): Talk {
  const { stdin, stderr } = process;
  return {
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    step: (text) => {
      if (stderr.isTTY) progress(text);
      else stderr.write(`${text}\n`);
    },
    line: (text) => {
      pause();
      stderr.write(`${text}\n`);
    },
    ask: (question) => {
      pause();
      return answerTo(question, stdin, stderr);
    },
  };
}

/** Exported for its test, which types into streams of its own. */
export async function answerTo(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const terminal = createInterface({ input, output });
  const { promise: unanswered, reject } = Promise.withResolvers<never>();
  const noAnswer = () => reject(new ManageError('There was no answer to the question'));
  // Without this a closed input leaves the question open for ever, and Node ends without a word.
  terminal.once('close', noAnswer).once('SIGINT', noAnswer);
  try {
    return (await Promise.race([terminal.question(question), unanswered])).trim();
  } finally {
    terminal.close();
  }
}

/** Whether the answer to a question is yes; nothing typed is no. */
export async function agreed(talk: Talk, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await talk.ask(`${question} (y/N) `));
}
