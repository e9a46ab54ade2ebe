import { getServers } from 'node:dns';
import type { Upstream } from './forward.ts';

const dnsPort = 53;

/** The machine's first resolver. */
export function machineResolver(): Upstream {
  return readHostPort(getServers()[0] ?? '') ?? { host: '127.0.0.1', port: dnsPort };
}

/** Reads `host`, `host:port`, `::1` or `[::1]:port`; undefined for anything else. */
export function readHostPort(text: string): Upstream | undefined {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  const plain = /^([^:\s]+)(?::(\d+))?$/.exec(text);
  const bare = /^([0-9a-fA-F:.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.%\w]*)$/.exec(text);
  const [, host, port] = bracketed ?? plain ?? bare ?? [];
  const number = port === undefined ? dnsPort : Number(port);
  return host && number > 0 && number < 65_536 ? { host, port: number } : undefined;
}

/** `host:port`, with brackets around IPv6. */
export function hostPort({ host, port }: Upstream): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
