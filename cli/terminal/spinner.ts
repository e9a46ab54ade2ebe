import ora, { type Ora } from 'ora';
import { wantsColour } from './terminal.ts';

/**
 * Creates the spinner that every command uses; the caller starts it. `stream` must be one for which `canAnimate`
 * is true. The spinner does not read the keyboard, so that Ctrl-C always ends the process. `plain`: without colours.
 */
export function spinnerOn(stream: NodeJS.WriteStream, { plain = false } = {}): Ora {
  return ora({
    stream,
    discardStdin: false,
    hideCursor: false,
    ...((plain || !wantsColour()) && { color: false as const }),
  });
}
