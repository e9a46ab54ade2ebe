import { createServer, type RequestListener } from 'node:http';
import { close, listen, loopback } from '../../local/loopback/listen.ts';
import type { Stops } from '../../local/stops.ts';

/** Starts an HTTP server on a free port. Returns its address. */
export async function serve(listener: RequestListener, stops: Stops): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  const port = await listen(server);
  stops.add(server, () => {
    server.closeAllConnections();
    return close(server);
  });
  return `http://${loopback}:${port}`;
}
