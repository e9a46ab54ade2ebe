import { leftIn, namesActor, readTemplateItems } from '../../adapters/tables/person-templates.ts';
import { readSuppressed } from '../../adapters/tables/suppression-table.ts';
import { actorsNamed } from '../../adapters/tables/trail-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import type { Person } from '../../people/forgotten-record.ts';
import {
  addCounts,
  type FoundPerson,
  isAny,
  type Left,
  noCounts,
  type PersonAnswer,
  type PersonCounts,
  type Progress,
  progressShape,
  staysOf,
} from '../../people/person-data.ts';
import { accountRecord } from '../accounts.ts';
import { listKeys } from '../keys.ts';
import { badCursor } from '../manage-error.ts';
import { note } from '../trail/recorded.ts';
import { listWebhooks } from '../webhooks/webhooks.ts';
import { countRecords, isTheirs, partitionsOf, recordPage } from './person-messages.ts';
import { type Asked, isUser, type PersonPorts, personWith } from './person-ports.ts';

interface Search {
  address: string;
  /** The `nextCursor` of the answer before. */
  cursor?: string | undefined;
}

type Take = (theirs: MessageRecord[], person: Person) => Promise<void>;

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
  const walk = { isOver, action: 'person.found' as const };
  const { progress, answer } = await walkPerson(ports, accountId, search, walk);
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
    take,
  }: { isOver: () => boolean; action: 'person.found' | 'person.exported'; take?: Take },
): Promise<{ progress: Progress; answer: PersonAnswer }> {
  const person = await personWith(ports, accountId, address);
  const asked = { ports, accountId, person };
  let progress = cursor === undefined ? await begun(asked) : read(cursor, person);
  do progress = await lookFurther(asked, progress, take);
  while (progress.sk !== null && !isOver());
  const { counts, left, sk } = progress;
  if (!progress.isTold && (isAny(counts) || left.length > 0)) {
    await note(ports, accountId, action, `person:${person.id}`, counts);
    progress = { ...progress, isTold: true };
  }
  const done = sk === null;
  return {
    progress,
    answer: {
      ...{ address: person.address, accountId, person: person.id, done, left },
      stays: staysOf(ports.now(), ports),
      nextCursor: done ? null : Buffer.from(JSON.stringify(progress)).toString('base64url'),
    },
  };
}

/** Looks through the next page: of the records, then of the templates. */
export async function lookFurther(
  { ports, accountId, person }: Asked,
  progress: Progress,
  take: Take = async () => {},
): Promise<Progress> {
  if (progress.place) {
    const partitions = await partitionsOf(ports, accountId);
    const { records, next } = await recordPage(ports, partitions, progress.place);
    const theirs = records.filter((record) => isTheirs(record, person));
    await take(theirs, person);
    const counts = addCounts(progress.counts, await countRecords(ports, theirs));
    return { ...progress, place: next, counts };
  }
  const { items, next } = await readTemplateItems(ports.templates, accountId, {
    ...{ after: progress.sk ?? undefined, limit: ports.pageSize },
  });
  const history = items.filter((item) => namesActor(item, person.finder)).length;
  return {
    ...progress,
    sk: next,
    counts: addCounts(progress.counts, { history }),
    left: mergedLeft([...progress.left, ...items.flatMap((item) => leftIn(item, person.finder))]),
  };
}

/** What is found without a walk: the lists, the keys, the webhooks, the users. */
export async function begun({ ports, accountId, person }: Asked): Promise<Progress> {
  const suppression = await readSuppressed(ports.messages, accountId, person.address);
  const { seeds = [] } = await accountRecord(ports, accountId);
  const names = await actorsNamed(ports.trail.table, accountId, person.finder.is);
  const keys = await listKeys(ports, accountId);
  const pausers = keys.filter(({ paused }) => paused && person.finder.is(paused.by));
  const counts: PersonCounts = {
    ...noCounts,
    ...{ suppressed: suppression !== null, seeds: seeds.some(person.finder.is) },
    history: names.length + pausers.length,
  };
  const left = await leftBeside({ ports, accountId, person }, keys);
  return { person: person.id, place: { part: 0 }, counts, left, isTold: false };
}

/** The places beside templates with an address that postrider does not change. */
async function leftBeside(
  { ports, accountId, person }: Asked,
  keys: Awaited<ReturnType<typeof listKeys>>,
): Promise<Left[]> {
  const { isIn } = person.finder;
  const webhooks = await listWebhooks(ports, accountId);
  const left = [
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
  ];
  if (!(await isUser(ports, accountId, person))) return left;
  const todo = 'Remove them with user remove before they are forgotten';
  return [...left, { what: 'user of the dashboard', where: `user:${person.address}`, todo }];
}

/** Each place once, with the newest revision. */
function mergedLeft(left: readonly Left[]): Left[] {
  const places = new Map<string, Left>();
  for (const each of left) {
    const place = `${each.what} ${each.where}`;
    const known = places.get(place);
    const revision = Math.max(known?.revision ?? 0, each.revision ?? 0) || undefined;
    places.set(place, { ...each, revision });
  }
  return [...places.values()];
}

function read(cursor: string, { id }: Person): Progress {
  try {
    const progress = progressShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (progress.person === id) return progress;
  } catch {
    // It is no cursor at all.
  }
  throw badCursor();
}
