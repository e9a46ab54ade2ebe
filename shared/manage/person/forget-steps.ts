import { acceptedMs, changeAnswers } from '../../adapters/tables/accepted-events-table.ts';
import { readAccount, writeAccount } from '../../adapters/tables/accounts-table.ts';
import { textItem } from '../../adapters/tables/attributes.ts';
import { alone } from '../../adapters/tables/change.ts';
import { changeTexts } from '../../adapters/tables/change-texts.ts';
import { removeCopy } from '../../adapters/tables/copies-table.ts';
import { deleteItem, itemsOf } from '../../adapters/tables/dynamodb.ts';
import type { Forgetting } from '../../adapters/tables/forgettings-table.ts';
import { findAllKeys } from '../../adapters/tables/keys-table.ts';
import { tellPersonKey } from '../../adapters/tables/keys-table-writes.ts';
import { changeParked } from '../../adapters/tables/parked-events-table.ts';
import { removePending } from '../../adapters/tables/pending-table.ts';
import { forgetInRecord } from '../../adapters/tables/person-records.ts';
import { withoutActor } from '../../adapters/tables/person-templates.ts';
import { replyItemKey } from '../../adapters/tables/replies-table.ts';
import { blockPrefix } from '../../adapters/tables/search-blocks.ts';
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
import { isLeased } from '../../message/message-states.ts';
import { forgottenEntry, type Suppression } from '../../message/suppression.ts';
import { isTheirs } from '../../people/forgotten-record.ts';
import type { WalkPlace } from '../../people/person-data.ts';
import { inParallel } from '../parallel.ts';
import { readTrail } from '../trail/trail.ts';
import type { Asked } from './person-ports.ts';
import { failuresOf, pageAt, repliesOf } from './walk.ts';

/** Works on the page of a step at `run.place`, and says where the step goes on. A repeat of a page ends the same. */
type Step = (asked: Asked, run: Forgetting) => Promise<WalkPlace | null>;

/**
 * From now on, requests with the account's keys look up forgotten people as well, and find this one. The entry with the
 * address goes in the last step, after the requests with the keys as they were have ended.
 */
const begin: Step = async (asked, run) => {
  const { ports, accountId, person } = asked;
  await writeAccount(ports.accounts, accountId, { forgets: true }, alone);
  await tellKeys(asked);
  const there = await readSuppressed(ports.messages, accountId, person.address);
  const asks = { reason: 'manual' as const, at: ports.now().toISOString() };
  if (there || run.suppress) await suppressForgotten(asked, there ?? asks);
  return null;
};

async function tellKeys({ ports, accountId }: Asked): Promise<void> {
  const { personKey = '' } = (await readAccount(ports.accounts, accountId)) ?? {};
  for (const key of await findAllKeys(ports.keys, accountId)) {
    if (key.status !== 'active' || key.personKey === personKey) continue;
    await tellPersonKey(ports.keys, key.keyHash, personKey);
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

/** Forgets the person in the records, but in those that are being sent, and in the history of templates. */
const records: Step = (asked, { place }) => {
  const nowMs = asked.ports.now().getTime();
  return forgetPage(
    asked,
    place,
    ({ state, ...each }) => state !== 'SENDING' || !isLeased(each, nowMs),
  );
};

/** Once more, in all that may have changed meanwhile. */
const again: Step = (asked, { place }) => forgetPage(asked, place, () => true);

async function forgetPage(
  asked: Asked,
  place: WalkPlace,
  isSettled: (record: MessageRecord) => boolean,
): Promise<WalkPlace | null> {
  const { ports, accountId, person } = asked;
  const page = await pageAt(ports, accountId, place);
  // An interrupted run may have forgotten the address in a record, and not yet the rest.
  const theirs = page.records.filter(
    (each) => isSettled(each) && (each.forgotten?.includes(person.id) || isTheirs(each, person)),
  );
  await inParallel(theirs, (record) => forgetMessage(asked, record));
  await inParallel(page.records, async (record) => {
    for (const { id } of await repliesOf(ports, record, person)) {
      await deleteItem(ports.messages, replyItemKey(accountId, id));
    }
  });
  for (const item of page.templates) {
    const Key = textItem({ accountId, sk: item.sk?.S });
    await changeTexts(ports.templates, Key, withoutActor(person), item);
  }
  return page.next;
}

async function forgetMessage({ ports, accountId, person }: Asked, record: MessageRecord) {
  const { messages, wakeUps, announcer, now } = ports;
  if (record.state === 'SCHEDULED') {
    const forget = wakeUps && ((id: string) => wakeUps.forget('due', id));
    await cancelScheduled(record, now().toISOString(), { messages, forget, announcer });
  }
  // A cancel may have stopped before it removed the request.
  if (record.sendAt !== undefined) await removePending(messages, record);
  await forgetInRecord(messages, record, person);
  await removeCopy(messages, record);
  for (const failure of await failuresOf(ports, record)) {
    await removeFailure(messages, accountId, failure);
  }
}

/** The lists beside the records. */
const rest: Step = async (asked) => {
  const { ports, accountId, person } = asked;
  const { messages, accounts, trail } = ports;
  const { isIn, without } = person;
  const { seeds = [] } = (await readAccount(accounts, accountId)) ?? {};
  if (seeds.some(isIn)) {
    await writeAccount(accounts, accountId, { seeds: seeds.filter((each) => !isIn(each)) }, alone);
  }
  for (const { keyHash, paused } of await findAllKeys(ports.keys, accountId)) {
    if (!paused || !isIn(paused.by)) continue;
    await changeTexts(ports.keys, textItem({ keyHash }), withoutActor(person));
  }
  for (const id of await actorsNamed(trail.table, accountId, isIn)) {
    await forgetActor(trail.table, accountId, id);
  }
  // What searches noted has hashes of addresses. Later searches note it again from the records.
  await inParallel(await itemsOf(messages, accountId, blockPrefix), ({ sk }) =>
    deleteItem(messages, textItem({ accountId, sk: sk?.S })),
  );
  await changeParked(messages, accountId, without);
  const endpoints = await listEndpoints(messages, accountId);
  for (const { endpointId, lastError } of endpoints) {
    if (lastError === null || !isIn(lastError)) continue;
    await updateEndpoint(messages, { accountId, endpointId }, { lastError: null }, { lastError });
  }
  const webhooks = [...endpoints.map((each) => each.endpointId), ...(await deletedWebhooks(asked))];
  for (const endpointId of webhooks) {
    // A receiver's answer may quote the address.
    await changeAnswers(messages, { accountId, endpointId }, without);
  }
  await endSuppressions(asked);
  // A key may have been made while this ran.
  await tellKeys(asked);
  return null;
};

/** The webhooks that were deleted, but whose events are still kept. */
async function deletedWebhooks({ ports, accountId }: Asked): Promise<string[]> {
  const since = new Date(ports.now().getTime() - acceptedMs);
  const ids: string[] = [];
  for await (const { action, target } of readTrail(ports, accountId, { since })) {
    if (action === 'webhook.deleted') ids.push(target.replace('webhook:', ''));
  }
  return ids;
}

/** Removes the entry with the address. A report may have made or changed it while this ran. */
async function endSuppressions(asked: Asked): Promise<void> {
  const { ports, accountId, person } = asked;
  for (;;) {
    const there = await readSuppressed(ports.messages, accountId, person.address);
    if (there === null) return;
    await suppressForgotten(asked, there);
    if (await endSuppression(ports.messages, accountId, there)) return;
  }
}

export const steps = { begin, records, again, rest };
