import { readMessageParts } from '../../adapters/tables/accounts-table.ts';
import { NewerCopy, readCopy } from '../../adapters/tables/copies-table.ts';
import { listMessages } from '../../adapters/tables/messages-table-lists.ts';
import { templateLoader } from '../../adapters/tables/template-loader.ts';
import { maxKeepDays, maxPageItems, maxSearchedMessages } from '../../engine/limits.ts';
import { copyRuleOf } from '../../message/copy-rule.ts';
import type { MessageRecord } from '../../message/message.ts';
import { identityProblem } from '../../message/sender.ts';
import { onceEach } from '../../once.ts';
import type { MessageListPorts } from '../messages/messages.ts';
import { inParallel } from '../parallel.ts';
import type { TemplatePorts } from '../templates/template-head.ts';
import { branchTargets } from '../templates/templates.ts';
import type { Comparison } from './comparisons.ts';
import { judgeMail, type ReplayPorts, type Sides, sideOf, type Verdict } from './judge-mail.ts';

export interface ReplayedMail {
  messageId: string;
  /** ISO 8601, when it was requested. */
  createdAt: string;
  verdict: Verdict;
  /** The candidate's nodes that were not run for this mail, because their pattern is for a masked value. */
  skipped: string[];
}

export interface TemplateReplay {
  comparison: Comparison;
  /** Live mails first, then those of test keys, newest first. */
  mails: ReplayedMail[];
}

/** The mails that are made between two looks at the signal. */
const atOnce = 16;

export interface ReplayOptions {
  last: number;
  /** Only mails that were requested since then. Default: of the last 30 days. */
  since?: Date | undefined;
  /** The identities that flows of the deployment may send from. */
  senders: readonly string[];
  progress?: (doing: string) => void;
  /** Ends the replay early, with what was made so far. */
  signal?: AbortSignal;
}

/** Makes kept mails again with what is served and with the candidates. It only reads, and keeps only verdicts. */
export async function replay(
  ports: MessageListPorts & TemplatePorts,
  accountId: string,
  comparisons: readonly Comparison[],
  { last, since, senders, progress = () => {}, signal }: ReplayOptions,
): Promise<{ replays: TemplateReplay[]; tooMany: boolean }> {
  const replays = comparisons.map((comparison): TemplateReplay => ({ comparison, mails: [] }));
  const running = new Map<string, { one: TemplateReplay; sides: Sides }>();
  const wanted = { live: new Set<string>(), test: new Set<string>() };
  const replayPorts = replayPortsOf(ports, accountId, { comparisons, senders });
  for (const one of replays) {
    const { templateId, served } = one.comparison;
    const sides = sidesOf(one.comparison, replayPorts);
    if (!sides) continue;
    running.set(templateId, { one, sides });
    wanted.test.add(templateId);
    // The template to which a branch leads decides whether the copy is kept.
    const mayKeep = served && (copyRuleOf(served.revision) ?? branchTargets(served.revision)[0]);
    if (mayKeep) wanted.live.add(templateId);
  }
  let made = 0;
  const tooMany = await findMails(ports, accountId, { since, wanted }, async (page) => {
    for (const [templateId, records] of Map.groupBy(page, (record) => record.templateId)) {
      const { one, sides } = running.get(templateId) ?? {};
      if (!one || !sides) continue;
      while (records.length > 0 && one.mails.length < last && !signal?.aborted) {
        const some = records.splice(0, Math.min(last - one.mails.length, atOnce));
        const found = await inParallel(some, (record) => makeAgain(ports, record, sides));
        one.mails.push(...found.filter((mail) => mail !== null));
        made += found.length;
      }
      if (one.mails.length >= last || signal?.aborted) {
        wanted.live.delete(templateId);
        wanted.test.delete(templateId);
      }
      progress(`Making the mails again: ${made} so far`);
    }
  });
  return { replays, tooMany };
}

/** Null if there is nothing to compare. */
export function sidesOf(
  { served, isSame, revision }: Comparison,
  ports: ReplayPorts,
): Sides | null {
  if (served === null || isSame) return null;
  return { ...ports, served: sideOf(served.revision), candidate: sideOf(revision) };
}

/** A branch leads to a candidate, or else to the template that is served. */
export function replayPortsOf(
  { templates }: TemplatePorts,
  accountId: string,
  { comparisons, senders }: { comparisons: readonly Comparison[]; senders: readonly string[] },
): ReplayPorts {
  const load = templateLoader(templates);
  const revisions = new Map(comparisons.map((one) => [one.templateId, one.revision]));
  // Many mails take the same branch.
  const loadServed = onceEach((id) => load(accountId, id));
  const loadCandidate = onceEach(async (id) => {
    const revision = revisions.get(id);
    return revision ? sideOf(revision) : loadServed(id);
  });
  const senderProblem = (from: string) => identityProblem(from, senders);
  return { senderProblem, loadServed, loadCandidate };
}

/** Null if there is no copy any more, or if a newer version of the service kept it. */
async function makeAgain(
  ports: MessageListPorts,
  record: MessageRecord,
  sides: Sides,
): Promise<ReplayedMail | null> {
  const { messageId, createdAt } = record;
  const read = readCopy(ports.messages, record, ports.now().getTime());
  const copy = await read.catch((error) => {
    if (error instanceof NewerCopy) return null;
    throw error;
  });
  if (copy === null) return null;
  const { verdict, skipped } = await judgeMail(sides, record, copy);
  return { messageId, createdAt, verdict, skipped };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The most records that a search looks at, in each of its two lists. */
const maxLookedAt = 20_000;

/** The ids of the templates whose mails are wanted. */
type Wanted = Record<'live' | 'test', ReadonlySet<string>>;

/**
 * Finds sent mails of at most 30 days, newest first, live ones before those of test keys. `take` gets each page. The
 * search of a list ends when its set of templates is empty. True if there were more after 20,000 records.
 */
async function findMails(
  ports: MessageListPorts,
  accountId: string,
  { wanted, since }: { wanted: Wanted; since?: Date | undefined },
  take: (page: MessageRecord[]) => Promise<void>,
): Promise<boolean> {
  const nowMs = ports.now().getTime();
  const from = Math.max(0, since?.getTime() ?? 0, nowMs - maxKeepDays * dayMs);
  const parts = await readMessageParts(ports.accounts, accountId);
  let tooMany = false;
  for (const test of [false, true]) {
    const ids = test ? wanted.test : wanted.live;
    let before: string | undefined;
    let lookedAt = 0;
    const matches = ({ templateId, state }: MessageRecord) => {
      lookedAt += 1;
      return ids.has(templateId) && ['SENT', 'SENDING', 'UNKNOWN'].includes(state);
    };
    while (ids.size > 0) {
      const page = await listMessages(ports.messages, accountId, {
        ...{ before, since: from, nowMs, matches, ...(test ? { test } : { parts }) },
        ...{ limit: maxPageItems, window: maxSearchedMessages },
      });
      await take(page.messages);
      if (page.next === null) break;
      before = page.next;
      if (lookedAt >= maxLookedAt) {
        tooMany = true;
        break;
      }
    }
  }
  return tooMany;
}
