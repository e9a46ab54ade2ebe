import type { Stops } from '../../local/stops.ts';
import type { Judgement } from './judge.ts';
import type { Damage, Peer } from './meetings.ts';

/** The parts of a run, in the order in which they run. */
export const partNames = ['function', 'scheduled', 'webhooks', 'batch', 'service'] as const;

export type PartName = (typeof partNames)[number];

export interface PartOptions {
  seed: number;
  sends: number;
  /** The break of the run (`breaks.ts`); null if there is none. */
  broken: string | null;
  /** Environments of execute or batch, and as many of due. At any time most wait for a peer that does not answer. */
  environments: number;
  /** Called at the end of each send, with the number of sends that have ended. */
  onEnded?: (ended: number) => void;
}

/** The result of a part. */
export interface PartResult extends Judgement {
  /** Lines about the faults and events of this part. */
  met: string[];
}

export type Part = (options: PartOptions, stops: Stops) => Promise<PartResult>;

/** Lines about the calls of the functions to each peer. */
export function damageLines(damage: Readonly<Record<Peer, Damage>>): string[] {
  const called = Object.entries(damage).filter(([, { calls }]) => calls > 0);
  const crashes = Object.values(damage).reduce((count, each) => count + each.crashes, 0);
  return [
    ...called.map(([peer, { faults, calls, slow }]) => {
      return `${faults} of ${calls} calls to ${peer} broken, ${slow} slow`;
    }),
    `${crashes} crashes`,
  ];
}
