import { NewerCopy, readCopy } from '../../../../shared/adapters/tables/copies-table.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import type { Comparison } from './candidates.ts';
import { type FindMailsPorts, findMails, type MailsLeftOut } from './find-mails.ts';
import { judgeMail, type Sides, sideOf, type Verdict } from './judge-mail.ts';

/** A mail that was made again. */
export interface ReplayedMail {
  messageId: string;
  /** ISO 8601, when it was requested. */
  createdAt: string;
  verdict: Verdict;
  /** The candidate's nodes that were not run for this mail, because their pattern is for a masked value. */
  skipped: string[];
}

/** What a replay found for one template. */
export interface TemplateReplay {
  comparison: Comparison;
  /** Live mails first, then those of test keys, newest first. */
  mails: ReplayedMail[];
  /** The messages whose copies a newer version of the service kept. */
  newer: string[];
}

export interface ReplayOptions {
  /** The most mails of each template. */
  last: number;
  /** Only mails that were requested since then. Default: of the last 30 days. */
  since?: Date | undefined;
  senderProblem: Sides['senderProblem'];
  /** Called with a description of the current step. */
  progress: (doing: string) => void;
}

/**
 * Makes the mails of an account's kept copies again, with what is served and with the candidates. It only reads, a page
 * of messages and their copies at a time, and keeps only the verdict on each mail.
 */
export async function replay(
  ports: FindMailsPorts,
  accountId: string,
  comparisons: readonly Comparison[],
  { last, since, senderProblem, progress }: ReplayOptions,
): Promise<{ replays: TemplateReplay[]; left: MailsLeftOut }> {
  const replays = comparisons.map((comparison) => ({ comparison, mails: [], newer: [] }));
  const running = new Map(
    replays.flatMap((one) => {
      const sides = sidesOf(one.comparison, senderProblem);
      return sides ? [[one.comparison.templateId, new Replayer(ports, one, sides, last)]] : [];
    }),
  );
  const wanted = new Set(running.keys());
  let made = 0;
  const left = await findMails(ports, accountId, { since, wanted }, async (page) => {
    for (const [templateId, records] of Map.groupBy(page, (record) => record.templateId)) {
      const replayer = running.get(templateId);
      made += (await replayer?.take(records)) ?? 0;
      if (replayer?.isFull) wanted.delete(templateId);
      progress(`Making the mails again: ${made} so far`);
    }
  });
  return { replays, left };
}

/** Null if there is nothing to compare. */
export function sidesOf(
  { served, isSame, revision }: Comparison,
  senderProblem: Sides['senderProblem'],
): Sides | null {
  if (served === null || isSame) return null;
  return { served: sideOf(served.revision), candidate: sideOf(revision), senderProblem };
}

/** Replays the mails of one template. */
class Replayer {
  private readonly ports: FindMailsPorts;
  private readonly replay: TemplateReplay;
  private readonly sides: Sides;
  private readonly last: number;

  constructor(ports: FindMailsPorts, replay: TemplateReplay, sides: Sides, last: number) {
    this.ports = ports;
    this.replay = replay;
    this.sides = sides;
    this.last = last;
  }

  get isFull(): boolean {
    return this.replay.mails.length >= this.last;
  }

  /** Takes records that have a copy, as many as are still wanted. Returns how many it took. */
  async take(records: readonly MessageRecord[]): Promise<number> {
    const before = this.replay.mails.length;
    let at = 0;
    while (at < records.length && !this.isFull) {
      const some = records.slice(at, at + this.last - this.replay.mails.length);
      at += some.length;
      const made = await inParallel(some, (record) => this.make(record));
      this.replay.mails.push(...made.flatMap((mail) => mail ?? []));
    }
    return this.replay.mails.length - before;
  }

  /** Null if there is no copy any more, or a newer version kept it. */
  private async make(record: MessageRecord): Promise<ReplayedMail | null> {
    const { messageId, createdAt } = record;
    try {
      const copy = await readCopy(this.ports.messages, record, this.ports.now().getTime());
      if (copy === null) return null;
      const { verdict, skipped } = await judgeMail(this.sides, record, copy);
      return { messageId, createdAt, verdict, skipped };
    } catch (error) {
      if (!(error instanceof NewerCopy)) throw error;
      this.replay.newer.push(messageId);
      return null;
    }
  }
}
