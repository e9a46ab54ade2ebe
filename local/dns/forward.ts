import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export interface Upstream {
  host: string;
  port: number;
  /** How long it may take to answer. Default: 2.5 s, the time that the functions wait in all. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 2500;

/** Passes a query on unchanged, and returns the unchanged answer; undefined if none arrives in time. */
export function forward(
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
