import type { WakeUps } from '../../adapters/later.ts';
import type { ManagePorts } from '../ports.ts';

/** What changing scheduled messages needs. */
export interface ScheduledPorts
  extends Pick<ManagePorts, 'messages' | 'accounts' | 'templates' | 'now'> {
  /** Null: this deployment has scheduled sends switched off. */
  wakeUps: WakeUps | null;
  /** Why this deployment cannot send from an address; null where it can. */
  senderProblem: (from: string) => string | null;
}
