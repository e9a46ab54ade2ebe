import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { codeOf, Failure } from '../failure.ts';

/** The only address that the local run binds to. */
export const loopback = '127.0.0.1';

export interface PortChoice {
  /** 0 is any free port. */
  port: number;
  /** The option that sets the port. */
  option: string;
  /** Whether the server may listen on any free port if this one is taken. True if the port is a default. */
  givesWay: boolean;
}

export const anyFree: PortChoice = { port: 0, option: '', givesWay: true };

/** Listens on the chosen port, and returns the actual one. Throws a `Failure` like `listen`. */
export async function listenAt(
  server: Server,
  { port, option, givesWay }: PortChoice,
): Promise<number> {
  try {
    return await listen(server, port, option);
  } catch (error) {
    if (!givesWay || !(error instanceof Failure)) throw error;
    return listen(server);
  }
}

export function noteOtherPort(
  what: string,
  { port, option }: PortChoice,
  url: string,
  note: (line: string) => void,
): void {
  if (port === 0 || Number(new URL(url).port || 80) === port) return;
  note(`Port ${port} is in use. ${what} is at ${url}; ${option} chooses its port.`);
}

/** Listens on the loopback address (port 0: any free one) and returns the port. Throws a `Failure` if it is taken. */
export async function listen(server: Server, port = 0, option = '--port'): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((error) => {
    throw translated(error, port, option);
  });
  return (server.address() as AddressInfo).port;
}

function translated(error: unknown, port: number, option: string): unknown {
  if (codeOf(error) === 'EADDRINUSE') {
    return new Failure(
      `Port ${port} is in use: stop what uses it, or choose another with ${option}.`,
    );
  }
  if (codeOf(error) === 'EACCES') {
    return new Failure(`Port ${port} needs more rights than you have: choose one above 1023.`);
  }
  return error;
}

/** Milliseconds that requests in progress may take to finish when a server stops. */
const graceMs = 2000;

/** Stops a server: it accepts no new connection, and requests in progress get two seconds. */
export async function close(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(force);
}
