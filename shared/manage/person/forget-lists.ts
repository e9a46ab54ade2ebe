import { removeAnswers } from '../../adapters/tables/accepted-events-table.ts';
import { keepSeeds, readAccount, writeForgets } from '../../adapters/tables/accounts-table.ts';
import { alone } from '../../adapters/tables/change.ts';
import {
  findAllKeys,
  type KeyRecord,
  renamePauser,
  tellPersonKey,
} from '../../adapters/tables/keys-table.ts';
import { changeParked, listAllParked } from '../../adapters/tables/parked-events-table.ts';
import { removeBlocksWith } from '../../adapters/tables/person-records.ts';
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
import { askedTerms } from '../../message/search-terms.ts';
import { forgottenEntry, type Suppression } from '../../message/suppression.ts';
import { forgottenEvent, type Person } from '../../people/forgotten-record.ts';
import { inParallel } from '../parallel.ts';
import { leftBeside, mergedLeft } from './find-person.ts';
import { type Asked, step } from './forget-step.ts';

/** From now on, requests with the account's keys look up forgotten people as well. */
export const keys = step<null>({
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
export const suppression = step<null>({
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

/** The names of those who acted, in the history of templates; and the places that are left. */
export const templates = step<Awaited<ReturnType<typeof readTemplateItems>>['items']>({
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
export const rest = step<{ actors: string[] }>({
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
