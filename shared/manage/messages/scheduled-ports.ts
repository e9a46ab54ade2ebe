import type { WakeUps } from '../../adapters/later.ts';
import type { Announcer } from '../../webhook/announce.ts';
import type { ManagePorts } from '../ports.ts';

/** What changing scheduled messages needs. */
export interface ScheduledPorts
  extends Pick<ManagePorts, 'messages' | 'accounts' | 'templates' | 'now'> {
  /** Null if this deployment has scheduled sends switched off. */
  wakeUps: WakeUps | null;
  /** Gives the end of a message to the account's webhooks. Undefined if this deployment has no webhooks. */
  announcer?: Announcer | undefined;
  /** Why this deployment cannot send from an address; null if it can. */
  senderProblem: (from: string) => string | null;
}
