import { spinnerOn } from '../cli/terminal/spinner.ts';
import { canAnimate } from '../cli/terminal/terminal.ts';

/** Where the local run says what it is doing: never on stdout, which has the summary alone. */
export interface Progress {
  /** What takes time now. */
  step: (text: string) => void;
  /** A line that stays. */
  note: (line: string) => void;
  /** Nothing takes time any more. */
  end: () => void;
}

/** A spinner on a terminal, plain lines in a pipe and on a terminal that does not know its width. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  return canAnimate(stream) ? spinner(stream) : plainLines(stream);
}

export const silent: Progress = { step: () => {}, note: () => {}, end: () => {} };

function plainLines(stream: NodeJS.WritableStream): Progress {
  const note = (line: string) => void stream.write(`${line}\n`);
  return { step: note, note, end: () => {} };
}

function spinner(stream: NodeJS.WriteStream): Progress {
  const spin = spinnerOn(stream);
  return {
    step: (text) => void spin.start(text),
    note: (line) => {
      const { isSpinning, text } = spin;
      spin.stop();
      stream.write(`${line}\n`);
      if (isSpinning) spin.start(text);
    },
    end: () => void spin.stop(),
  };
}
