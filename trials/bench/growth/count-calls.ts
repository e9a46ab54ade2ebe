import { Agent, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen, loopback } from '../../../local/loopback/listen.ts';
import { send } from '../../harness/send.ts';
import { operationOf } from '../../soak/faults/server.ts';
import { Consumption, type Units } from './consumed.ts';

/** The calls that a client made to DynamoDB. */
export interface Calls {
  /** The number of requests, by the operation's name: `GetItem`, `Query`. */
  requests: Record<string, number>;
  /** Bytes of all answers together, without headers and without the `ConsumedCapacity` that the counter asks for. */
  answerBytes: number;
  /** Records that queries and scans looked at, as DynamoDB counts them; a GetItem looks at none. */
  scanned: number;
  /** Capacity units: see `Consumption`. */
  consumed: Record<string, Units>;
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
  let consumption = new Consumption();
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
    consumption.add({ operation, asked, answered });
    const { ConsumedCapacity: _, ...bare } = answered;
    calls.requests[operation] = (calls.requests[operation] ?? 0) + 1;
    calls.answerBytes += Buffer.byteLength(JSON.stringify(bare));
    calls.scanned += answered.ScannedCount ?? 0;
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const port = await listen(server);
  const begin = () => {
    calls = noCalls();
    consumption = new Consumption();
  };
  return {
    endpoint: `http://${loopback}:${port}`,
    during: async (work) => {
      begin();
      await work();
      const counted = { ...calls, consumed: consumption.of };
      begin();
      return counted;
    },
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}

const noCalls = (): Omit<Calls, 'consumed'> => ({ requests: {}, answerBytes: 0, scanned: 0 });

/** `2 GetItem, 1 Query`. */
export function inWords(requests: Calls['requests']): string {
  return Object.entries(requests)
    .map(([operation, times]) => `${times} ${operation}`)
    .join(', ');
}

/** Read units of all tables and indexes together. */
export function readUnits({ consumed }: Pick<Calls, 'consumed'>): number {
  return Object.values(consumed).reduce((sum, { reads }) => sum + reads, 0);
}
