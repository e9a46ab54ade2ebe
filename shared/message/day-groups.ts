import { withoutDoor } from '../engine/doors.ts';
import { countsOf } from './day-counts.ts';
import type { MessageRecord, MessageState } from './message.ts';
import { acceptedMs } from './message-id.ts';
import { refusingNode } from './refusing-node.ts';

/** What a group's messages are counted as, in the order of a `Tally`. `hard`: those in SES's bounce rate. */
export const tallied = ['sent', 'delivered', 'bounced', 'hard', 'complained', 'refused'] as const;

/** A count for each of `tallied`. */
export type Tally = readonly number[];

/**
 * By what messages are grouped. `part`: hour, template and domain of a bounced or complained one; `node`: template and
 * node that refused the request.
 */
export type GroupKind = 'template' | 'domain' | 'key' | 'door' | 'hour' | 'part' | 'node';

/** The tallies of a day's groups, by `<kind>/<id>`. */
export type DayGroups = ReadonlyMap<string, Tally>;

export type GroupedMessage = Parameters<typeof countsOf>[0] &
  Pick<MessageRecord, 'messageId' | 'templateId' | 'keyId' | 'door' | 'trace'>;

const withoutMail = new Set<MessageState>([
  'SCHEDULED',
  'CANCELLED',
  'SENDING',
  'FAILED',
  'UNKNOWN',
  'REFUSED',
]);

/** The groups of one message. It counts once for each domain of its recipients. */
export function groupsOf(message: GroupedMessage, nowMs: number): Map<string, Tally> {
  const { states, hardBounces } = countsOf(message, nowMs);
  const [state = 'UNKNOWN'] = Object.keys(states) as MessageState[];
  const is = (one: MessageState) => (state === one ? 1 : 0);
  const sent = withoutMail.has(state) ? 0 : 1;
  const tally = [
    sent,
    is('DELIVERED'),
    is('BOUNCED'),
    hardBounces,
    is('COMPLAINED'),
    is('REFUSED'),
  ];
  if (tally.every((count) => count === 0)) return new Map();
  const { templateId, keyId, door = withoutDoor } = message;
  const hour = new Date(acceptedMs(message.messageId)).getUTCHours();
  const domains = [...new Set(message.recipients.map(({ address }) => domainOf(address)))];
  const node = state === 'REFUSED' ? refusingNode(message.trace) : null;
  const isBad = is('BOUNCED') + is('COMPLAINED') > 0;
  const keys = [
    `template/${templateId}`,
    `key/${keyId}`,
    `door/${door}`,
    `hour/${hour}`,
    ...domains.map((domain) => `domain/${domain}`),
    ...(node === null ? [] : [`node/${templateId}/${node}`]),
    ...domains.flatMap((domain) => (isBad ? `part/${hour}/${templateId}/${domain}` : [])),
  ];
  return new Map(keys.map((key) => [key, tally]));
}

const maxDomainCharacters = 253;

/** A refused request's recipient may be no address: then it has no domain. */
const domainOf = (address: string) =>
  address.includes('@')
    ? address.replace(/^.*@/s, '').toLowerCase().slice(0, maxDomainCharacters)
    : '';

export function addGroups(sum: Map<string, Tally>, more: DayGroups): Map<string, Tally> {
  for (const [key, tally] of more) sum.set(key, sumOfTallies(sum.get(key), tally));
  return sum;
}

export const sumOfTallies = (one: Tally = [], other: Tally): Tally =>
  tallied.map((_, at) => (one[at] ?? 0) + (other[at] ?? 0));

/** Of each kind, this many of the groups with the most of each of `tallied` are kept. */
export const keptGroups = 12;

/**
 * The list of templates shows each template, and a flow each of its nodes, so that more of these are kept. With the
 * count that is under way, they still fit into an item.
 */
const keptOf: Readonly<Record<string, number>> = { hour: 24, template: 200, node: 300 };

/** The largest groups of each kind: what is stored for a day. */
export function largestOf(groups: DayGroups): Map<string, Tally> {
  const kept = new Set<string>();
  const kinds = Map.groupBy(groups.keys(), (key) => key.slice(0, key.indexOf('/')));
  for (const [kind, keys] of kinds) {
    const countOf = (key: string, at: number) => groups.get(key)?.[at] ?? 0;
    for (const [at] of tallied.entries()) {
      const found = keys.filter((key) => countOf(key, at) > 0);
      const most = found.sort((one, other) => countOf(other, at) - countOf(one, at));
      for (const key of most.slice(0, keptOf[kind] ?? keptGroups)) kept.add(key);
    }
  }
  return new Map([...groups].filter(([key]) => kept.has(key)));
}

/** Keeps the earlier numbers of refused requests: their records expire before others. */
export function withEarlierRefused(groups: DayGroups, before: DayGroups): Map<string, Tally> {
  const refused = tallied.indexOf('refused');
  const merged = new Map(groups);
  for (const [key, tally] of before) {
    const now = merged.get(key) ?? tallied.map(() => 0);
    const most = Math.max(now[refused] ?? 0, tally[refused] ?? 0);
    if (most > 0) merged.set(key, now.with(refused, most));
  }
  return merged;
}
