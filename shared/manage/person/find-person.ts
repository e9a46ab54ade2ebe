import * as z from 'zod/mini';
import type { WalkPlace } from '../../adapters/tables/forgettings-table.ts';
import { leftIn, namesActor, readTemplateItems } from '../../adapters/tables/person-templates.ts';
import { readSuppressed } from '../../adapters/tables/suppression-table.ts';
import { actorsNamed } from '../../adapters/tables/trail-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import type { Person } from '../../people/forgotten-record.ts';
import {
  addCounts,
  isAny,
  type Left,
  noCounts,
  type PersonCounts,
  type Stay,
  staysOf,
} from '../../people/person-data.ts';
import { accountRecord } from '../accounts.ts';
import { listKeys } from '../keys.ts';
import { badCursor } from '../manage-error.ts';
import { recorded } from '../trail/recorded.ts';
import { listWebhooks } from '../webhooks/webhooks.ts';
import { countRecords, isTheirs, partitionsOf, recordPage } from './person-messages.ts';
import { isUser, type PersonPorts, personWith } from './person-ports.ts';

export interface PersonAnswer {
  address: string;
  accountId: string;
  /** See `personOf`. */
  person: string;
  /** False if there was no time for everything: `nextCursor` goes on. */
  done: boolean;
  /** Places that only people can change. */
  left: Left[];
  /** Data that ends by itself. */
  stays: Stay[];
  nextCursor: string | null;
}

export interface FoundPerson extends PersonAnswer {
  found: PersonCounts;
}

/** Where a search goes on, and what it has found so far. */
interface Progress {
  person: string;
  place: WalkPlace | null;
  /** The last key of the templates' table that was looked at; undefined before the first. */
  sk?: string | undefined;
  counts: PersonCounts;
  left: Left[];
  /** Whether the trail has the entry. */
  isTold: boolean;
}

interface Search {
  address: string;
  /** The `nextCursor` of the answer before. */
  cursor?: string | undefined;
}

/**
 * Finds a person's data by place, as far as `isOver` lets it. What was found is in the trail before it is returned.
 *
 * @throws {ManageError} for a text that is no address, an unknown account, and the cursor of another person
 */
export async function findPerson(
  ports: PersonPorts,
  accountId: string,
  search: Search,
  isOver: () => boolean = () => false,
): Promise<FoundPerson> {
  const walked = await walkPerson(ports, accountId, search, { isOver, action: 'person.found' });
  const { progress, answer } = walked;
  return { ...answer, found: progress.counts };
}

/** Looks through everything that may have a person's data. `take` gets their records, a page at a time. */
export async function walkPerson(
  ports: PersonPorts,
  accountId: string,
  { address, cursor }: Search,
  {
    isOver,
    action,
    take = async () => {},
  }: {
    isOver: () => boolean;
    action: 'person.found' | 'person.exported';
    take?: (theirs: MessageRecord[]) => Promise<void>;
  },
): Promise<{ person: Person; progress: Progress; answer: PersonAnswer }> {
  const person = await personWith(ports, accountId, address);
  let progress =
    cursor === undefined ? await begun(ports, accountId, person) : read(cursor, person);
  let isDone = false;
  const partitions = await partitionsOf(ports, accountId);
  do {
    if (progress.place) {
      const { records, next } = await recordPage(ports, partitions, progress.place);
      const theirs = records.filter((record) => isTheirs(record, person));
      await take(theirs);
      const counts = addCounts(progress.counts, await countRecords(ports, theirs));
      progress = { ...progress, place: next, counts };
    } else {
      const page = await readTemplateItems(ports.templates, accountId, {
        ...{ after: progress.sk, limit: ports.pageSize },
      });
      const history = page.items.filter((item) => namesActor(item, person.finder)).length;
      const left = page.items.flatMap((item) => leftIn(item, person.finder));
      progress = {
        ...progress,
        sk: page.next ?? undefined,
        counts: addCounts(progress.counts, { history }),
        left: mergedLeft([...progress.left, ...left]),
      };
      isDone = page.next === null;
    }
  } while (!isDone && !isOver());
  if (!progress.isTold && (isAny(progress.counts) || progress.left.length > 0)) {
    const entry = recorded(ports, accountId, action, `person:${person.id}`, progress.counts);
    await entry(ports.trail.table);
    progress = { ...progress, isTold: true };
  }
  return {
    person,
    progress,
    answer: {
      ...{ address: person.address, accountId, person: person.id, done: isDone },
      left: progress.left,
      stays: staysOf(ports.now(), ports),
      nextCursor: isDone ? null : Buffer.from(JSON.stringify(progress)).toString('base64url'),
    },
  };
}

