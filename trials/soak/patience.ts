import { setTimeout as pause } from 'node:timers/promises';

/** The longest pause, in milliseconds. */
const longestMs = 10_000;

/**
 * Pauses before a try that meets no faults; `number` counts these tries from 0. The first comes at once. The pauses grow,
 * so that a busy machine gets the time that the limits of a function's calls need.
 */
export async function patience(number: number): Promise<void> {
  if (number > 0) await pause(Math.min(250 * 2 ** number, longestMs));
}
