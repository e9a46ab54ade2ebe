import { sesMessageIndex } from '../../shared/adapters/messages-table-events.ts';

/** Capacity units: a strongly consistent read of 4 KB, a write of 1 KB. */
export interface Units {
  reads: number;
  writes: number;
}

/** A call of DynamoDB, as far as its cost depends on it. */
interface Call {
  operation: string;
  asked: {
    TableName?: string;
    IndexName?: string;
    Key?: object;
    Item?: Record<string, object>;
    UpdateExpression?: string;
  };
  answered: { ConsumedCapacity?: Consumed | Consumed[]; __type?: string };
}

interface Consumed {
  TableName: string;
  CapacityUnits: number;
}

const writes: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * Adds up what calls take of each table and each index, by what the tables' server says of each call. Two
 * things it does not say, which DynamoDB charges: the write of an index whose key an item gets, 1 unit, and a
 * write that its condition refused, as much as one of the item that is there, which is known from
 * the writes before (else 1 unit).
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export class Consumption {
  readonly of: Record<string, Units> = {};
  private readonly sizes = new Map<string, number>();

  add({ operation, asked, answered }: Call): void {
    const kind = writes.has(operation) ? 'writes' : 'reads';
    const index = asked.IndexName ? `/${asked.IndexName}` : '';
    for (const { TableName, CapacityUnits } of [answered.ConsumedCapacity ?? []].flat()) {
      this.take(`${TableName}${index}`, kind, CapacityUnits);
      if (kind === 'writes') this.sizes.set(placeOf(asked), CapacityUnits);
    }
    const { TableName = '' } = asked;
    if (answered.__type?.endsWith('ConditionalCheckFailedException')) {
      this.take(TableName, 'writes', this.sizes.get(placeOf(asked)) ?? 1);
    } else if (entersIndex(asked)) {
      this.take(`${TableName}/${sesMessageIndex}`, 'writes', 1);
    }
  }

  private take(of: string, kind: keyof Units, units: number): void {
    const before = this.of[of] ?? { reads: 0, writes: 0 };
    this.of[of] = { ...before, [kind]: before[kind] + units };
  }
}

/** Which item a write is about. */
function placeOf({ Key, Item = {} }: Call['asked']): string {
  return JSON.stringify(Key ?? { accountId: Item.accountId, sk: Item.sk });
}

function entersIndex({ Item, UpdateExpression = '' }: Call['asked']): boolean {
  return Item?.sesMessageId !== undefined || UpdateExpression.includes('sesMessageId =');
}
