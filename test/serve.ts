import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { stoppedAtEnd } from './end-of-file.ts';

export interface Served {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  port: number;
  server: Server;
  /** Ends the server and its connections. The end of the test file does it otherwise. */
  stop: () => Promise<void>;
}

/** Starts an HTTP server on a free port of this machine. */
export const serve = (listener: RequestListener): Promise<Served> =>
  serveOn(createServer(listener));

export async function serveOn(server: Server): Promise<Served> {
  // Node closes a connection that was idle for 5 s. On a busy machine, a call can be on its way at that moment.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await promisify(server.close).call(server);
  };
  return stoppedAtEnd({ url: `http://127.0.0.1:${port}`, port, server, stop });
}
