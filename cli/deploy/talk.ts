import { createInterface } from 'node:readline/promises';
import type { Desk } from '../session.ts';

/** How a long command speaks with whoever started it. All of it goes to stderr. */
export interface Talk {
  /** Whether somebody is there to be asked. */
  interactive: boolean;
  /** What is going on now: the spinner's words at a terminal, a line in a pipe. */
  step(text: string): void;
  /** Something to keep on the terminal. */
  line(text: string): void;
  /** What was typed, without spaces around it. */
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
    ask: async (question) => {
      pause();
      const terminal = createInterface({ input: stdin, output: stderr });
      try {
        return (await terminal.question(question)).trim();
      } finally {
        terminal.close();
      }
    },
  };
}

/** Whether the answer to a question is yes; nothing typed is no. */
export async function agreed(talk: Talk, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await talk.ask(`${question} (y/N) `));
}
