import { encodeTime } from 'ulid';
import { removeAnswers } from '../../adapters/tables/accepted-events-table.ts';
import { keepSeeds, readAccount, writeForgets } from '../../adapters/tables/accounts-table.ts';
import { alone } from '../../adapters/tables/change.ts';
import { removeCopy } from '../../adapters/tables/copies-table.ts';
import type {
  ForgetStep,
  Forgetting,
  KeptPage,
  WalkPlace,
} from '../../adapters/tables/forgettings-table.ts';
import {
  findAllKeys,
  type KeyRecord,
  renamePauser,
  tellPersonKey,
} from '../../adapters/tables/keys-table.ts';
import { readMessage } from '../../adapters/tables/messages-table.ts';
import { changeParked, listAllParked } from '../../adapters/tables/parked-events-table.ts';
import { readPendingPage } from '../../adapters/tables/pending-table.ts';
import { forgetInRecord, removeBlocksWith } from '../../adapters/tables/person-records.ts';
import {
  forgetActorIn,
  formerUser,
  leftIn,
  namesActor,
  readTemplateItems,
} from '../../adapters/tables/person-templates.ts';
import {
  endSuppression,
  readSuppressed,
  suppress,
} from '../../adapters/tables/suppression-table.ts';
import { actorsNamed, forgetActor } from '../../adapters/tables/trail-table.ts';
import { listEndpoints, updateEndpoint } from '../../adapters/tables/webhook-endpoints-table.ts';
import { removeFailure } from '../../adapters/tables/webhook-failures-table.ts';
import { cancelScheduled } from '../../execute/cancel-scheduled.ts';
import type { MessageRecord } from '../../message/message.ts';
import { askedTerms } from '../../message/search-terms.ts';
import { forgottenEntry, type Suppression } from '../../message/suppression.ts';
import { forgottenEvent, isRecipient, type Person } from '../../people/forgotten-record.ts';
import type { Left, PersonCounts } from '../../people/person-data.ts';
import { inParallel } from '../parallel.ts';
import { leftBeside, mergedLeft } from './find-person.ts';
import {
  countRecords,
  failuresOf,
  isTheirs,
  isUnderWay,
  mayHaveFailures,
  partitionsOf,
  recordPage,
} from './person-messages.ts';
import type { PersonPorts } from './person-ports.ts';

export interface Asked {
  ports: PersonPorts;
  accountId: string;
  person: Person;
}

/** A part of a step: what it counts is kept before it is worked on. */
export interface Page<Content = unknown> {
  content: Content;
  /** Null: the step ends with this page. */
  next: WalkPlace | null;
  counts?: Partial<PersonCounts>;
  /** The places that are left, with those of before. */
  left?: (before: Left[]) => Left[];
  /** Whether records have to be walked through again. */
  again?: boolean;
  /** See `KeptPage`. Default: false. */
  waits?: boolean;
  /** Messages to look at again: see `Forgetting`. */
  later?: readonly string[];
}

interface Step<Content> {
  /** Reads the page at `run.place`. `kept`: it was read before and kept, and is not counted. */
  page: (asked: Asked, run: Forgetting, kept: KeptPage | undefined) => Promise<Page<Content>>;
  /** Works on a page. It may be called again with the rest of the same page. */
  act: (asked: Asked, page: Page<Content>, run: Forgetting) => Promise<void>;
}

/** `content` is what `page` of the same step made. */
const step = <Content>(each: Step<Content>) => each as Step<unknown>;

/** From now on, requests with the account's keys look up forgotten people as well. */
const keys = step<null>({
  page: async ({ ports, accountId }) => {
    const account = await readAccount(ports.accounts, accountId);
    return { content: null, next: null, waits: !account?.forgets };
  },
  act: async (asked) => {
    await writeForgets(asked.ports.accounts, asked.accountId);
    await tellKeys(asked);
  },
});

async function tellKeys({ ports, accountId }: Asked): Promise<void> {
  const { personKey } = (await readAccount(ports.accounts, accountId)) ?? {};
  if (personKey === undefined) throw new Error(`The account ${accountId} has no key for people`);
  const behind = (await findAllKeys(ports.keys, accountId)).filter(
    (key) => key.status === 'active' && key.personKey !== personKey,
  );
  await inParallel(behind, ({ keyHash }) => tellPersonKey(ports.keys, keyHash, personKey));
}