/** What is found without a walk: the lists, the keys, the webhooks, the users. */
async function begun(ports: PersonPorts, accountId: string, person: Person): Promise<Progress> {
  const suppression = await readSuppressed(ports.messages, accountId, person.address);
  const { seeds = [] } = await accountRecord(ports, accountId);
  const names = await actorsNamed(ports.trail.table, accountId, person.finder.is);
  const pausers = (await listKeys(ports, accountId)).filter(
    ({ paused }) => paused !== undefined && person.finder.is(paused.by),
  );
  const counts: PersonCounts = {
    ...noCounts,
    ...{ suppressed: suppression !== null, seeds: seeds.some(person.finder.is) },
    history: names.length + pausers.length,
  };
  const left = await leftBeside(ports, accountId, person);
  return { person: person.id, place: { part: 0 }, counts, left, isTold: false };
}

/** The places beside templates with an address that postrider does not change. */
export async function leftBeside(
  ports: PersonPorts,
  accountId: string,
  person: Person,
): Promise<Left[]> {
  const { isIn } = person.finder;
  const [keys, webhooks, user] = await Promise.all([
    listKeys(ports, accountId),
    listWebhooks(ports, accountId),
    isUser(ports, accountId, person),
  ]);
  return [
    ...keys
      .filter(({ name, redirectTo = '', allow = [] }) => [name, redirectTo, ...allow].some(isIn))
      .map(({ keyId }) => ({
        ...{ what: 'settings of an API key', where: `key:${keyId}` },
        todo: 'Create a key without the address, and delete this one',
      })),
    ...webhooks
      .filter(({ url }) => isIn(url))
      .map(({ id }) => ({
        ...{ what: 'address of a webhook', where: `webhook:${id}` },
        todo: 'Add a webhook without the address, and delete this one',
      })),
    ...(user
      ? [
          {
            ...{ what: 'user of the dashboard', where: `user:${person.address}` },
            todo: 'Remove them with user remove before they are forgotten',
          },
        ]
      : []),
  ];
}

/** Each place once, with the newest revision. */
export function mergedLeft(left: readonly Left[]): Left[] {
  const places = new Map<string, Left>();
  for (const each of left) {
    const place = `${each.what} ${each.where}`;
    const known = places.get(place);
    const revision = Math.max(known?.revision ?? 0, each.revision ?? 0) || undefined;
    places.set(place, { ...each, revision });
  }
  return [...places.values()];
}

const progressShape = z.object({
  person: z.string(),
  place: z.nullable(z.object({ part: z.number(), after: z.optional(z.string()) })),
  sk: z.optional(z.string()),
  counts: z.object({
    ...{ messages: z.number(), refused: z.number(), scheduled: z.number(), copies: z.number() },
    ...{ test: z.number(), failures: z.number(), suppressed: z.boolean(), seeds: z.boolean() },
    history: z.number(),
  }),
  left: z.array(
    z.object({
      ...{ what: z.string(), where: z.string(), todo: z.string() },
      revision: z.optional(z.number()),
    }),
  ),
  isTold: z.boolean(),
});

function read(cursor: string, { id }: Person): Progress {
  try {
    const progress = progressShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (progress.person === id) return progress;
  } catch {
    // It is no cursor at all.
  }
  throw badCursor();
}
