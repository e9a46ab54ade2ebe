import type { ServerResponse } from 'node:http';

/** How long the rest of a request may take to come after it was answered, in milliseconds. */
export const lingerMs = 2000;

/**
 * Sends the body of an answer whose length is said, and ends it. A connection that is to be closed
 * after it first lets the rest of the request come: to close it on a sender in the middle of an
 * upload resets the connection, and the sender never reads what it was told (RFC 9112 §9.6).
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
