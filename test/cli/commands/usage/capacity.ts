import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { TablesClient } from '../../../../shared/adapters/tables/dynamodb-client.ts';

/** Units of on-demand capacity: strongly consistent reads of 4 KB, and writes of 1 KB. */
export interface Capacity {
  reads: number;
  writes: number;
}

const writing = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** Adds up the capacity that the tables' server reports for each call, without that of indexes. */
export function countCapacity(client: TablesClient): () => Capacity {
  let counted: Capacity = { reads: 0, writes: 0 };
  const { send } = client;
  client.send = async (command, options) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const output = await send(command, options);
    const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: Units | Units[] };
    const units = [ConsumedCapacity].flat().reduce((sum, each) => sum + each.CapacityUnits, 0);
    counted[writing.includes(command.operation) ? 'writes' : 'reads'] += units;
    return output;
  };
  return () => {
    const taken = counted;
    counted = { reads: 0, writes: 0 };
    return taken;
  };
}

interface Units {
  CapacityUnits: number;
}

type Item = Record<string, AttributeValue>;

/**
 * The billed size of an item, in bytes.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(item: Item): number {
  return Object.entries(item)
    .map(([name, value]) => Buffer.byteLength(name) + valueBytes(value))
    .reduce((sum, bytes) => sum + bytes, 0);
}

function valueBytes({ S, N, M, L }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (M !== undefined) return 3 + Object.keys(M).length + itemBytes(M);
  if (L !== undefined) return 3 + L.reduce((sum, each) => sum + 1 + valueBytes(each), 0);
  throw new Error('A record has only texts, numbers, maps and lists');
}
