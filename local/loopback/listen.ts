import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf, Failure } from '../failure.ts';

/** The only address that anything of the local run binds to. */
export const loopback = '127.0.0.1';

/**
 * Listens on the loopback address (port 0: any free one) and returns the port. `option` is what
 * chooses another one.
 *
 * Throws a `Failure` when the port is taken.
 */
export async function listen(server: HttpServer, port = 0, option = '--port'): Promise<number> {
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

/** Milliseconds that requests under way get to finish when a server stops. */
const graceMs = 2000;

/** Stops a server: no new connection, requests under way get two seconds. */
export async function close(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(force);
}
