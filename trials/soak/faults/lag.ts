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
type ItemPlace = { table: string; key: Item };

/** The item that was stored under a key until this time; undefined if there was none. */
interface FormerItem {
  untilMs: number;
  item: Item | undefined;
}

/** The fields of calls that place an item or read one; each operation has some of them. */
interface TableRequest {
  TableName: string;
  Key?: Item;
  Item?: Item;
  IndexName?: string;
  ConsistentRead?: boolean;
  TransactItems: { Put?: TableRequest; Update?: TableRequest; Delete?: TableRequest }[];
  RequestItems: Record<string, { Keys: Item[]; ConsistentRead?: boolean }>;
}

interface FoundSend {
  Item?: Item;
  Items?: Item[];
  Responses?: Record<string, Item[]>;
}

const askedBy = ({ body }: Call): TableRequest => JSON.parse(body.toString());
const foundIn = ({ body }: WholeAnswer): FoundSend => JSON.parse(body.toString());

/**
 * Lets reads answer as DynamoDB may: a read without ConsistentRead, and every read of an index, returns the items of up
 * to the call's `lagMs` ago. To know them, it reads the stored item before each write.
 */
export function withLag(options: LagOptions) {
  const { apply, keyNames, rememberMs, now = () => performance.now() } = options;
  const history = new Map<string, FormerItem[]>();

  const nameOf = ({ table, key }: ItemPlace) => {
    const names = keyNames.get(table) ?? [];
    return JSON.stringify([table, ...names.map((name) => key[name])]);
  };

  const remember = async (place: ItemPlace, call: Call) => {
    const there = await itemAt(place, call);
    const nowMs = now();
    const name = nameOf(place);
    const kept = (history.get(name) ?? []).filter(({ untilMs }) => untilMs > nowMs - rememberMs);
    history.set(name, [...kept, { untilMs: nowMs, item: there }]);
  };

  const itemAt = async ({ table, key }: ItemPlace, call: Call): Promise<Item | undefined> => {
    const names = keyNames.get(table) ?? [];
    const Key = Object.fromEntries(names.map((name) => [name, key[name]]));
    const answer = await apply(reading(call, { TableName: table, Key, ConsistentRead: true }));
    return answer?.status === 200 ? foundIn(answer).Item : undefined;
  };

  /** The item of a place at a time; `newest` is the present item. */
  const asOf = (thenMs: number, place: ItemPlace, newest: Item | undefined): Item | undefined => {
    const changed = history.get(nameOf(place))?.find(({ untilMs }) => untilMs > thenMs);
    return changed ? changed.item : newest;
  };

  return async (call: Call, { lagMs }: Pick<Fate, 'lagMs'>): Promise<WholeAnswer | null> => {
    await Promise.all(placesWritten(call).map((place) => remember(place, call)));
    const answer = await apply(call);
    if (lagMs === 0 || answer?.status !== 200) return answer;
    const thenMs = now() - lagMs;
    const late = lateAnswer(call, foundIn(answer), (place, newest) => asOf(thenMs, place, newest));
    return late ? { ...answer, body: Buffer.from(JSON.stringify(late)) } : answer;
  };
}

type AsOf = (place: ItemPlace, now: Item | undefined) => Item | undefined;

/** The answer with the items of an earlier time; null if the call must get the present items. */
function lateAnswer(call: Call, answer: FoundSend, asOf: AsOf): object | null {
  const {
    TableName: table,
    Key: key = {},
    IndexName,
    ConsistentRead,
    RequestItems,
  } = askedBy(call);
  switch (operationOf(call)) {
    case 'GetItem':
      return ConsistentRead ? null : { ...answer, Item: asOf({ table, key }, answer.Item) };
    case 'Query': {
      if (ConsistentRead && IndexName === undefined) return null;
      const Items = (answer.Items ?? []).filter((now) =>
        hasAll(asOf({ table, key: now }, now), now),
      );
      return { ...answer, Items, Count: Items.length };
    }
    case 'BatchGetItem': {
      const Responses = Object.entries(RequestItems).map(([name, { Keys, ...asked }]) => {
        const now = answer.Responses?.[name] ?? [];
        if (asked.ConsistentRead) return [name, now];
        const then = Keys.map((each) => asOf({ table: name, key: each }, now.find(isAt(each))));
        return [name, then.filter((each) => each !== undefined)];
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
function placesWritten(call: Call): ItemPlace[] {
  const operation = operationOf(call);
  if (/^(?:Put|Update|Delete)Item$/.test(operation)) return [placeOf(askedBy(call))];
  if (operation !== 'TransactWriteItems') return [];
  const { TransactItems } = askedBy(call);
  return TransactItems.flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []).map(
    placeOf,
  );
}

const placeOf = ({ TableName: table, Key, Item = {} }: TableRequest): ItemPlace => {
  return { table, key: Key ?? Item };
};

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
