import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call on its way to the tables: its operation (`PutItem`), and its body. */
export interface Call {
  operation: string;
  body: string;
}

/**
 * What happens to a call: it passes, it is cut off before it arrives, or its answer is cut off; it hangs
 * without arriving; it arrives, and its answer comes as one byte after the other without an end; it
 * passes after so many milliseconds; or it is refused with this error in place of the server's answer.
 */
export type Fate =
  | 'pass'
  | 'cut'
  | 'lose answer'
  | 'hang'
  | 'drip'
  | { slowMs: number }
  | { status: number; type: string };

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
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const call = { operation, body: body.toString() };
    calls.push(call);
    const fate = fateOf(call);
    const answerWith = (giveBack: GiveBack) => forward(target, incoming, body, giveBack);
    const pass: GiveBack = (status, headers, whole) =>
      outgoing.writeHead(status, headers).end(whole);
    if (fate === 'cut') incoming.socket.destroy();
    else if (fate === 'lose answer') answerWith(() => incoming.socket.destroy());
    else if (fate === 'drip') answerWith((status) => timers.add(drip(outgoing.writeHead(status))));
    else if (fate === 'pass') answerWith(pass);
    else if (fate !== 'hang' && 'slowMs' in fate) {
      timers.add(setTimeout(answerWith, fate.slowMs, pass));
    } else if (fate !== 'hang') {
      outgoing.writeHead(fate.status).end(JSON.stringify({ __type: fate.type }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: async () => {
      timers.forEach(clearInterval);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What is done with the answer to a call. */
type GiveBack = (status: number, headers: IncomingHttpHeaders, body: Buffer) => void;

/** Often enough that no time-out between two bytes is met. */
const dripMs = 20;

function drip(outgoing: ServerResponse): NodeJS.Timeout {
  const timer = setInterval(() => outgoing.write(' '), dripMs);
  outgoing.once('close', () => clearInterval(timer));
  return timer;
}

/** Passes a call on, and gives its answer back. */
function forward(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  giveBack: GiveBack,
): void {
  const { method, url } = incoming;
  // A door that looks at the host lets none but its own in.
  const headers = { ...incoming.headers, host: new URL(target).host };
  const onward = request(`${target}${url}`, { method, headers, agent: false }, async (answer) => {
    const answerBody = await readAll(answer);
    giveBack(answer.statusCode ?? 500, answer.headers, answerBody);
  });
  onward.on('error', () => incoming.socket.destroy());
  onward.end(body);
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
