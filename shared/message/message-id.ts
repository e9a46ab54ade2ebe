import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';

/** The digits of a ULID in their order, Crockford's base 32: https://github.com/ulid/spec. */
export const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A ULID (48 bits of time and 80 of chance), and the digit of its part where the message lies beyond
 * the first part of its account. Text order is the order of time, with and without the digit.
 */
const shape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}([1-9A-HJKMNP-TV-Z]?)$/;

/** Whether a message of this id can exist at all: only then does its place in a list mean a time. */
export function isMessageId(text: string): boolean {
  return shape.test(text);
}

/** The digit of the part that a message lies in; empty for the first one. */
export function partOf(messageId: string): string {
  return shape.exec(messageId)?.[1] ?? '';
}

/** The digits of the first `count` parts of an account. The first part has none. */
export function firstParts(count: number): string[] {
  return ['', ...ulidDigits.slice(1, count)];
}

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
