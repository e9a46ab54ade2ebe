import { styleText } from 'node:util';

/** The properties of a stream that decide how to write to it. */
export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/** Whether the terminal knows its width: on 0 columns ora would clear lines for ever. */
export function canAnimate({ isTTY, columns }: Screen): boolean {
  return isTTY === true && columns > 0;
}

/** Whether to use colours: any value of `NO_COLOR` switches them off (https://no-color.org). */
export function wantsColour(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !environment.NO_COLOR;
}

/** Whether what is written to the stream may have colours: a terminal that shows them, or FORCE_COLOR. */
export function takesColour(stream: NodeJS.WriteStream): boolean {
  return styleText('bold', '', { stream }) !== '';
}

/** The width of the terminal. Infinite for a pipe, and for a terminal that does not know its width. */
export function terminalWidth({ isTTY, columns }: Screen = process.stdout): number {
  return isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}
