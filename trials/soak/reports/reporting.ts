import { setTimeout as pause } from 'node:timers/promises';
import type { AcceptedMail } from '../faults/ses.ts';
import { randomFrom } from '../random.ts';
import { type DrawnReport, drawReports } from './draw.ts';
import { payloadOf } from './payload.ts';

/** A report as the run made it, and whether the function took it. */
export interface MadeReport extends DrawnReport {
  /** The mail that it is of, whatever its tags say. */
  mail: AcceptedMail;
  acknowledged: boolean;
}

/** One try at handing a report over: whether it was taken. */
export type HandOver = (
  payload: unknown,
  attempt: { words: readonly (string | number)[]; calm: boolean },
) => Promise<boolean>;

export interface ReportingOptions {
  seed: number;
  accounts: readonly [string, ...string[]];
  handOver: HandOver;
  /** Between two tries, in milliseconds. */
  pauseMs: number;
}

/** Tries of Lambda, which may meet faults; then one when the operator hands a dead letter over again. */
const tries = { faulty: 3, calm: 1 };

/** What SES reports of the mails of a run: handed over as EventBridge and Lambda do, until one is taken. */
export class Reporting {
  readonly made: MadeReport[] = [];
  private readonly options: ReportingOptions;
  private readonly underWay = new Set<Promise<void>>();

  constructor(options: ReportingOptions) {
    this.options = options;
  }

  /** Reports on an accepted mail, now and then. */
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

  /** Resolves when every report was taken, or will never be. */
  async quiet(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private start(delivery: Promise<void>): void {
    const entry: Promise<void> = delivery.finally(() => this.underWay.delete(entry));
    this.underWay.add(entry);
  }

  private async deliver(report: MadeReport, copy: string): Promise<void> {
    const { handOver, pauseMs } = this.options;
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
