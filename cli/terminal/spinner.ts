import ora, { type Ora } from 'ora';
import { wantsColour } from './terminal.ts';

/** `stream`: one for which `canAnimate` is true. Does not read the keyboard, so that Ctrl-C ends the process. */
export function spinnerOn(stream: NodeJS.WriteStream, { plain = false } = {}): Ora {
  return ora({
    stream,
    discardStdin: false,
    hideCursor: false,
    ...((plain || !wantsColour()) && { color: false as const }),
  });
}
