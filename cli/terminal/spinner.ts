import ora, { type Ora } from 'ora';
import { wantsColour } from './terminal.ts';

/**
 * The spinner of every command, not yet spinning: for a stream that `canAnimate`. It leaves the keyboard
 * alone, so that Ctrl-C always ends the process.
 */
export function spinnerOn(stream: NodeJS.WriteStream): Ora {
  return ora({
    stream,
    discardStdin: false,
    hideCursor: false,
    ...(!wantsColour() && { color: false as const }),
  });
}
