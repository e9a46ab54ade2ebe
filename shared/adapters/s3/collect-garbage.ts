import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees the memory that nothing uses any more. V8 lets up to 130 MB outside of its heap wait for that, which is half of
 * the memory of a function. Takes some milliseconds.
 */
export function collectGarbage(): void {
  collect ??= exposed();
  collect();
}

/** V8's own function; only a context that is made after the flag was set has it. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
