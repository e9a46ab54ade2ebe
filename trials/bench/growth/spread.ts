import { randomUUID } from 'node:crypto';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { mailTags } from '../../../shared/message/mail-tags.ts';
import { startOwnTables } from '../../harness/tables.ts';
import type { Row } from '../rows.ts';
import { type Calls, inWords, readUnits } from './count-calls.ts';
import {
  executePorts,
  executing,
  newSesMessageId,
  openWorld,
  type World,
} from './request-world.ts';
import { partition } from './requests.ts';

/** The calls of an account whose messages are spread over this many parts. */
export interface SpreadResult {
  parts: number;
  mails: number;
  /** The calls of its sends, each with an Idempotency-Key, and of a report on each. */
  sending: Calls;
  /** The calls of the newest page of 50. */
  page: Calls;
}

/** The numbers of parts that are compared. */
const partsMeasured = [1, 4, 16, 32];

/** Mails a second that an account with 16 parts must be able to send; other numbers of parts have no goal. */
const goal = { parts: 16, mailsASecond: 1000 };

/** Sends the mails from each of several accounts with different numbers of parts, and lists its newest messages. */
export async function measureSpread(
  mails: number,
  progress: Progress,
  stops: Stops,
): Promise<SpreadResult[]> {
  const results: SpreadResult[] = [];
  const endpoint = await startOwnTables(stops);
  for (const parts of partsMeasured) {
    progress.step(`Sending ${mails} mails from an account with ${parts} parts`);
    const accountId = `acc_${parts}`;
    const world = await openWorld(stops, { endpoint, accountId, messageParts: parts });
    const sending = await world.during(() => sendAll(world, mails));
    const ports = { ...world, now: () => new Date() };
    const page = await world.during(() =>
      listMessages(ports, world.caller.accountId, { limit: 50 }),
    );
    results.push({ parts, mails, sending, page });
  }
  return results;
}

async function sendAll(world: World, mails: number): Promise<void> {
  const { messages, templates, caller } = world;
  const messageIds = new Map<string, string>();
  const ports = executePorts(templateLoader(templates), messages);
  ports.sendMail = async ({ to: [address = ''], tags }) => {
    messageIds.set(address, tags[mailTags.message] ?? '');
    return { outcome: 'sent', messageId: newSesMessageId() };
  };
  const addresses = Array.from({ length: mails }, (_, number) => `reader${number}@example.com`);
  await inParallel(addresses, async (_to) => {
    await executing(world, { templateId: 'welcome', _to }, true, ports)();
    const messageId = messageIds.get(_to) ?? '';
    await recordEvent(messages, caller.accountId, messageId, deliveryTo(_to));
  });
}

const deliveryTo = (address: string) => ({
  eventId: randomUUID(),
  sesMessageId: newSesMessageId(),
  state: 'DELIVERED' as const,
  at: new Date().toISOString(),
  addresses: [address],
  category: null,
  reason: null,
});

/** Write units by table and partition key, without the index: each of its entries has a separate partition key. */
export function writesByKey({ consumed }: Calls): Map<string, number> {
  const writes = Object.entries(consumed).map(([place, units]) => [place, units.writes] as const);
  return new Map(writes.filter(([place, units]) => units > 0 && !place.includes('/')));
}

export function spreadRow({ parts, mails, sending, page }: SpreadResult): Row {
  const units = [...writesByKey(sending).values()];
  const all = units.reduce((sum, each) => sum + each, 0);
  const busiest = Math.max(...units);
  const mailsASecond = Math.floor((partition.writes * mails) / busiest);
  const hasGoal = parts === goal.parts;
  return {
    name: `parts: ${parts}`,
    figures: {
      'write units a mail': (all / mails).toFixed(2),
      'under the busiest key': `${busiest} of ${all}`,
      'most mails a second': mailsASecond,
      'a page of 50': inWords(page.requests),
      'read units': readUnits(page),
    },
    goal: hasGoal ? `≥ ${goal.mailsASecond}` : undefined,
    holds: hasGoal ? mailsASecond >= goal.mailsASecond : null,
  };
}
