import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket as TcpSocket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import packet, { type Answer } from 'dns-packet';
import { stoppedAtEnd } from './end-of-file.ts';

const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;

export interface Question {
  name: string;
  type: string;
  /** The protocol of the query: a resolver asks again over TCP if a reply was truncated. */
  over: 'udp' | 'tcp';
}

/** `silence` sends nothing; `raw` turns the bytes of the query into those of the reply. */
export type Reply =
  | 'silence'
  | { raw: (query: Buffer) => Buffer }
  | {
      rcode?: keyof typeof rcodes;
      answers?: Answer[];
      /** Marks the reply as truncated to fit a datagram. */
      truncated?: boolean;
      delayMs?: number;
    };

/** Returns the reply to a question; `asked` counts the equal questions so far, including this one. */
export type Responder = (question: Question, asked: number) => Reply;

export interface DnsServer {
  /** `127.0.0.1:port`, the form of `DNS_SERVERS`. */
  address: string;
  /** All questions, in the order of their arrival. */
  questions: Question[];
}

/** Runs `use` with a real DNS server on a free port, which is closed whatever happens. */
export async function withDnsServer<T>(
  respond: Responder,
  use: (server: DnsServer) => Promise<T>,
): Promise<T> {
  const { stop, ...server } = await startDnsServer(respond);
  try {
    return await use(server);
  } finally {
    await stop();
  }
}

/** A real DNS server on a free port, over UDP and TCP. */
export async function startDnsServer(
  respond: Responder,
): Promise<DnsServer & { stop: () => Promise<void> }> {
  const { udp, tcp, port } = await listenOnBoth();
  const end = new AbortController();
  const questions: Question[] = [];
  const connections = new Set<TcpSocket>();
  const replyTo = (query: Buffer, over: 'udp' | 'tcp') => {
    const question = readQuestion(query, over);
    questions.push(question);
    const asked = questions.filter(
      ({ name, type }) => name === question.name && type === question.type,
    );
    return replyBytes(query, respond(question, asked.length), end.signal);
  };

  udp.on('message', async (query, from: RemoteInfo) => {
    const reply = await replyTo(query, 'udp');
    if (reply && !end.signal.aborted) udp.send(reply, from.port, from.address);
  });
  tcp.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', async (message: Buffer) => {
      const reply = await replyTo(message.subarray(2), 'tcp');
      if (reply && !socket.destroyed) socket.write(withLength(reply));
    });
  });

  return stoppedAtEnd({
    address: `127.0.0.1:${port}`,
    questions,
    stop: async () => {
      end.abort();
      for (const socket of connections) socket.destroy();
      await Promise.all([closed(udp), closed(tcp)]);
    },
  });
}

/** Listens on a port that is free in both protocols. If TCP's free port is taken for UDP, tries another. */
async function listenOnBoth(): Promise<{ udp: Socket; tcp: Server; port: number }> {
  const tcp = createServer().listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const address = tcp.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const udp = createSocket('udp4');
  try {
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
    return { udp, tcp, port };
  } catch (error) {
    await Promise.all([closed(udp), closed(tcp)]);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return listenOnBoth();
    throw error;
  }
}

async function closed(server: Socket | Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}

function readQuestion(query: Buffer, over: 'udp' | 'tcp'): Question {
  const [question] = packet.decode(query).questions ?? [];
  return { name: question?.name ?? '', type: question?.type ?? '', over };
}

async function replyBytes(
  query: Buffer,
  reply: Reply,
  end: AbortSignal,
): Promise<Buffer | undefined> {
  if (reply === 'silence') return undefined;
  if ('raw' in reply) return reply.raw(query);
  const { rcode = 'NOERROR', answers = [], truncated = false, delayMs = 0 } = reply;
  if (delayMs > 0) await pause(delayMs, undefined, { signal: end }).catch(() => undefined);
  const { id, questions } = packet.decode(query);
  const flags =
    packet.RECURSION_DESIRED |
    packet.RECURSION_AVAILABLE |
    (truncated ? packet.TRUNCATED_RESPONSE : 0) |
    rcodes[rcode];
  return packet.encode({ type: 'response', id, flags, questions, answers });
}

/** RFC 1035 §4.2.2: over TCP a message follows its length in two bytes. */
function withLength(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

export function mx(name: string, exchange: string, preference = 10): Answer {
  return { type: 'MX', name, ttl: 60, data: { preference, exchange } };
}

export function a(name: string, address: string): Answer {
  return { type: 'A', name, ttl: 60, data: address };
}

export function aaaa(name: string, address: string): Answer {
  return { type: 'AAAA', name, ttl: 60, data: address };
}

export function cname(name: string, target: string): Answer {
  return { type: 'CNAME', name, ttl: 60, data: target };
}
