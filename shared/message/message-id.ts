import { randomInt } from 'node:crypto';
import { decodeTime, ulid } from 'ulid';

/** The digits of a ULID in their order, Crockford's base 32: https://github.com/ulid/spec. */
export const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A ULID (48 bits of time, 80 random), and the digit of its part unless that is the first. As texts, ids sort by time.
 */
const shape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}([0-9A-HJKMNP-TV-Z]?)$/;

/** The part with the messages of an account's test keys, which no live request and no list of live messages reads. */
export const testPart = '0';

/** What execute answers before our id in place of SES's id, if the mail was captured. */
export const capturedPrefix = 'captured-';

/** Whether the mail of a message was captured: SES was not called. */
export function isCaptured({ sesMessageId }: { sesMessageId: string | null }): boolean {
  return sesMessageId?.startsWith(capturedPrefix) ?? false;
}

/** The header of an answer that recorded a message: our id of it. `messageId` in the body is SES's id. */
export const messageIdHeader = 'x-message-id';

/** Whether a text has the form of a message id, so that it contains a time and can be a list's cursor. */
export function isMessageId(text: string): boolean {
  return shape.test(text);
}

/** The digit of the part that a message is stored in; empty for the first part. */
export function partOf(messageId: string): string {
  return shape.exec(messageId)?.[1] ?? '';
}

/** Whether a test key made the message with this id. */
export function isTestMessage(messageId: string): boolean {
  return partOf(messageId) === testPart;
}

/** When a message with this id was accepted, in milliseconds since 1970. */
export const acceptedMs = (messageId: string): number => decodeTime(messageId.slice(0, 26));

/** The digits of the first `count` parts of an account's live messages. The first part has none. */
export function firstParts(count: number): string[] {
  return ['', ...ulidDigits.slice(1, count)];
}

/** The id of a new message at a time in milliseconds, in one of the account's first `parts` parts (default: 1). */
export function newMessageId(
  nowMs: number,
  parts = 1,
  random: (below: number) => number = randomInt,
): string {
  return `${ulid(nowMs)}${parts === 1 ? '' : firstParts(parts)[random(parts)]}`;
}

/** The id of a new message of a test key, at a time in milliseconds. */
export function newTestMessageId(nowMs: number): string {
  return `${ulid(nowMs)}${testPart}`;
}
