import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import { firstParts } from './message-id.ts';

/**
 * The id of a new message at a time in milliseconds. It lies in one of the first `parts` parts of its
 * account, default 1, chosen by `random`: a whole number from 0 to below its argument.
 */
export function newMessageId(
  nowMs: number,
  parts = 1,
  random: (below: number) => number = randomInt,
): string {
  return `${ulid(nowMs)}${parts === 1 ? '' : firstParts(parts)[random(parts)]}`;
}
