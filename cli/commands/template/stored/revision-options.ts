import type { Command } from 'commander';
import { readUtc } from '../../../terminal/local-time.ts';

export const noteOption = [
  '--note <text>',
  'what `template versions` shows about the new revision: one line of at most 200 characters',
] as const;

/** A time in the past, UTC where it names no zone; any other text is wrong usage. */
export function pastTime(
  text: string | undefined,
  option: string,
  command: Command,
): Date | undefined {
  if (text === undefined) return undefined;
  const time = readUtc(text);
  if (time && time <= new Date()) return time;
  const problem = time ? 'must be a time in the past' : 'must be a time such as 2026-11-21T14:00Z';
  return command.error(`error: ${option} ${problem}, found ${JSON.stringify(text)}`);
}
