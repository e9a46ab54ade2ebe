import { sesMessageIndex } from '../../../shared/adapters/tables/messages-table-events.ts';

/** Capacity units: a strongly consistent read of 4 KB, a write of 1 KB. */
export interface Units {
  reads: number;
  writes: number;
}

/** The parts of a call of DynamoDB that its cost depends on. */
interface Call {
  operation: string;
  asked: {
    TableName?: string;
    IndexName?: string;
    Key?: Item;
    Item?: Item;
    UpdateExpression?: string;
    /** Only in a Query; the first value is always the partition key. */
    ExpressionAttributeValues?: Item;
    /** Only in a BatchGetItem, which reads from one table. */
    RequestItems?: Record<string, { Keys: Item[] }>;
  };
  answered: { ConsumedCapacity?: Consumed | Consumed[]; __type?: string };
}

type Item = Record<string, { S?: string }>;

interface Consumed {
  TableName: string;
  CapacityUnits: number;
}

const writes: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * Adds up the capacity that calls take under each partition key of each table and index, as the tables' server reports it.
 * The server does not report two charges of DynamoDB: 1 unit when an item gets the key of an index, and the write that a
 * condition refused, which costs as much as a write of the stored item. Earlier writes tell that size (otherwise 1 unit).
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export class Consumption {
  /** Keyed by the table or the index, a space, and the partition key. */
  readonly of: Record<string, Units> = {};
  private readonly sizes = new Map<string, number>();

  add({ operation, asked, answered }: Call): void {
    const kind = writes.has(operation) ? 'writes' : 'reads';
    const index = asked.IndexName ? `/${asked.IndexName}` : '';
    const keys = partitionKeys(asked);
    for (const { TableName, CapacityUnits } of [answered.ConsumedCapacity ?? []].flat()) {
      // For a batch the server reports only the sum. Its items all have the same size, or do not exist.
      for (const key of keys) {
        this.take(`${TableName}${index} ${key}`, kind, CapacityUnits / keys.length);
      }
      if (kind === 'writes') this.sizes.set(placeOf(asked), CapacityUnits);
    }
    const { TableName = '' } = asked;
    if (answered.__type?.endsWith('ConditionalCheckFailedException')) {
      this.take(`${TableName} ${keys[0]}`, 'writes', this.sizes.get(placeOf(asked)) ?? 1);
    } else if (entersIndex(asked)) {
      this.take(`${TableName}/${sesMessageIndex} new`, 'writes', 1);
    }
  }

  private take(of: string, kind: keyof Units, units: number): void {
    const before = this.of[of] ?? { reads: 0, writes: 0 };
    this.of[of] = { ...before, [kind]: before[kind] + units };
  }
}

function partitionKeys({ Key, Item, ExpressionAttributeValues, RequestItems }: Call['asked']) {
  const keys = Object.values(RequestItems ?? {}).flatMap(({ Keys }) => Keys);
  const [queried] = Object.values(ExpressionAttributeValues ?? {});
  if (keys.length > 0) return keys.map(partitionKey);
  const written = Key ?? Item;
  return [written ? partitionKey(written) : (queried?.S ?? '')];
}

const partitionKey = ({ accountId, keyHash, sub }: Item) => (accountId ?? keyHash ?? sub)?.S ?? '';

/** The item that a write changes. */
function placeOf({ Key, Item = {} }: Call['asked']): string {
  return JSON.stringify(Key ?? { accountId: Item.accountId, sk: Item.sk });
}

function entersIndex({ Item, UpdateExpression = '' }: Call['asked']): boolean {
  return Item?.sesMessageId !== undefined || UpdateExpression.includes('sesMessageId =');
}
