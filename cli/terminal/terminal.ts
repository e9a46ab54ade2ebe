/** What is asked of a stream to know how to write on it. */
export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/**
 * Whether what is written can be overwritten: somebody watches, on a terminal that knows its width.
 * On one of 0 columns ora clears lines for ever.
 */
export function canAnimate({ isTTY, columns }: Screen): boolean {
  return isTTY === true && columns > 0;
}

/** Whether colours are wanted: `NO_COLOR`, set to anything, refuses them (https://no-color.org). */
export function wantsColour(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !environment.NO_COLOR;
}
