import { spinnerOn } from '../cli/terminal/spinner.ts';
import { canAnimate } from '../cli/terminal/terminal.ts';

/** Reports what the local run is doing. Stdout has only the summary. */
export interface Progress {
  step: (text: string) => void;
  note: (line: string) => void;
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
