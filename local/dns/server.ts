import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { decode, encode } from 'dns-packet';
import { codeOf } from '../failure.ts';
import { loopback } from '../loopback/listen.ts';
import { forward, framed, messages, type Upstream } from './forward.ts';
import { answerOwn, failureFor } from './own-domain.ts';

/** The DNS server of the local run, running. */
export interface DnsServer {
  /** `host:port`, for UDP and TCP alike. */
  address: string;
  /** Whether the upstream server answers. */
  upstreamAnswers: () => Promise<boolean>;
  stop: () => Promise<void>;
}

type Transport = 'udp' | 'tcp';
type Reply = (query: Buffer, transport: Transport, send: (reply: Buffer) => void) => void;

/**
 * Starts a DNS server that answers for the demo's own domain and passes every other query on to `upstream`. If
 * `upstream` does not answer, it answers SERVFAIL, and the functions fail instead of reporting the address as bad.
 */
export async function startDns(upstream: Upstream): Promise<DnsServer> {
  const answer: Reply = (query, transport, send) => {
    // A query that cannot be answered is dropped.
    answerQuery(query, transport, upstream)
      .then((reply) => reply && send(reply))
      .catch(() => undefined);
  };
  const connections = new Set<Socket>();
  const tcp = createServer((connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    serveConnection(connection, answer);
  });
  const udp = await bindBoth(tcp);
  udp.on('message', (query, { port, address }) => {
    answer(query, 'udp', (reply) => udp.send(reply, port, address, () => undefined));
  });
  udp.on('error', () => undefined);
  return {
    address: `${loopback}:${udp.address().port}`,
    upstreamAnswers: async () => (await forward(rootQuery, 'udp', upstream)) !== undefined,
    stop: async () => {
      for (const connection of connections) connection.destroy();
      await Promise.all([
        new Promise((resolve) => tcp.close(resolve)),
        new Promise<void>((resolve) => udp.close(resolve)),
      ]);
    },
  };
}

/** The query for the root's servers, which every resolver answers. */
const rootQuery = encode({
  type: 'query',
  id: 1,
  flags: 0x0100,
  questions: [{ type: 'NS', name: '.' }],
});

/** The answer to one message; undefined if the message is not a query. */
async function answerQuery(
  message: Buffer,
  transport: Transport,
  upstream: Upstream,
): Promise<Buffer | undefined> {
  const query = parse(message);
  if (query?.type !== 'query') return undefined;
  const own = answerOwn(query);
  return own ?? (await forward(message, transport, upstream)) ?? failureFor(query);
}

function parse(message: Buffer) {
  try {
    return decode(message);
  } catch {
    // The message is not DNS.
    return undefined;
  }
}

function serveConnection(connection: Socket, answer: Reply): void {
  const take = messages((query) => {
    answer(query, 'tcp', (reply) => connection.writable && connection.write(framed(reply)));
  });
  connection.on('data', take).on('error', () => connection.destroy());
  connection.setTimeout(10_000, () => connection.destroy());
}

/** Binds TCP to a free port and UDP to the same one. If that UDP port is taken, it tries another. */
async function bindBoth(tcp: Server): Promise<UdpSocket> {
  for (let tries = 10; ; tries--) {
    tcp.listen(0, loopback);
    await once(tcp, 'listening');
    const udp = createSocket('udp4');
    try {
      udp.bind((tcp.address() as AddressInfo).port, loopback);
      await once(udp, 'listening');
      return udp;
    } catch (error) {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
      if (codeOf(error) !== 'EADDRINUSE' || tries === 0) throw error;
    }
  }
}
