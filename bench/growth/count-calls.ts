import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { close, listen, loopback } from '../../local/loopback/listen.ts';

/** What passed between a client and the tables. */
export interface Calls {
  /** How many requests of each operation, by its name: `GetItem`, `Query`. */
  requests: Record<string, number>;
  /** Of all answers together, without their headers. */
  answerBytes: number;
  /** Records that queries and scans looked at, in DynamoDB's own count; a GetItem looks at none. */
  scanned: number;
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
  let calls: Calls = none();
  const server = createServer(async (incoming, outgoing) => {
    const answer = await forward(target, agent, incoming, await readAll(incoming));
    const body = await readAll(answer);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    calls.requests[operation] = (calls.requests[operation] ?? 0) + 1;
    calls.answerBytes += body.length;
    calls.scanned += scannedIn(body);
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
  });
  const port = await listen(server);
  return {
    endpoint: `http://${loopback}:${port}`,
    during: async (work) => {
      calls = none();
      await work();
      const counted = calls;
      calls = none();
      return counted;
    },
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}

const none = (): Calls => ({ requests: {}, answerBytes: 0, scanned: 0 });

function forward(target: string, agent: Agent, incoming: IncomingMessage, body: Buffer) {
  // The server refuses a Host that is not its own.
  const { host: _, ...headers } = incoming.headers;
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

/** A record may have an attribute of this name, but only the answer's own has a number. */
function scannedIn(body: Buffer): number {
  return Number(/"ScannedCount":(\d+)/.exec(body.toString())?.[1] ?? 0);
}
