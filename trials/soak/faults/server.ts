import { type Agent, createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { close, listen, loopback } from '../../../local/loopback/listen.ts';
import { send } from '../../harness/send.ts';
import { UnderWay } from '../../harness/under-way.ts';
import type { Fate, Refusal } from './fate.ts';

/** One call as it arrived. */
export interface Call {
  /** Who made it: the first part of the path in the caller's address. */
  caller: string;
  method: string;
  /** The rest of the path. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface WholeAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What happens to a call, and how its caller is killed. */
export interface CallFate {
  fate: Fate;
  kill: () => void;
}

export interface FaultServerOptions {
  meet: (call: Call) => CallFate;
  /** Executes a call. Returns null if the answer was lost by accident, not by the call's fate. */
  apply: (call: Call, fate: Pick<Fate, 'lagMs'>) => Promise<WholeAnswer | null>;
}

/** A server whose calls meet faults, on real sockets. */
export interface FaultServer {
  /** The address for one caller. */
  urlFor: (caller: string) => string;
  /** Resolves when every call has taken effect. */
  quiet: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const underWay = new UnderWay();
  const server = createServer(async (incoming, outgoing) => {
    // A call that its caller broke off does not count as made.
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    const { method = 'POST', headers, url = '/' } = incoming;
    const [, caller = '', path = ''] = /^\/([^/]*)(.*)$/.exec(url) ?? [];
    const call = { caller, method, path: path || '/', headers, body };
    await carryOut(call, options.meet(call), { outgoing, underWay, apply: options.apply });
  });
  const port = await listen(server);
  return {
    urlFor: (caller) => `http://${loopback}:${port}/${caller}`,
    quiet: () => underWay.quiet(),
    stop: async () => {
      await underWay.quiet();
      server.closeAllConnections();
      await close(server);
    },
  };
}

interface OpenCall {
  outgoing: ServerResponse;
  underWay: UnderWay;
  apply: FaultServerOptions['apply'];
}

async function carryOut(
  call: Call,
  { fate, kill }: CallFate,
  { outgoing, underWay, apply }: OpenCall,
) {
  if (fate.crash === 'on arrival') kill();
  const arrives = async (afterMs: number) => {
    if (afterMs > 0) await pause(afterMs);
    return apply(call, fate);
  };
  const isLate = fate.effect === 'late';
  const arrival =
    fate.effect === 'dropped' ? null : arrives(isLate ? fate.delayMs : fate.slowMs.before);
  if (arrival) underWay.add(arrival);
  const isWaitedFor = !isLate || fate.answer === 'whole';
  const answer = arrival && isWaitedFor ? await arrival : noAnswer;
  if (fate.crash === 'before the answer') kill();
  if (fate.slowMs.after > 0) await pause(fate.slowMs.after);
  if (answer === null) reset(outgoing.socket);
  else give(outgoing, answer, fate.answer);
  if (fate.crash === 'after the answer') setTimeout(kill, fate.delayMs);
}

/** A placeholder that is never sent: the call's fate has another answer, so its effect is not awaited. */
const noAnswer: WholeAnswer = { status: 500, headers: {}, body: Buffer.from('{}') };

function give(outgoing: ServerResponse, answer: WholeAnswer, how: Fate['answer']): void {
  if (how === 'nothing') return;
  if (how === 'reset') {
    reset(outgoing.socket);
  } else if (how === 'truncated') {
    const { length } = answer.body;
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(length) });
    outgoing.write(answer.body.subarray(0, length / 2), () => outgoing.destroy());
  } else if (how === 'whole') {
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  } else if (how === 'upgrade') {
    outgoing.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  } else if (how === 'drip') {
    drip(outgoing.writeHead(answer.status, answer.headers), answer.body);
  } else {
    refuse(outgoing, how);
  }
}

/** Between two bytes, in milliseconds: less than any time-out between bytes. */
const dripMs = 20;

/** Gives an answer byte by byte until the caller closes the connection. */
function drip(outgoing: ServerResponse, body: Buffer): void {
  if (outgoing.destroyed) return;
  let at = 0;
  const timer = setInterval(() => {
    if (at < body.length) outgoing.write(body.subarray(at, at + 1));
    else outgoing.end();
    at += 1;
  }, dripMs);
  outgoing.once('close', () => clearInterval(timer));
}

/** A socket that is closing already cannot be reset any more: Node would leave it open for ever. */
function reset(socket: Socket | null): void {
  if (socket?.writable) socket.resetAndDestroy();
  else socket?.destroy();
}

function refuse(outgoing: ServerResponse, { status, type, message }: Refusal): void {
  outgoing.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-errortype': type,
  });
  outgoing.end(JSON.stringify({ __type: type, message }));
}

/** The operation of a call to the tables: `PutItem`, for instance. */
export function operationOf({ headers }: Pick<Call, 'headers'>): string {
  return String(headers['x-amz-target']).split('.')[1] ?? '';
}

/** Passes a call on to a server. Returns null if the server closed the idle connection meanwhile. */
export async function forwardTo(endpoint: string, call: Call, agent: Agent) {
  const { host: _, connection: __, ...headers } = call.headers;
  const options = { method: call.method, headers, agent };
  const answer = await send(`${endpoint}${call.path}`, call.body, options).catch(() => null);
  if (answer === null) return null;
  return { ...answer, headers: { 'content-type': String(answer.headers['content-type']) } };
}
