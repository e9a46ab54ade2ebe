import { readPlan } from '../../../../shared/engine/flow/plan.ts';
import type { Verdict } from '../../../../shared/manage/replay/judge-mail.ts';
import type { ReplayedMail, TemplateReplay } from '../../../../shared/manage/replay/replay.ts';

/** Mails that fail with the same sentence. */
export interface Failure {
  error: string;
  /** The ids of the messages, newest first. */
  messages: string[];
}

/** What a replay says about one template, and `--json` prints. It has no variables and no addresses. */
export type ReplayReport = ReturnType<typeof reportOf>;

export function reportOf(
  { comparison, mails }: TemplateReplay,
  isTest: (messageId: string) => boolean,
) {
  const { templateId: id, served, isSame, revision, draft } = comparison;
  const of = (type: Verdict['type']) =>
    mails.flatMap(({ messageId, verdict }) => (verdict.type === type ? messageId : []));
  const times = mails.map(({ createdAt }) => createdAt).sort();
  return {
    id,
    state: stateOf(served !== null, isSame, mails.length),
    /** The revision that is served; null if none is. */
    revision: served?.number ?? null,
    /** The number of the draft that it was compared with; undefined for a folder. */
    draft,
    mails: mails.length,
    /** How many of them are mails of test keys. */
    testMails: mails.filter(({ messageId }) => isTest(messageId)).length,
    /** When the oldest of them was requested, in ISO 8601; null without mails. */
    oldest: times[0] ?? null,
    same: of('same').length,
    differInText: of('text'),
    differInHtml: of('html'),
    wouldFail: failures(mails, 'broken'),
    /** The messages whose mails would fail with the candidate, and fail now as well. */
    failAlready: failures(mails, 'failing'),
    wouldBeMended: of('mended'),
    /** The messages that cannot be judged, because a masked value does not suit its place. */
    notJudged: of('masked'),
    /** The candidate's checks that were not run, by node, and for how many mails. */
    notChecked: notChecked(revision.plan, mails),
  };
}

/** `unchanged`: the same mail of any request. `new`: nothing is served. `noMails`: no copies are kept. */
function stateOf(
  isServed: boolean,
  isSame: boolean,
  found: number,
): 'new' | 'unchanged' | 'noMails' | 'replayed' {
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

function notChecked(plan: unknown, mails: readonly ReplayedMail[]) {
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
