import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, TRUNCATED_RESPONSE } from 'dns-packet';
import { loopback } from '../loopback/listen.ts';
import { forward, type Upstream } from './forward.ts';
import { answerOwn, failureFor } from './own-domain.ts';

export interface DnsServer {
  /** `host:port`, only for UDP. */
  address: string;
  upstreamAnswers: () => Promise<boolean>;
  stop: () => Promise<void>;
}

/**
 * Starts a DNS server for the demo's own domain; `upstream` answers the rest. If that fails or needs TCP, it answers
 * SERVFAIL: the functions then fail instead of reporting the address as bad.
 */
export async function startDns(upstream: Upstream): Promise<DnsServer> {
  const udp = createSocket('udp4').bind(0, loopback);
  await once(udp, 'listening');
  udp.on('message', (message, { port, address }) => {
    // A query that cannot be answered is dropped.
    answerTo(message, upstream)
      .then((answer) => answer && udp.send(answer, port, address, () => undefined))
      .catch(() => undefined);
  });
  udp.on('error', () => undefined);
  return {
    address: `${loopback}:${udp.address().port}`,
    upstreamAnswers: async () => (await forward(rootQuery, upstream)) !== undefined,
    stop: () => new Promise<void>((resolve) => udp.close(resolve)),
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
async function answerTo(message: Buffer, upstream: Upstream): Promise<Buffer | undefined> {
  const query = parse(message);
  if (query?.type !== 'query') return undefined;
  const own = answerOwn(query);
  if (own) return own;
  const answer = await forward(message, upstream);
  const isWhole = answer && (answer.readUInt16BE(2) & TRUNCATED_RESPONSE) === 0;
  return isWhole ? answer : failureFor(query);
}

function parse(message: Buffer) {
  try {
    return decode(message);
  } catch {
    // The message is not DNS.
    return undefined;
  }
}