/** Suppresses the person by what stands for them, before the entry with the address goes. */
const suppression = step<null>({
  page: async ({ ports, accountId, person }, run) => {
    const there = await readSuppressed(ports.messages, accountId, person.address);
    const entry = forgottenEntry(person.id);
    const isNew = run.suppress && (await readSuppressed(ports.messages, accountId, entry)) === null;
    return { content: null, next: null, counts: { suppressed: there !== null || isNew } };
  },
  act: async (asked, _, run) => {
    if (run.suppress) {
      const at = asked.ports.now().toISOString();
      await suppressForgotten(asked, { reason: 'manual', at });
    }
    await moveSuppression(asked);
  },
});

async function moveSuppression(asked: Asked): Promise<void> {
  const { ports, accountId, person } = asked;
  for (;;) {
    const there = await readSuppressed(ports.messages, accountId, person.address);
    if (there === null) return;
    await suppressForgotten(asked, there);
    // A report may have changed it.
    if (await endSuppression(ports.messages, accountId, there)) return;
  }
}

async function suppressForgotten(
  { ports, accountId, person }: Asked,
  { reason, at }: Pick<Suppression, 'reason' | 'at'>,
): Promise<void> {
  const address = forgottenEntry(person.id);
  const entry = { address, reason, at, detail: null, messageId: null };
  await suppress(ports.messages, accountId, entry, alone);
}

/** Cancels what is still to be sent. The records themselves are changed with all others. */
const scheduled = step<MessageRecord[]>({
  page: async ({ ports, accountId, person }, { place }, kept) => {
    const partitions = await partitionsOf(ports, accountId);
    const partition = partitions[place.part] ?? '';
    const { pageSize: limit = 250 } = ports;
    const page = await readPendingPage(ports.messages, partition, { after: place.after, limit });
    const end = kept?.next?.part === place.part ? kept.next.after : undefined;
    const listed = page.pending.filter(
      ({ messageId }) => end === undefined || `L#${messageId}` <= end,
    );
    const records = await inParallel(listed, ({ messageId }) =>
      readMessage(ports.messages, accountId, messageId),
    );
    const content = records.filter(
      (record) => record?.state === 'SCHEDULED' && isRecipient(record, person),
    ) as MessageRecord[];
    const part = place.part + 1;
    const further = part < partitions.length ? { part } : null;
    const next = page.next === undefined ? further : { part: place.part, after: page.next };
    const counts = kept ? undefined : await countScheduled(ports, content);
    return { content, next, ...(counts && { counts }) };
  },
  act: async (asked, { content }) => {
    await inParallel(content, (record) => cancel(asked, record));
  },
});

async function countScheduled(ports: PersonPorts, records: readonly MessageRecord[]) {
  const { scheduled, test } = await countRecords(ports, records);
  return { scheduled, test };
}

async function cancel({ ports }: Asked, record: MessageRecord): Promise<void> {
  const { messages, wakeUps, announcer, now } = ports;
  const forget = wakeUps && ((id: string) => wakeUps.forget('due', id));
  await cancelScheduled(record, now().toISOString(), { messages, forget, announcer });
}

const walk = (isAgain: boolean): Step<unknown> =>
  step<MessageRecord[]>({
    page: async (asked, run, kept) => {
      const { ports, accountId, person } = asked;
      const nowMs = ports.now().getTime();
      const partitions = await partitionsOf(ports, accountId);
      if (isAgain && !run.again) return { content: [], next: null };
      const { place } = run;
      const isFirst = isAgain && place.part === 0 && place.after === undefined;
      const from = isAgain && run.later !== null ? lateIn(run.startedAt) : '';
      const upTo = kept ? kept.next : undefined;
      const page = await recordPage(ports, partitions, run.place, { upTo, from });
      const listed = isFirst ? await recordsOf(asked, run.later ?? []) : [];
      const records = [...new Map([...page.records, ...listed].map(byId)).values()];
      const all = records.filter((record) => isTheirs(record, person));
      const theirs = all.filter((record) => isAgain || !isUnderWay(record, nowMs));
      // Interrupted, a page may have records that have lost the address and not yet the rest.
      const marked = records.filter(({ forgotten }) => forgotten?.includes(person.id));
      const also = kept || isAgain ? marked : [];
      const content = [...new Set([...theirs, ...also])];
      if (kept) return { content, next: kept.next };
      return {
        ...{ content, next: page.next, again: all.length > 0 },
        waits: !isAgain && (run.again || all.length > 0),
        counts: await countRecords(ports, theirs, run.startedAt),
        later: all
          .filter((each) => each.recipients.length > 1 || isUnderWay(each, nowMs))
          .map(({ messageId }) => messageId),
      };
    },
    act: async (asked, { content }) => {
      await inParallel(content, (record) => forgetMessage(asked, record));
    },
  });

