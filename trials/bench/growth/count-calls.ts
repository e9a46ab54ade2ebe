import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { close, listen, loopback } from '../../../local/loopback/listen.ts';
import { Consumption, type Units } from './consumed.ts';

/** What passed between a client and the tables. */
export interface Calls {
  /** How many requests of each operation, by its name: `GetItem`, `Query`. */
  requests: Record<string, number>;
  /** Of all answers together, without their headers. */
  answerBytes: number;
  /** Records that queries and scans looked at, in DynamoDB's own count; a GetItem looks at none. */
  scanned: number;
  /** What was taken: see `Consumption`. */
  consumed: Record<string, Units>;
}

export interface CallCounter {
  endpoint: string;
  /** What passes while `work` runs; nothing else may run meanwhile. */
  during: (work: () => Promise<unknown>) => Promise<Calls>;
  stop: () => Promise<void>;
}

/** Stands before a DynamoDB-compatible server, and counts what passes on the wire. */
export async function startCallCounter(target: string): Promise<CallCounter> {
  const agent = new Agent({ keepAlive: true });
  let calls = none();
  let consumption = new Consumption();
  const server = createServer(async (incoming, outgoing) => {
    const asked = JSON.parse((await readAll(incoming)).toString());
    const counting = JSON.stringify({ ...asked, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await forward(target, agent, incoming, Buffer.from(counting));
    const body = await readAll(answer);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const answered = JSON.parse(body.toString());
    consumption.add({ operation, asked, answered });
    const { ConsumedCapacity: _, ...bare } = answered;
    calls.requests[operation] = (calls.requests[operation] ?? 0) + 1;
    calls.answerBytes += Buffer.byteLength(JSON.stringify(bare));
    calls.scanned += answered.ScannedCount ?? 0;
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
  });
  const port = await listen(server);
  const begin = () => {
    calls = none();
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

const none = (): Omit<Calls, 'consumed'> => ({ requests: {}, answerBytes: 0, scanned: 0 });

function forward(target: string, agent: Agent, incoming: IncomingMessage, body: Buffer) {
  // The server refuses a Host that is not its own.
  const { host: _, ...given } = incoming.headers;
  const headers = { ...given, 'content-length': body.length };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const onward = request(`${target}${incoming.url}`, { method: incoming.method, headers, agent });
    onward.on('error', reject).on('response', resolve).end(body);
  });
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
