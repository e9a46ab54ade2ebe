import { Agent, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen, loopback } from '../../../local/loopback/listen.ts';
import { send } from '../../harness/send.ts';
import { operationOf } from '../../soak/faults/server.ts';

/** The calls that a client made to DynamoDB. */
export interface Calls {
  /** The number of requests, by the operation's name: `GetItem`, `Query`. */
  requests: Record<string, number>;
  /** Records that queries and scans looked at, as DynamoDB counts them; a GetItem looks at none. */
  scanned: number;
  /** Capacity units of all tables and indexes: a strongly consistent read of 4 KB, a write of 1 KB. */
  units: { reads: number; writes: number };
}

export interface CallCounter {
  endpoint: string;
  /** Counts the calls while `work` runs; nothing else may run meanwhile. */
  during: (work: () => Promise<unknown>) => Promise<Calls>;
  stop: () => Promise<void>;
}

/** Starts a proxy that counts the calls and passes them on to a DynamoDB-compatible server at `target`. */
export async function startCallCounter(target: string): Promise<CallCounter> {
  const agent = new Agent({ keepAlive: true });
  let calls = noCalls();
  const sizes = new Map<string, number>();
  const server = createServer(async (incoming, outgoing) => {
    const asked = JSON.parse(await text(incoming));
    const counting = Buffer.from(JSON.stringify({ ...asked, ReturnConsumedCapacity: 'TOTAL' }));
    // The server refuses a Host header that does not name it.
    const { host: _host, ...given } = incoming.headers;
    const headers = { ...given, 'content-length': String(counting.length) };
    const options = { headers, agent };
    const answer = await send(`${target}${incoming.url}`, counting, options).catch(() => null);
    // The server closed the idle connection while the proxy sent the request: the client tries again.
    if (answer === null) return void outgoing.destroy();
    const operation = operationOf(incoming);
    const answered = JSON.parse(answer.body.toString());
    calls.requests[operation] = (calls.requests[operation] ?? 0) + 1;
    calls.scanned += answered.ScannedCount ?? 0;
    const kind = writes.has(operation) ? 'writes' : 'reads';
    calls.units[kind] += unitsOf(asked, answered, sizes);
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const port = await listen(server);
  return {
    endpoint: `http://${loopback}:${port}`,
    during: async (work) => {
      calls = noCalls();
      await work();
      const counted = calls;
      calls = noCalls();
      return counted;
    },
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}

const noCalls = (): Calls => ({ requests: {}, scanned: 0, units: { reads: 0, writes: 0 } });

const writes: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
]);

/** The parts of a call that its capacity depends on. */
interface TableRequest {
  Key?: Item;
  Item?: Item;
  UpdateExpression?: string;
}

interface Answered {
  ConsumedCapacity?: Consumed | Consumed[];
  __type?: string;
}

type Item = Record<string, unknown>;

interface Consumed {
  CapacityUnits: number;
}

/**
 * The capacity that a call takes, as the tables' server reports it. The server does not report two charges of DynamoDB: 1
 * unit when an item gets the key of an index, and the write that a condition refused, which costs as much as a write of the
 * stored item. `sizes` keeps the size of each item from earlier writes (otherwise 1 unit).
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
function unitsOf(asked: TableRequest, answered: Answered, sizes: Map<string, number>): number {
  const { Key, Item = {}, UpdateExpression = '' } = asked;
  const item = JSON.stringify(Key ?? { accountId: Item.accountId, sk: Item.sk });
  if (answered.__type?.endsWith('ConditionalCheckFailedException')) return sizes.get(item) ?? 1;
  const consumed = [answered.ConsumedCapacity ?? []].flat();
  const units = consumed.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  sizes.set(item, units);
  const entersIndex =
    Item.sesMessageId !== undefined || UpdateExpression.includes('sesMessageId =');
  return units + (entersIndex ? 1 : 0);
}

/** `2 GetItem, 1 Query`. */
export function inWords(requests: Calls['requests']): string {
  return Object.entries(requests)
    .map(([operation, times]) => `${times} ${operation}`)
    .join(', ');
}