const byId = (record: MessageRecord) => [record.messageId, record] as const;

async function recordsOf({ ports, accountId }: Asked, ids: readonly string[]) {
  const found = await inParallel(ids, (id) => readMessage(ports.messages, accountId, id));
  return found.filter((record) => record !== null);
}

/** How long before the start of a run a request may have made the id of a message, in milliseconds. */
const earlierMs = 60_000;

const lateIn = (startedAt: string) => encodeTime(Date.parse(startedAt) - earlierMs);

async function forgetMessage(asked: Asked, record: MessageRecord): Promise<void> {
  const { ports, accountId, person } = asked;
  if (record.state === 'SCHEDULED') await cancel(asked, record);
  await forgetInRecord(ports.messages, record, person);
  await removeCopy(ports.messages, record);
  if (!mayHaveFailures(record, ports.now().getTime())) return;
  for (const failure of await failuresOf(ports, record)) {
    await removeFailure(ports.messages, accountId, failure);
  }
}

/** The names of those who acted, in the history of templates; and the places that are left. */
const templates = step<Awaited<ReturnType<typeof readTemplateItems>>['items']>({
  page: async (asked, { place }, kept) => {
    const { ports, accountId, person } = asked;
    const { finder } = person;
    const { after } = place;
    const page = await readTemplateItems(ports.templates, accountId, {
      ...{ after, upTo: kept?.next?.after, limit: kept ? undefined : ports.pageSize },
    });
    const content = page.items.filter((item) => namesActor(item, finder));
    const found = page.items.flatMap((item) => leftIn(item, finder));
    const beside = after === undefined ? await leftBeside(ports, accountId, person) : [];
    return {
      ...{ content, next: page.next === null ? null : { part: 0, after: page.next } },
      left: (before) => mergedLeft([...before, ...beside, ...found]),
      ...(!kept && { counts: { history: content.length } }),
    };
  },
  act: async ({ ports, person }, { content }) => {
    for (const item of content) await forgetActorIn(ports.templates, item, person.finder);
  },
});

/** The lists beside the records. */
const rest = step<{ actors: string[] }>({
  page: async ({ ports, accountId, person }) => {
    const { is } = person.finder;
    const actors = await actorsNamed(ports.trail.table, accountId, is);
    const { seeds = [] } = (await readAccount(ports.accounts, accountId)) ?? {};
    const pausers = (await findAllKeys(ports.keys, accountId)).filter(isPausedBy(person));
    const history = actors.length + pausers.length;
    return { content: { actors }, next: null, counts: { seeds: seeds.some(is), history } };
  },
  act: async (asked, { content }) => {
    const { ports, accountId, person } = asked;
    const { messages, accounts, trail } = ports;
    const { is } = person.finder;
    await keepSeeds(accounts, accountId, (each) => !is(each));
    const pausers = (await findAllKeys(ports.keys, accountId)).filter(isPausedBy(person));
    for (const key of pausers) await renamePauser(ports.keys, key, formerUser);
    for (const id of content.actors) await forgetActor(trail.table, accountId, id);
    for (const term of askedTerms({ to: person.address })) {
      await removeBlocksWith(messages, accountId, term);
    }
    for (const { sk, parked } of await listAllParked(messages, accountId)) {
      const changed = forgottenEvent(parked, person);
      if (changed !== null) await changeParked(messages, accountId, { sk, parked: changed });
    }
    // A receiver's answer may quote the address.
    const quotes = (answer: string | null) => answer !== null && person.finder.isIn(answer);
    for (const { endpointId, lastError } of await listEndpoints(messages, accountId)) {
      const place = { accountId, endpointId };
      await removeAnswers(messages, place, quotes);
      if (quotes(lastError)) {
        await updateEndpoint(messages, place, { lastError: null }, { lastError });
      }
    }
    // A report, and a key, may have come while this ran.
    await moveSuppression(asked);
    await tellKeys(asked);
  },
});

const isPausedBy =
  ({ finder }: Person) =>
  ({ paused }: KeyRecord) =>
    paused !== undefined && finder.is(paused.by);

/** The steps of a forgetting, in their order. */
export const steps: Record<Exclude<ForgetStep, 'end'>, Step<unknown>> = {
  keys,
  suppression,
  scheduled,
  records: walk(false),
  again: walk(true),
  templates,
  rest,
};
