import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeFileAtomically } from '../atomic-file.ts';
import { Failure, reasonOf } from '../failure.ts';

/** Requests by plan, key and day. */
const usageFile = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.int())));

/** How long a count may wait to be written: a crash loses no more. */
const writeAfterMs = 2000;

/** Days that are kept. */
const keptDays = 90;

const dayMs = 24 * 60 * 60 * 1000;

/** How many requests the usage plans let through, by key and day, kept in one file. */
export class Usage {
  private readonly path: string;
  private readonly nowMs: () => number;
  private readonly counts: z.output<typeof usageFile>;
  private timer: NodeJS.Timeout | undefined;

  /** Throws a `Failure` when the file is damaged. */
  constructor(path: string, nowMs: () => number = Date.now) {
    this.path = path;
    this.nowMs = nowMs;
    this.counts = existsSync(path) ? readCounts(path) : {};
  }

  /** Counts one request. It is on disk within two seconds. */
  count(planId: string, keyId: string): void {
    this.counts[planId] ??= {};
    this.counts[planId][keyId] ??= {};
    const days = this.counts[planId][keyId];
    const today = dayOf(this.nowMs());
    days[today] = (days[today] ?? 0) + 1;
    this.timer ??= setTimeout(() => this.writeLater(), writeAfterMs).unref();
  }

  /** The keys of a plan that were used between two days, these included, with the count of each day. */
  between(planId: string, first: string, last: string): Map<string, number[]> {
    const days = daysBetween(first, last);
    const byKey = Object.entries(this.counts[planId] ?? {}).map(
      ([keyId, counts]) => [keyId, days.map((day) => counts[day] ?? 0)] as const,
    );
    return new Map(byKey.filter(([, counts]) => counts.some((count) => count > 0)));
  }

  /** Writes what is not written yet. Throws a `Failure` where the disk does not take it. */
  stop(): void {
    try {
      if (this.timer) this.write();
    } catch (fault) {
      throw new Failure(
        `${this.path} lacks the requests of the last seconds: ${reasonOf(fault)}.`,
        fault,
      );
    }
  }

  private writeLater(): void {
    try {
      this.write();
    } catch {
      // Counting goes on without a disk: the next count tries again, and the end of the run says why not.
    }
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const oldest = dayOf(this.nowMs() - keptDays * dayMs);
    for (const days of Object.values(this.counts).flatMap((keys) => Object.values(keys))) {
      for (const day of Object.keys(days)) if (day < oldest) delete days[day];
    }
    writeFileAtomically(this.path, JSON.stringify(this.counts));
  }
}

/** All days from the first to the last, as `2026-11-21` in UTC. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) days.push(dayOf(at));
  return days;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function readCounts(path: string): z.output<typeof usageFile> {
  try {
    return usageFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`${path} is damaged: delete it, which forgets what was counted.`, error);
  }
}
