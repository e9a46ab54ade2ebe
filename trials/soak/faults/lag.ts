import * as z from 'zod';
import type { Fate } from './fate.ts';
import { type Call, operationOf, type WholeAnswer } from './server.ts';

export interface LagOptions {
  /** Hands a call to the tables' server. */
  apply: (call: Call) => Promise<WholeAnswer | null>;
  /** The names of each table's key attributes. */
  keyNames: ReadonlyMap<string, readonly string[]>;
  /** How long the previous item is kept after a write, in milliseconds. */
  rememberMs: number;
  /** A clock in milliseconds; only differences count. Default: `performance.now`. */
  now?: () => number;
}

type Item = Record<string, unknown>;
type Place = { table: string; key: Item };

/** The item that was stored under a key until this time; undefined if there was none. */
interface Before {
  untilMs: number;
  item: Item | undefined;
}

const item = z.record(z.string(), z.unknown());
const write = z.object({ TableName: z.string(), Key: z.optional(item), Item: z.optional(item) });
const transaction = z.object({
  TransactItems: z.array(
    z.object({ Put: z.optional(write), Update: z.optional(write), Delete: z.optional(write) }),
  ),
});
const read = z.object({
  TableName: z.string(),
  IndexName: z.optional(z.string()),
  ConsistentRead: z.optional(z.boolean()),
});
const batch = z.object({
  RequestItems: z.record(
    z.string(),
    z.object({ Keys: z.array(item), ConsistentRead: z.optional(z.boolean()) }),
  ),
});
const found = z.looseObject({
  Item: z.optional(item),
  Items: z.optional(z.array(item)),
  Responses: z.optional(z.record(z.string(), z.array(item))),
});

/**
 * Lets reads answer as DynamoDB may: a read without ConsistentRead, and every read of an index, returns the items of up
 * to the call's `lagMs` ago. To know them, it reads the stored item before each write.
 */
export function withLag(options: LagOptions) {
  const { apply, keyNames, rememberMs, now = () => performance.now() } = options;
  const history = new Map<string, Before[]>();

  const nameOf = ({ table, key }: Place) => {
    const names = keyNames.get(table) ?? [];
    return JSON.stringify([table, ...names.map((name) => key[name])]);
  };

  const remember = async (place: Place, call: Call) => {
    const there = await itemAt(place, call);
    const nowMs = now();
    const name = nameOf(place);
    const kept = (history.get(name) ?? []).filter(({ untilMs }) => untilMs > nowMs - rememberMs);
    history.set(name, [...kept, { untilMs: nowMs, item: there }]);
  };

  const itemAt = async ({ table, key }: Place, call: Call): Promise<Item | undefined> => {
    const names = keyNames.get(table) ?? [];
    const Key = Object.fromEntries(names.map((name) => [name, key[name]]));
    const answer = await apply(reading(call, { TableName: table, Key, ConsistentRead: true }));
    return answer?.status === 200 ? found.parse(parsed(answer.body)).Item : undefined;
  };

  /** The item of a place at a time; `newest` is the present item. */
  const asOf = (thenMs: number, place: Place, newest: Item | undefined): Item | undefined => {
    const changed = history.get(nameOf(place))?.find(({ untilMs }) => untilMs > thenMs);
    return changed ? changed.item : newest;
  };

  return async (call: Call, { lagMs }: Pick<Fate, 'lagMs'>): Promise<WholeAnswer | null> => {
    await Promise.all(placesWritten(call).map((place) => remember(place, call)));
    const answer = await apply(call);
    if (lagMs === 0 || answer?.status !== 200) return answer;
    const thenMs = now() - lagMs;
    const late = lateAnswer(call, found.parse(parsed(answer.body)), (place, newest) =>
      asOf(thenMs, place, newest),
    );
    return late ? { ...answer, body: Buffer.from(JSON.stringify(late)) } : answer;
  };
}

type AsOf = (place: Place, now: Item | undefined) => Item | undefined;

/** The answer with the items of an earlier time; null if the call must get the present items. */
function lateAnswer(call: Call, answer: z.output<typeof found>, asOf: AsOf): object | null {
  switch (operationOf(call)) {
    case 'GetItem': {
      const asked = read.extend({ Key: item }).parse(parsed(call.body));
      if (asked.ConsistentRead) return null;
      return { ...answer, Item: asOf({ table: asked.TableName, key: asked.Key }, answer.Item) };
    }
    case 'Query': {
      const { TableName: table, IndexName, ConsistentRead } = read.parse(parsed(call.body));
      if (ConsistentRead && IndexName === undefined) return null;
      const Items = (answer.Items ?? []).filter((now) =>
        hasAll(asOf({ table, key: now }, now), now),
      );
      return { ...answer, Items, Count: Items.length };
    }
    case 'BatchGetItem': {
      const { RequestItems } = batch.parse(parsed(call.body));
      const Responses = Object.entries(RequestItems).map(([table, { Keys, ConsistentRead }]) => {
        const now = answer.Responses?.[table] ?? [];
        if (ConsistentRead) return [table, now];
        const then = Keys.map((key) => asOf({ table, key }, now.find(isAt(key))));
        return [table, then.filter((each) => each !== undefined)];
      });
      return { ...answer, Responses: Object.fromEntries(Responses) };
    }
    default:
      return null;
  }
}

/** Whether an item was in an index already: it had every attribute that the index has now. */
const hasAll = (then: Item | undefined, now: Item) =>
  then !== undefined && Object.keys(now).every((name) => name in then);

const isAt = (key: Item) => (each: Item) =>
  Object.entries(key).every(
    ([name, value]) => JSON.stringify(each[name]) === JSON.stringify(value),
  );

/** The places that a call writes; none if it only reads. */
function placesWritten(call: Call): Place[] {
  const operation = operationOf(call);
  if (/^(?:Put|Update|Delete)Item$/.test(operation))
    return [placeOf(write.parse(parsed(call.body)))];
  if (operation !== 'TransactWriteItems') return [];
  const { TransactItems } = transaction.parse(parsed(call.body));
  const writes = TransactItems.flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
  return writes.map(placeOf);
}

const placeOf = ({ TableName: table, Key, Item }: z.output<typeof write>): Place => ({
  table,
  key: Key ?? Item ?? {},
});

/** A read with the headers of a call. */
function reading(call: Call, body: object): Call {
  const { 'content-length': _, ...headers } = call.headers;
  const target = 'DynamoDB_20120810.GetItem';
  return {
    ...call,
    headers: { ...headers, 'x-amz-target': target },
    body: Buffer.from(JSON.stringify(body)),
  };
}

const parsed = (body: Buffer): unknown => JSON.parse(body.toString());
