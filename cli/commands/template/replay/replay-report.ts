import { readPlan } from '../../../../shared/engine/flow/plan.ts';
import type { Verdict } from './judge-mail.ts';
import type { ReplayedMail, TemplateReplay } from './replay.ts';

/** Mails that fail with the same sentence. */
export interface Failure {
  error: string;
  /** The ids of the messages, newest first. */
  messages: string[];
}

/** What a replay says about one template; `--json` prints it as it is. It has no variables and no addresses. */
export interface ReplayReport {
  id: string;
  /**
   * `unchanged`: the candidate makes the same mail of any request. `new`: the account serves no such template.
   * `noMails`: no copies are kept.
   */
  state: 'replayed' | 'unchanged' | 'new' | 'noMails';
  /** The revision that is served; null where none is. */
  revision: number | null;
  /** The number of the draft that it was compared with; absent for a folder. */
  draft?: number;
  mails: number;
  /** How many of them are mails of test keys. */
  testMails: number;
  /** ISO 8601, when the oldest of them was requested; null without mails. */
  oldest: string | null;
  same: number;
  /** The messages whose subject or text differs. */
  differInText: string[];
  /** Those that differ in nothing but their HTML. */
  differInHtml: string[];
  /** Those that are made now, and would not be made any more. */
  wouldFail: Failure[];
  /** Those that fail now as well. */
  failAlready: Failure[];
  /** Those that fail now, and would be made. */
  wouldBeMended: string[];
  /** Those that cannot be judged, because a masked value does not suit its place. */
  notJudged: string[];
  /** Those whose copies a newer version of the service kept. */
  newer: string[];
  /** The candidate's checks that were not run, by node, and for how many mails. */
  notChecked: { node: string; why: 'dns' | 'masked'; mails: number }[];
}

export function reportOf(
  { comparison, mails, newer }: TemplateReplay,
  isTest: (messageId: string) => boolean,
): ReplayReport {
  const { templateId: id, served, isSame, revision, draft } = comparison;
  const of = (type: Verdict['type']) =>
    mails.flatMap(({ messageId, verdict }) => (verdict.type === type ? messageId : []));
  const times = mails.map(({ createdAt }) => createdAt).sort();
  return {
    id,
    state: stateOf(served !== null, isSame, mails.length + newer.length),
    revision: served?.number ?? null,
    ...(draft !== undefined && { draft }),
    mails: mails.length,
    testMails: mails.filter(({ messageId }) => isTest(messageId)).length,
    oldest: times[0] ?? null,
    same: of('same').length,
    differInText: of('text'),
    differInHtml: of('html'),
    wouldFail: failures(mails, 'broken'),
    failAlready: failures(mails, 'failing'),
    wouldBeMended: of('mended'),
    notJudged: of('masked'),
    newer,
    notChecked: notChecked(revision.plan, mails),
  };
}

function stateOf(isServed: boolean, isSame: boolean, found: number): ReplayReport['state'] {
  if (!isServed) return 'new';
  if (isSame) return 'unchanged';
  return found === 0 ? 'noMails' : 'replayed';
}

/** The failures of a kind, the most frequent sentence first. */
function failures(mails: readonly ReplayedMail[], type: 'broken' | 'failing'): Failure[] {
  const found = new Map<string, string[]>();
  for (const { messageId, verdict } of mails) {
    if (verdict.type !== type) continue;
    found.set(verdict.error, [...(found.get(verdict.error) ?? []), messageId]);
  }
  return [...found]
    .map(([error, messages]) => ({ error, messages }))
    .sort((one, other) => other.messages.length - one.messages.length);
}

function notChecked(plan: unknown, mails: readonly ReplayedMail[]): ReplayReport['notChecked'] {
  const checks = readPlan(plan)?.checks ?? [];
  return checks
    .map(({ node, kind }) => {
      const masked = mails.filter(({ skipped }) => skipped.includes(node)).length;
      return kind === 'email_domain'
        ? { node, why: 'dns' as const, mails: mails.length }
        : { node, why: 'masked' as const, mails: masked };
    })
    .filter((check) => check.mails > 0);
}
