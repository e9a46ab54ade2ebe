import { env } from '../env.ts';
import { required } from '../required.ts';
import type { LaterSettings } from './later.ts';

/** The queues and the schedules that the environment names. Null: this function does nothing later. */
export function readLaterSettings(): LaterSettings | null {
  const due = process.env[env.dueQueue];
  const webhooks = process.env[env.webhooksQueue];
  if (!due && !webhooks) return null;
  const group = process.env[env.scheduleGroup];
  return {
    queues: { ...(due && { due }), ...(webhooks && { webhooks }) },
    schedules: group
      ? { group, role: required(env.scheduleRole), deadLetters: required(env.deadLetterQueue) }
      : null,
    fastForwardMs: Number(process.env[env.fastForwardMs] ?? ''),
  };
}
