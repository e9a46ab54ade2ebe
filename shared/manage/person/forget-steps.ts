import { encodeTime } from 'ulid';
import { removeAnswers } from '../../adapters/tables/accepted-events-table.ts';
import { keepSeeds } from '../../adapters/tables/account-people.ts';
import { readAccount, writeAccount } from '../../adapters/tables/accounts-table.ts';
import { alone } from '../../adapters/tables/change.ts';
import { removeCopy } from '../../adapters/tables/copies-table.ts';
import type { Forgetting } from '../../adapters/tables/forgettings-table.ts';
import { findAllKeys } from '../../adapters/tables/keys-table.ts';
import { renamePauser, tellPersonKey } from '../../adapters/tables/keys-table-writes.ts';
import { readMessage } from '../../adapters/tables/messages-table.ts';
import { changeParked, listAllParked } from '../../adapters/tables/parked-events-table.ts';
import { readPendingPage, removePending } from '../../adapters/tables/pending-table.ts';
import { forgetInRecord, removeBlocksWith } from '../../adapters/tables/person-records.ts';
import {
  forgetActorIn,
  formerUser,
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
import { forgottenEvent, isRecipient } from '../../people/forgotten-record.ts';
import type { WalkPlace } from '../../people/person-data.ts';
import { inParallel } from '../parallel.ts';
import {
  failuresOf,
  following,
  isTheirs,
  isUnderWay,
  mayHaveFailures,
  partitionsOf,
  recordPage,
} from './person-messages.ts';
import type { Asked } from './person-ports.ts';

interface Worked {
  /** Where the step goes on; null at its end. */
  next: WalkPlace | null;
  /** Whether the next step waits until requests that are under way have ended. Default: false. */
  waits?: boolean;
  /** See `Forgetting`. */
  later?: readonly string[];
}

/** Works on the page of a step at `run.place`. A repeat of an interrupted page ends the same. */
type Step = (asked: Asked, run: Forgetting) => Promise<Worked>;

/** From now on, requests with the account's keys look up forgotten people as well. */
const keys: Step = async (asked, { isFirst }) => {
  await writeAccount(asked.ports.accounts, asked.accountId, { forgets: true }, alone);
  await tellKeys(asked);
  return { next: null, waits: isFirst };
};

async function tellKeys({ ports, accountId }: Asked): Promise<void> {
  const { personKey } = (await readAccount(ports.accounts, accountId)) ?? {};
  if (personKey === undefined) throw new Error(`The account ${accountId} has no key for people`);
  const behind = (await findAllKeys(ports.keys, accountId)).filter(
    (key) => key.status === 'active' && key.personKey !== personKey,
  );
  await inParallel(behind, ({ keyHash }) => tellPersonKey(ports.keys, keyHash, personKey));
}

/** Suppresses the person by what stands for them, before the entry with the address goes. */
const suppression: Step = async (asked, run) => {
  const at = asked.ports.now().toISOString();
  if (run.suppress) await suppressForgotten(asked, { reason: 'manual', at });
  await moveSuppression(asked);
  return { next: null };
};

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
const scheduled: Step = async (asked, { place }) => {
  const { ports, accountId, person } = asked;
  const partitions = await partitionsOf(ports, accountId);
  const range = { after: place.after, limit: ports.pageSize ?? 250 };
  const page = await readPendingPage(ports.messages, partitions[place.part] ?? '', range);
  await inParallel(page.pending, async ({ messageId }) => {
    const record = await readMessage(ports.messages, accountId, messageId);
    if (record && isRecipient(record, person)) await cancel(asked, record);
  });
  return { next: following(partitions, place, page.next) };
};

async function cancel({ ports }: Asked, record: MessageRecord): Promise<void> {
  if (record.state !== 'SCHEDULED') return;
  const { messages, wakeUps, announcer, now } = ports;
  const forget = wakeUps && ((id: string) => wakeUps.forget('due', id));
  await cancelScheduled(record, now().toISOString(), { messages, forget, announcer });
}

/** Forgets the person in the records, but in those that are being sent. */
const records: Step = async (asked, { place }) => {
  const { ports } = asked;
  const nowMs = ports.now().getTime();
  const { found, next } = await theirsAt(asked, place);
  await forgetMessages(
    asked,
    found.filter((record) => !isUnderWay(record, nowMs)),
  );
  const later = found.filter((each) => each.recipients.length > 1 || isUnderWay(each, nowMs));
  return { next, waits: true, later: later.map(({ messageId }) => messageId) };
};

/** How long before the start of a run a request may have made the id of a message, in milliseconds. */
const earlierMs = 60_000;

/** Once more, in the records that may have changed meanwhile. */
const again: Step = async (asked, { place, later, startedAt }) => {
  const { ports, accountId } = asked;
  const isFirstPage = place.part === 0 && place.after === undefined;
  const listed = await inParallel((isFirstPage && later) || [], (id) =>
    readMessage(ports.messages, accountId, id),
  );
  await forgetMessages(
    asked,
    listed.filter((record) => record !== null),
  );
  const from = later === null ? '' : encodeTime(Date.parse(startedAt) - earlierMs);
  const { found, next } = await theirsAt(asked, place, from);
  await forgetMessages(asked, found);
  return { next };
};

/** The person's records of a page. An interrupted run may have forgotten the address in one, and not yet the rest. */
async function theirsAt({ ports, accountId, person }: Asked, place: WalkPlace, from?: string) {
  const partitions = await partitionsOf(ports, accountId);
  const page = await recordPage(ports, partitions, place, from);
  const found = page.records.filter(
    (record) => record.forgotten?.includes(person.id) || isTheirs(record, person),
  );
  return { found, next: page.next };
}

async function forgetMessages(asked: Asked, found: readonly MessageRecord[]): Promise<void> {
  const { ports, accountId, person } = asked;
  const { messages } = ports;
  await inParallel(found, async (record) => {
    await cancel(asked, record);
    // A cancel may have stopped before it removed the request.
    if (record.sendAt !== undefined) await removePending(messages, record);
    await forgetInRecord(messages, record, person);
    await removeCopy(messages, record);
    if (!mayHaveFailures(record, ports.now().getTime())) return;
    for (const failure of await failuresOf(ports, record)) {
      await removeFailure(messages, accountId, failure);
    }
  });
}

/** The names of those who acted, in the history of templates. */
const templates: Step = async ({ ports, accountId, person }, { place: { after } }) => {
  const range = { after, limit: ports.pageSize };
  const { items, next } = await readTemplateItems(ports.templates, accountId, range);
  for (const item of items.filter((each) => namesActor(each, person.finder))) {
    await forgetActorIn(ports.templates, item, person.finder);
  }
  return { next: next === null ? null : { part: 0, after: next } };
};

/** The lists beside the records. */
const rest: Step = async (asked) => {
  const { ports, accountId, person } = asked;
  const { messages, accounts, trail } = ports;
  const { is, isIn } = person.finder;
  await keepSeeds(accounts, accountId, (each) => !is(each));
  for (const key of await findAllKeys(ports.keys, accountId)) {
    if (key.paused && is(key.paused.by)) await renamePauser(ports.keys, key, formerUser);
  }
  for (const id of await actorsNamed(trail.table, accountId, is)) {
    await forgetActor(trail.table, accountId, id);
  }
  for (const term of askedTerms({ to: person.address })) {
    await removeBlocksWith(messages, accountId, term);
  }
  for (const { sk, parked } of await listAllParked(messages, accountId)) {
    const changed = forgottenEvent(parked, person);
    if (changed !== null) await changeParked(messages, accountId, { sk, parked: changed });
  }
  // A receiver's answer may quote the address.
  for (const { endpointId, lastError } of await listEndpoints(messages, accountId)) {
    const place = { accountId, endpointId };
    await removeAnswers(messages, place, isIn);
    if (lastError !== null && isIn(lastError)) {
      await updateEndpoint(messages, place, { lastError: null }, { lastError });
    }
  }
  // A report, and a key, may have come while this ran.
  await moveSuppression(asked);
  await tellKeys(asked);
  return { next: null };
};

export const steps = { keys, suppression, scheduled, records, again, templates, rest };
