import type { ServerResponse } from 'node:http';

/** How long the rest of a request may take after the answer, in milliseconds. */
export const lingerMs = 2000;

/**
 * Sends an answer's body and ends it. Before it closes, it waits for the rest of the request: closing in the middle of
 * an upload resets the connection, and the client never reads the answer (RFC 9112 §9.6).
 */
export function endWhenRead(res: ServerResponse, body?: Buffer | string): void {
  const { req } = res;
  if (req.complete || res.shouldKeepAlive) {
    res.end(body);
    return;
  }
  if (body === undefined || body.length === 0) res.flushHeaders();
  else res.write(body);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, lingerMs);
  req.once('end', end).once('close', end).resume();
}
