import { readMessageParts } from '../../../../shared/adapters/tables/accounts-table.ts';
import { listMessages } from '../../../../shared/adapters/tables/messages-table-lists.ts';
import { NewerRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import {
  maxKeepDays,
  maxPageItems,
  maxSearchedMessages,
} from '../../../../shared/engine/limits.ts';
import type { MessageListPorts } from '../../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import { copyRuleOf } from '../../../../shared/message/copy-rule.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { isTestMessage } from '../../../../shared/message/message-id.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The most records that a search looks at, in each of its two lists. */
const maxLookedAt = 20_000;

/** Which mails are looked for. */
export interface MailSearch {
  /** Only mails that were requested since then. Default, and at most: the last 30 days, as long as copies are kept. */
  since?: Date | undefined;
  /** The ids of the templates whose mails are wanted. The search ends when it is empty. */
  wanted: ReadonlySet<string>;
}

/** The mails that a search did not read. */
export interface MailsLeftOut {
  /** The ids of records that a newer version of the service wrote. */
  newer: string[];
  /** Whether it ended because it had looked at 20,000 records, and there were more. */
  tooMany: boolean;
}

export type FindMailsPorts = MessageListPorts & TemplatePorts;

/**
 * Finds the mails that may have a copy, a page at a time: first the live ones, then those of test keys, newest first.
 * It calls `take` with each page, and reads the next one when that is done.
 */
export async function findMails(
  ports: FindMailsPorts,
  accountId: string,
  { since, wanted }: MailSearch,
  take: (page: MessageRecord[]) => Promise<void>,
): Promise<MailsLeftOut> {
  const nowMs = ports.now().getTime();
  const from = Math.max(0, since?.getTime() ?? 0, nowMs - maxKeepDays * dayMs);
  const parts = await readMessageParts(ports.accounts, accountId);
  const mayHaveCopy = keptBy(ports, accountId);
  const left: MailsLeftOut = { newer: [], tooMany: false };
  for (const list of [{ parts }, { test: true }]) {
    let before: string | undefined;
    let lookedAt = 0;
    const matches = ({ templateId, state }: MessageRecord) => {
      lookedAt += 1;
      return wanted.has(templateId) && wasSent(state);
    };
    while (wanted.size > 0) {
      const page = await listMessages(ports.messages, accountId, {
        ...{ before, since: from, nowMs, matches, ...list },
        ...{ limit: maxPageItems, window: maxSearchedMessages },
      });
      left.newer.push(...page.unreadable);
      const kept = await inParallel(page.messages, async (record) =>
        (await mayHaveCopy(record)) ? [record] : [],
      );
      await take(kept.flat());
      if (page.next === null) break;
      before = page.next;
      if (lookedAt >= maxLookedAt) {
        left.tooMany = true;
        break;
      }
    }
  }
  return left;
}

/** No copy is kept of a mail that was not sent. */
function wasSent(state: MessageRecord['state']): boolean {
  return state === 'SENT' || state === 'SENDING' || state === 'UNKNOWN';
}

/**
 * Returns a function that tells whether a mail's copy may be kept. For a live mail its revision decides, which is read
 * once: this costs less than looking for copies that were never kept.
 */
function keptBy({ templates }: TemplatePorts, accountId: string) {
  const known = new Map<string, Promise<boolean>>();
  const keepsCopies = async (templateId: string, number: number) => {
    try {
      const revision = await readRevision(templates, accountId, templateId, number);
      return revision === null || copyRuleOf(revision) !== null;
    } catch (error) {
      if (error instanceof NewerRevision) return true;
      throw error;
    }
  };
  return ({ messageId, templateId, revision }: MessageRecord): Promise<boolean> => {
    if (isTestMessage(messageId)) return Promise.resolve(true);
    const key = `${templateId} ${revision}`;
    const found = known.get(key) ?? keepsCopies(templateId, revision);
    known.set(key, found);
    return found;
  };
}
