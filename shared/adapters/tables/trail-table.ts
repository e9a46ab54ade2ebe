import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { decodeTime, ulid } from 'ulid';
import type { TrailAction, TrailChange } from '../../engine/trail-actions.ts';
import { personOf } from '../../people/person.ts';
import { readPersonKey } from './account-people.ts';
import { type Item, optionalText, text, textItem } from './attributes.ts';
import { type Change, put } from './change.ts';
import { itemsOf, queryPage, type Table } from './dynamodb.ts';
import { TransactWriteItemsCommand } from './dynamodb-client.ts';

/** Who acts. An operator on AWS is an ARN, which the trail does not hold. */
export type Actor =
  | { kind: 'user' | 'local'; id: string; name: string }
  | { kind: 'aws'; arn: string; name: string };

export const localActor = { kind: 'local', id: 'local', name: 'local' } as const satisfies Actor;

export interface Who {
  kind: Actor['kind'];
  /** A user's `sub`; of an operator on AWS `personOf` the ARN. */
  id: string;
  /** Null once the person is forgotten. */
  name: string | null;
  /** The part of an operator's ARN before the name: `assumed-role/deploy`. */
  via?: string | undefined;
}

export type Door = 'dashboard' | 'cli' | 'mcp';

/** Whose changes these are, by what they are made, and where their entries go. */
export interface Trail {
  table: Table;
  accounts: Table;
  /** Called only when something changes, because the CLI asks AWS. */
  who: () => Promise<Actor>;
  door: Door;
  /** Null outside of a request. */
  requestId: string | null;
  retentionDays: number;
}

export interface NewEntry<A extends TrailAction> {
  accountId: string;
  action: A;
  /** A kind and an id: `template:welcome`. */
  target: string;
  change: TrailChange<A>;
  at: Date;
  /** Of an account that the table does not have yet. */
  personKey?: string | undefined;
  /** Why it passes over a missing approval. */
  override?: string | undefined;
}

export interface TrailEntry {
  /** A ULID. */
  id: string;
  /** ISO 8601. */
  at: string;
  action: string;
  who: Who;
  door: string;
  target: string;
  change: Record<string, unknown>;
  /** Why an administrator passed over a missing approval; null elsewhere. */
  override: string | null;
  requestId: string | null;
}

const entryPrefix = 'A#';
const namePrefix = 'P#';

/** How often a transaction is tried that another one, of the same item, came before. */
const maxTries = 4;

/** The names that this process has written, by the client of the table. */
const written = new WeakMap<object, Set<string>>();

/** Makes the writes of a change in one transaction with its entry: either all are there afterwards, or none. */
export function changeWith<A extends TrailAction>(trail: Trail, entry: NewEntry<A>): Change {
  return async (_, ...writes) => {
    const { table } = trail;
    const who = await whoOf(trail, entry);
    const names = written.get(table.client) ?? new Set();
    written.set(table.client, names);
    const name = nameItem(entry.accountId, who);
    const known = JSON.stringify(name);
    const isNew = !names.has(known);
    names.add(known);
    const all = [
      ...writes,
      put(table, entryItem(trail, who, entry)),
      ...(isNew ? [put(table, name)] : []),
    ];
    const input = { TransactItems: all, ClientRequestToken: randomUUID() };
    try {
      await transact(table, input);
    } catch (error) {
      if (isNew) names.delete(known);
      throw error;
    }
  };
}

/** Makes writes of the trail's table that are no change of their own: the dashboard may write there in transactions only. */
export const inTransaction: Change = (table, ...writes) =>
  transact(table, { TransactItems: [...writes], ClientRequestToken: randomUUID() });

type Transaction = ConstructorParameters<typeof TransactWriteItemsCommand>[0];

async function transact({ client }: Table, input: Transaction): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.send(new TransactWriteItemsCommand(input));
      return;
    } catch (error) {
      const { CancellationReasons: reasons = [] } = error as {
        CancellationReasons?: { Code?: string }[];
      };
      const isConflict = reasons.some(({ Code }) => Code === 'TransactionConflict');
      if (!isConflict || tries === maxTries) throw error;
      await setTimeout(Math.random() * 50 * 2 ** tries);
    }
  }
}

