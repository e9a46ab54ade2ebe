import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBrokenRequests, noteAnswer } from './broken-requests.ts';
import { endWhenRead } from './end-when-read.ts';

/**
 * The Host headers that a server on this port accepts. The loopback address keeps out other machines, but not pages in
 * this machine's browser: a site may point its own name, which is then the Host, at 127.0.0.1 (DNS rebinding).
 */
export function ownHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const withPort = names.map((name) => `${name}:${port}`);
  return new Set(port === 80 ? [...names, ...withPort] : withPort);
}

/** The refusal of a Host header; undefined if the server accepts it. */
export function refusedHost(
  host: string | undefined,
  own: ReadonlySet<string>,
): { status: number; error: string } | undefined {
  if (!host) return { status: 400, error: 'Host header is required' };
  if (own.has(host) || own.has(host.toLowerCase())) return undefined;
  return { status: 403, error: `Host header must be one of ${[...own].join(', ')}` };
}

export function answerError(res: ServerResponse, status: number, error: string): void {
  answerJson(res, status, { error });
}

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

/** Passes a request to `inside` if its Host header is one of the server's own hosts; otherwise refuses it. */
export function onlyOwnHosts(server: Server, inside: RequestListener): RequestListener {
  let own: ReadonlySet<string> | undefined;
  return (req, res) => {
    noteAnswer(res);
    own ??= ownHosts((server.address() as AddressInfo).port);
    const refused = refusedHost(req.headers.host, own);
    if (!refused) return inside(req, res);
    answerJson(res, refused.status, { error: refused.error }, { 'x-request-id': randomUUID() });
  };
}

/** A server for this machine, not yet listening: accepts its own hosts, and no request from another site's page. */
export function guardedServer(inside: RequestListener): Server {
  // Otherwise Node itself answers a request without Host, in plain text.
  const server = createServer({ requireHostHeader: false });
  answerBrokenRequests(server);
  const refuseOtherSites: RequestListener = (req, res) => {
    const own = ownHosts((server.address() as AddressInfo).port);
    const refused = refusedOrigin(req.headers.origin, own);
    if (refused) return answerError(res, refused.status, refused.error);
    inside(req, res);
  };
  return server.on('request', onlyOwnHosts(server, refuseOtherSites));
}

/** The refusal of a request of another site's page, named in Origin; undefined for others. Programs send no Origin. */
export function refusedOrigin(origin: string | undefined, own: ReadonlySet<string>) {
  if (origin === undefined || own.has(origin.replace(/^https?:\/\//, ''))) return undefined;
  return { status: 403, error: 'Requests from other sites are refused' };
}
