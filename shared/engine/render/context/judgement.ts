import type { Guard } from '../program/program.ts';

/** What a placeholder's place asks of its value: nothing, some checks, or that it stands elsewhere. */
export type Judgement = { readonly guards: readonly Guard[] } | { readonly problem: string };

export const free: Judgement = { guards: [] };

export function refused(problem: string): Judgement {
  return { problem };
}
