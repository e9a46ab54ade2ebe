import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** What a client's calls took of the tables. */
export interface Units {
  /** Write units by partition key. Those of indexes are not in it. */
  written: ReadonlyMap<string, number>;
  /** Read units of all calls together. */
  read: number;
  /** How many calls of each operation. */
  calls: Readonly<Record<string, number>>;
}

interface Input {
  Key?: Record<string, AttributeValue>;
  Item?: Record<string, AttributeValue>;
}

/**
 * Has the tables' server say what each call takes, and adds it up. The returned function answers what
 * was taken since it was asked before.
 */
export function countUnits(client: DynamoDBClient): () => Units {
  let written = new Map<string, number>();
  let read = 0;
  let calls: Record<string, number> = {};
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const units = unitsIn(result.output);
        const operation = commandName.replace(/Command$/, '');
        calls[operation] = (calls[operation] ?? 0) + 1;
        const { Key, Item } = args.input as Input;
        const partition = (Item ?? Key)?.accountId?.S ?? '';
        if (isWrite(operation)) written.set(partition, (written.get(partition) ?? 0) + units);
        else read += units;
        return result;
      },
    { step: 'initialize' },
  );
  return () => {
    const taken = { written, read, calls };
    [written, read, calls] = [new Map(), 0, {}];
    return taken;
  };
}

const isWrite = (operation: string) => /^(Put|Update|Delete)Item$/.test(operation);

/** Of a call for several keys there is a list, an entry for each table. */
function unitsIn(output: unknown): number {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: object | object[] };
  return [ConsumedCapacity]
    .flat()
    .reduce((sum, each) => sum + ((each as { CapacityUnits?: number }).CapacityUnits ?? 0), 0);
}