/** Who acts, as the trail of an account names them. */
export async function whoOf(
  { who, accounts }: Pick<Trail, 'who' | 'accounts'>,
  { accountId, personKey }: Pick<NewEntry<TrailAction>, 'accountId' | 'personKey'>,
): Promise<Who> {
  const actor = await who();
  if (actor.kind !== 'aws') return actor;
  const { kind, arn, name } = actor;
  const resource = arn.slice(arn.lastIndexOf(':') + 1);
  const via = resource.slice(0, Math.max(0, resource.length - name.length - 1)) || undefined;
  // A row of a user may name an account that is gone.
  const key = personKey ?? (await readPersonKey(accounts, accountId)) ?? '';
  return { kind, id: personOf(key, arn), name, via };
}

function entryItem<A extends TrailAction>(
  { door, requestId, retentionDays }: Trail,
  { kind, id: whoId, via }: Who,
  { accountId, action, target, change, at, override }: NewEntry<A>,
): Item {
  const sk = `${entryPrefix}${ulid(at.getTime())}`;
  const expiresAt = Math.ceil(at.getTime() / 1000) + retentionDays * 24 * 60 * 60;
  const changed = JSON.stringify(change);
  return {
    ...textItem({ accountId, sk, action, target, kind, whoId, via, door, change: changed }),
    ...textItem({ requestId: requestId ?? undefined, override }),
    expiresAt: { N: String(expiresAt) },
  };
}

const nameItem = (accountId: string, { id, name }: Who): Item =>
  textItem({ accountId, sk: `${namePrefix}${id}`, name: name ?? '' });

export interface EntryQuery {
  /** The id of the last entry of the page before. */
  after?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  limit: number;
  /** Default: the newest first. */
  oldestFirst?: boolean;
}

/** Entries of an account without the names of those who acted, strongly consistent. `next` is null at the end. */
export async function listEntries(
  trail: Table,
  accountId: string,
  { after, since, until, limit, oldestFirst = false }: EntryQuery,
): Promise<{ entries: TrailEntry[]; next: string | null }> {
  const keyOf = (id: string) => `${entryPrefix}${id}`;
  const from = (time: Date | undefined, none: string) =>
    time ? ulid(time.getTime()).slice(0, 10) : none;
  const page = await queryPage(trail, {
    KeyConditionExpression: 'accountId = :account AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':account': { S: accountId },
      ':first': { S: keyOf(from(since, '')) },
      ':last': { S: keyOf(from(until, '~')) },
    },
    ConsistentRead: true,
    ScanIndexForward: oldestFirst,
    Limit: limit,
    ExclusiveStartKey: after === undefined ? undefined : textItem({ accountId, sk: keyOf(after) }),
  });
  const end = page.LastEvaluatedKey;
  return {
    entries: (page.Items ?? []).map(toEntry),
    next: end ? text(end, 'sk').slice(entryPrefix.length) : null,
  };
}

/** The names of those who acted, by id; null once the person is forgotten. */
export async function readActorNames(
  trail: Table,
  accountId: string,
): Promise<Map<string, string | null>> {
  const items = await itemsOf(trail, accountId, namePrefix);
  const idOf = (item: Item) => text(item, 'sk').slice(namePrefix.length);
  return new Map(items.map((item) => [idOf(item), optionalText(item, 'name') ?? null]));
}

/** The ids of those who acted under a name that `isName` accepts. */
export async function actorsNamed(
  trail: Table,
  accountId: string,
  isName: (name: string) => boolean,
): Promise<string[]> {
  const names = [...(await readActorNames(trail, accountId))];
  return names.flatMap(([id, name]) => (isName(name ?? '') ? [id] : []));
}

/** Forgets the name of somebody who acted. Their entries stay, with the id. */
export async function forgetActor(trail: Table, accountId: string, id: string): Promise<void> {
  await inTransaction(trail, put(trail, textItem({ accountId, sk: `${namePrefix}${id}` })));
}

function toEntry(item: Item): TrailEntry {
  const id = text(item, 'sk').slice(entryPrefix.length);
  const kind = text(item, 'kind');
  return {
    id,
    at: new Date(decodeTime(id)).toISOString(),
    action: text(item, 'action'),
    who: {
      kind: kind === 'aws' || kind === 'local' ? kind : 'user',
      id: text(item, 'whoId'),
      name: null,
      via: optionalText(item, 'via'),
    },
    door: text(item, 'door'),
    target: text(item, 'target'),
    change: JSON.parse(text(item, 'change')),
    override: optionalText(item, 'override') ?? null,
    requestId: optionalText(item, 'requestId') ?? null,
  };
}
