import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call on its way to the tables: its operation (`PutItem`), and its body. */
export interface Call {
  operation: string;
  body: string;
}

/** What happens to a call: it passes, it is cut off before it arrives, or its answer is cut off. */
export type Fate = 'pass' | 'cut' | 'lose answer';

export interface FaultProxy {
  endpoint: string;
  /** The calls that came, the ones that were cut off included. */
  calls: Call[];
  stop: () => Promise<void>;
}

/** Stands before a server, a DynamoDB-compatible one mostly, and breaks the sockets that `fateOf` says. */
export async function startFaultProxy(
  target: string,
  fateOf: (call: Call) => Fate,
): Promise<FaultProxy> {
  const calls: Call[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const call = { operation, body: body.toString() };
    calls.push(call);
    const fate = fateOf(call);
    if (fate === 'cut') incoming.socket.destroy();
    else forward(target, incoming, body, fate === 'pass' ? outgoing : null);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes a call on, and its answer back; without `outgoing` the answer is lost. */
function forward(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse | null,
): void {
  const { method, url } = incoming;
  // A door that looks at the host lets none but its own in.
  const headers = { ...incoming.headers, host: new URL(target).host };
  const onward = request(`${target}${url}`, { method, headers, agent: false }, async (answer) => {
    const answerBody = await readAll(answer);
    if (outgoing) outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(answerBody);
    else incoming.socket.destroy();
  });
  onward.on('error', () => incoming.socket.destroy());
  onward.end(body);
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
