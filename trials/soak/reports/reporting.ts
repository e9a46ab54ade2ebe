import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../harness/random.ts';
import { payloadOf } from '../../harness/ses-report.ts';
import { UnderWay } from '../../harness/under-way.ts';
import { patience } from '../caller.ts';
import type { AcceptedMail } from '../faults/ses.ts';
import { type DrawnReport, drawReports } from './draw.ts';

/** A report of the run, and whether the function accepted it. */
export interface MadeReport extends DrawnReport {
  /** The mail that it is about, even if its tags name another one. */
  mail: AcceptedMail;
  acknowledged: boolean;
}

/** Hands a report over once. Returns whether it was accepted. */
export type HandOver = (
  payload: unknown,
  attempt: { words: readonly (string | number)[]; calm: boolean },
) => Promise<boolean>;

export interface ReportingOptions {
  seed: number;
  accounts: readonly [string, ...string[]];
  handOver: HandOver;
}

/** Between two tries, in milliseconds. The last tries are calm, so they read no stale index. */
const pauseMs = 250;

/** The tries of Lambda, which may meet faults, and of the operator, who replays a dead letter. */
const tries = { faulty: 3, calm: 4 };

/** Hands SES's reports on a run's mails over as EventBridge and Lambda do, until each is accepted or given up. */
export function startReporting({ seed, accounts, handOver }: ReportingOptions) {
  const made: MadeReport[] = [];
  const underWay = new UnderWay();
  const attempt = async (report: MadeReport, copy: string, nth: number, calm: boolean) => {
    const words = [report.eventId, copy, nth];
    const taken = await handOver(payloadOf(report), { words, calm });
    if (taken) report.acknowledged = true;
    return taken;
  };
  const deliver = async (report: MadeReport, copy: string) => {
    for (let nth = 0; nth < tries.faulty + tries.calm; nth++) {
      await pause(nth === 0 ? report.afterMs : pauseMs);
      const calm = nth >= tries.faulty;
      if (calm) await patience(nth - tries.faulty);
      if (await attempt(report, copy, nth, calm)) return;
    }
  };
  const untaken = () => made.filter(({ acknowledged }) => !acknowledged);
  return {
    made,
    quiet: () => underWay.quiet(),
    /** Replays the dead letters, as an operator does, until no more are accepted. */
    replay: async () => {
      for (let round = 0; ; round++) {
        const left = untaken();
        await patience(round);
        await Promise.all(left.map((report) => attempt(report, 'replayed', round, true)));
        if (untaken().length === left.length) return;
      }
    },
    /** Starts the reports on an accepted mail. */
    accept: (mail: AcceptedMail) => {
      for (const drawn of drawReports(mail, randomFrom(seed, mail.sendId, 'reports'), accounts)) {
        const report = { ...drawn, mail, acknowledged: false };
        made.push(report);
        underWay.add(deliver(report, 'once'));
        if (report.twice) underWay.add(deliver(report, 'again'));
      }
    },
  };
}
