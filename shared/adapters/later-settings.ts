import { env } from '../env.ts';
import { required } from '../required.ts';
import type { LaterSettings } from './later.ts';

/** The queues and the schedules that the environment names. Null: this deployment does nothing later. */
export function readLaterSettings(): LaterSettings | null {
  const due = process.env[env.dueQueue];
  if (!due) return null;
  return {
    queues: { due },
    group: required(env.scheduleGroup),
    role: required(env.scheduleRole),
    deadLetters: required(env.deadLetterQueue),
    fastForwardMs: Number(process.env[env.fastForwardMs]),
  };
}
