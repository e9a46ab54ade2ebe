import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';

/** Another DNS server. */
export interface Upstream {
  host: string;
  port: number;
  /** How long it may take to answer. Default: 2.5 s, the time that the functions wait in all. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 2500;

/** How many queries may be in progress. Further ones fail at once. */
const maxPending = 200;

let pending = 0;

/** Passes a query on unchanged, and returns the unchanged answer; undefined if none arrives in time. */
export async function forward(
  query: Buffer,
  transport: 'udp' | 'tcp',
  upstream: Upstream,
): Promise<Buffer | undefined> {
  if (pending >= maxPending) return undefined;
  pending += 1;
  try {
    return await (transport === 'udp' ? overUdp(query, upstream) : overTcp(query, upstream));
  } finally {
    pending -= 1;
  }
}

function overUdp(
  query: Buffer,
  { host, port, timeoutMs = defaultTimeoutMs }: Upstream,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    const finish = (answer?: Buffer) => {
      clearTimeout(timer);
      socket.off('error', failed).on('error', () => undefined);
      socket.close();
      resolve(answer);
    };
    const failed = () => finish();
    const timer = setTimeout(failed, timeoutMs);
    socket.once('error', failed);
    // A connected socket gets only this server's packets, and reports a closed port at once.
    socket.connect(port, host, () => socket.send(query));
    socket.on('message', (answer) => {
      if (answer.length >= 12 && answer.readUInt16BE() === query.readUInt16BE()) finish(answer);
    });
  });
}

function overTcp(
  query: Buffer,
  { host, port, timeoutMs = defaultTimeoutMs }: Upstream,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => socket.write(framed(query)));
    const finish = (answer?: Buffer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(finish, timeoutMs);
    const take = messages((answer) => finish(answer));
    socket.on('data', take).once('close', () => finish());
    socket.on('error', () => finish());
  });
}

/** Puts the length before a message, as TCP requires (RFC 1035 §4.2.2). */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** Splits the bytes of a TCP connection into messages. */
export function messages(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE()) {
      const end = 2 + rest.readUInt16BE();
      const message = rest.subarray(2, end);
      rest = rest.subarray(end);
      onMessage(message);
    }
  };
}
