import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { stoppedAtEnd } from './end-of-file.ts';
import { serve } from './serve.ts';

/** One call on its way to the tables: its operation (`PutItem`), and its body. */
export interface Call {
  operation: string;
  body: string;
}

/**
 * What happens to a call.
 * - `pass`: it passes.
 * - `cut`: the connection closes before the call arrives.
 * - `lose answer`: the call arrives, and the connection closes before the answer.
 * - `hang`: it never arrives, and nothing answers.
 * - `drip`: it arrives, and the answer comes byte by byte without an end.
 * - `slowMs`: it passes after these milliseconds.
 * - `status` and `type`: the proxy refuses it with this error.
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
  /** All calls, including those that were cut off. */
  calls: Call[];
  stop: () => Promise<void>;
}

/**
 * Starts a proxy in front of a server, mostly a DynamoDB-compatible one. `fateOf` decides what happens to each call.
 */
export async function startFaultProxy(
  target: string,
  fateOf: (call: Call) => Fate,
): Promise<FaultProxy> {
  const calls: Call[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const { url: endpoint, stop } = await serve(async (incoming, outgoing) => {
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
  return stoppedAtEnd({
    endpoint,
    calls,
    stop: async () => {
      timers.forEach(clearInterval);
      await stop();
    },
  });
}

/** What is done with the answer to a call. */
type GiveBack = (status: number, headers: IncomingHttpHeaders, body: Buffer) => void;

/** Milliseconds between two bytes: short enough that no idle timeout ends the answer. */
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
  // The target may check the Host header.
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
