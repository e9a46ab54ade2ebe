import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../harness/random.ts';
import { payloadOf } from '../../harness/ses-report.ts';
import type { AcceptedMail } from '../faults/ses.ts';
import { type DrawnReport, drawReports } from './draw.ts';

/** A report of the run, and whether the function took it. */
export interface MadeReport extends DrawnReport {
  /** Its mail, whatever its tags say. */
  mail: AcceptedMail;
  acknowledged: boolean;
}

/** Hands a report over once. Returns whether it was taken. */
export type HandOver = (
  payload: unknown,
  attempt: { words: readonly (string | number)[]; calm: boolean },
) => Promise<boolean>;

export interface ReportingOptions {
  seed: number;
  accounts: readonly [string, ...string[]];
  handOver: HandOver;
}

/** Between two tries, in milliseconds; the last one reads no stale index. */
const pauseMs = 250;

/** Tries of Lambda, which may meet faults; then one by the operator, who hands a dead letter over again. */
const tries = { faulty: 3, calm: 1 };

/** Hands SES's reports on a run's mails over as EventBridge and Lambda do, until each is taken. */
export class Reporting {
  readonly made: MadeReport[] = [];
  private readonly options: ReportingOptions;
  private readonly underWay = new Set<Promise<void>>();

  constructor(options: ReportingOptions) {
    this.options = options;
  }

  /** Starts the reports on an accepted mail. */
  accept = (mail: AcceptedMail): void => {
    const { seed, accounts } = this.options;
    const random = randomFrom(seed, mail.sendId, 'reports');
    for (const drawn of drawReports(mail, random, accounts)) {
      const report = { ...drawn, mail, acknowledged: false };
      this.made.push(report);
      this.start(this.deliver(report, 'once'));
      if (report.twice) this.start(this.deliver(report, 'again'));
    }
  };

  /** Resolves when every report was taken or given up. */
  async quiet(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private start(delivery: Promise<void>): void {
    const entry: Promise<void> = delivery.finally(() => this.underWay.delete(entry));
    this.underWay.add(entry);
  }

  private async deliver(report: MadeReport, copy: string): Promise<void> {
    const { handOver } = this.options;
    for (let attempt = 0; attempt < tries.faulty + tries.calm; attempt++) {
      await pause(attempt === 0 ? report.afterMs : pauseMs);
      const calm = attempt >= tries.faulty;
      const words = [report.eventId, copy, attempt];
      if (await handOver(payloadOf(report), { words, calm })) {
        report.acknowledged = true;
        return;
      }
    }
  }
}
