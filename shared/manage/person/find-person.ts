import { leftIn, namesActor } from '../../adapters/tables/person-templates.ts';
import { readSuppressed } from '../../adapters/tables/suppression-table.ts';
import { actorsNamed } from '../../adapters/tables/trail-table.ts';
import { listEndpoints } from '../../adapters/tables/webhook-endpoints-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import { isTheirs, type Person } from '../../people/forgotten-record.ts';
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
} from '../../people/person-data.ts';
import { accountRecord } from '../accounts.ts';
import { listKeys } from '../keys.ts';
import { badCursor } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import { note } from '../trail/recorded.ts';
import { type Asked, answerTo, isUser, type PersonPorts, personWith } from './person-ports.ts';
import { countRecords, pageAt, repliesOf } from './walk.ts';

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
  while (progress.place !== null && !isOver());
  const { counts, left, place } = progress;
  if (!progress.isTold && (isAny(counts) || left.length > 0)) {
    await note(ports, accountId, action, `person:${person.id}`, counts);
    progress = { ...progress, isTold: true };
  }
  const cursorText = Buffer.from(JSON.stringify(progress)).toString('base64url');
  return { progress, answer: answerTo(asked, left, place && cursorText) };
}

/** Looks through the next page. */
export async function lookFurther(
  { ports, accountId, person }: Asked,
  { place, ...progress }: Progress,
  take: Take = async () => {},
): Promise<Progress> {
  if (place === null) return { place, ...progress };
  const { records, templates, next } = await pageAt(ports, accountId, place);
  const theirs = records.filter((record) => isTheirs(record, person));
  const answered = await inParallel(records, async (record) => {
    return { record, replies: await repliesOf(ports, record, person) };
  });
  const withReplies = answered.filter(({ replies }) => replies.length > 0);
  const others = withReplies.map(({ record }) => record).filter((each) => !theirs.includes(each));
  await take([...theirs, ...others], person);
  const replies = withReplies.reduce((sum, each) => sum + each.replies.length, 0);
  const history = templates.filter((item) => namesActor(item, person)).length;
  const counts = addCounts(await countRecords(ports, theirs), { history, replies });
  const left = templates.flatMap((item) => leftIn(item, person));
  return {
    ...progress,
    place: next,
    counts: addCounts(progress.counts, counts),
    left: onceEach([...progress.left, ...left]),
  };
}

/** What is found without a walk: the lists, the keys, the webhooks, the users. */
export async function begun({ ports, accountId, person }: Asked): Promise<Progress> {
  const { isIn } = person;
  const suppression = await readSuppressed(ports.messages, accountId, person.address);
  const { seeds = [] } = await accountRecord(ports, accountId);
  const names = await actorsNamed(ports.trail.table, accountId, isIn);
  const keys = await listKeys(ports, accountId);
  const webhooks = await listEndpoints(ports.messages, accountId);
  const counts: PersonCounts = {
    ...noCounts,
    ...{ suppressed: suppression !== null, seeds: seeds.some(isIn) },
    history: names.length + keys.filter(({ paused }) => paused && isIn(paused.by)).length,
  };
  const left = [
    ...keys
      .filter(({ name, redirectTo = '', allow = [], paused }) =>
        [name, redirectTo, ...allow, paused?.note ?? ''].some(isIn),
      )
      .map(({ keyId }) => ({
        ...{ what: 'settings of an API key', where: `key:${keyId}` },
        todo: 'Create a key without the address, and delete this one',
      })),
    ...webhooks
      .filter(({ url }) => isIn(url))
      .map(({ endpointId }) => ({
        ...{ what: 'address of a webhook', where: `webhook:${endpointId}` },
        todo: 'Add a webhook without the address, and delete this one',
      })),
  ];
  if (await isUser({ ports, accountId, person })) {
    const todo = 'Remove them with user remove before they are forgotten';
    left.push({ what: 'user of the dashboard', where: `user:${person.address}`, todo });
  }
  return { person: person.id, place: { part: 0 }, counts, left, isTold: false };
}

/** Each place once, with the newest revision: revisions come in their order. */
function onceEach(left: readonly Left[]): Left[] {
  const places = new Map<string, Left>();
  for (const each of left) {
    const place = `${each.what} ${each.where}`;
    places.set(place, { ...places.get(place), ...each });
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
