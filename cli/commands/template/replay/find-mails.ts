import { readMessageParts } from '../../../../shared/adapters/tables/accounts-table.ts';
import { listMessages } from '../../../../shared/adapters/tables/messages-table-lists.ts';
import {
  maxKeepDays,
  maxPageItems,
  maxSearchedMessages,
} from '../../../../shared/engine/limits.ts';
import type { MessageListPorts } from '../../../../shared/manage/messages/messages.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The most records that a search looks at, in each of its two lists. */
const maxLookedAt = 20_000;

/** The ids of the templates whose mails are wanted. The search of a list ends when its set is empty. */
export interface WantedTemplates {
  live: ReadonlySet<string>;
  test: ReadonlySet<string>;
}

export interface MailsLeftOut {
  /** The ids of records that a newer version of the service wrote. */
  newer: string[];
  /** Whether it ended because it had looked at 20,000 records, and there were more. */
  tooMany: boolean;
}

/** Finds sent mails of at most 30 days, newest first, live ones before those of test keys. `take` gets each page. */
export async function findMails(
  ports: MessageListPorts,
  accountId: string,
  { wanted, since }: { wanted: WantedTemplates; since?: Date | undefined },
  take: (page: MessageRecord[]) => Promise<void>,
): Promise<MailsLeftOut> {
  const nowMs = ports.now().getTime();
  const from = Math.max(0, since?.getTime() ?? 0, nowMs - maxKeepDays * dayMs);
  const parts = await readMessageParts(ports.accounts, accountId);
  const left: MailsLeftOut = { newer: [], tooMany: false };
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
      left.newer.push(...page.unreadable);
      await take(page.messages);
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
