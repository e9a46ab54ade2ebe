import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBrokenRequests, noteAnswer } from './broken-requests.ts';
import { endWhenRead } from './end-when-read.ts';

/**
 * Binding to the loopback address keeps other machines out, but not the pages that a browser on
 * this one shows: a page may point a name of its own at 127.0.0.1 (DNS rebinding). Its requests
 * carry that name in the Host header, so only this machine's own names are let in.
 */
export function ownHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const withPort = names.map((name) => `${name}:${port}`);
  return new Set(port === 80 ? [...names, ...withPort] : withPort);
}

/** Why a Host header is refused, with the status; undefined lets the request in. */
export function refusedHost(
  host: string | undefined,
  own: ReadonlySet<string>,
): { status: number; error: string } | undefined {
  if (!host) return { status: 400, error: 'Host header is required' };
  if (own.has(host) || own.has(host.toLowerCase())) return undefined;
  return { status: 403, error: `Host header must be one of ${[...own].join(', ')}` };
}

/** Answers with `{"error": …}`. */
export function answerError(res: ServerResponse, status: number, error: string): void {
  answerJson(res, status, { error });
}

/** Answers with JSON. */
export function answerJson(
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify(value);
  const length = Buffer.byteLength(body);
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': length,
    ...headers,
  });
  endWhenRead(res, body);
}

/**
 * Puts a door before a server that has none: its own listener sees only requests with one of this
 * machine's names as Host, and none that a page of another site sent.
 */
export function guard(server: Server, inside: RequestListener): void {
  let own: ReadonlySet<string> | undefined;
  // Else Node answers a request without Host itself; the property is what its option sets.
  Object.assign(server, { requireHostHeader: false });
  answerBrokenRequests(server);
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    noteAnswer(res);
    own ??= ownHosts((server.address() as AddressInfo).port);
    const refused = refusedHost(req.headers.host, own) ?? refusedOrigin(req.headers.origin, own);
    if (refused) {
      req.resume();
      answerError(res, refused.status, refused.error);
      return;
    }
    inside(req, res);
  });
}

/** A browser says where a cross-site POST comes from; what is no browser sends no Origin. */
export function refusedOrigin(origin: string | undefined, own: ReadonlySet<string>) {
  if (origin === undefined || own.has(origin.replace(/^https?:\/\//, ''))) return undefined;
  return { status: 403, error: 'Requests of other sites are refused' };
}
