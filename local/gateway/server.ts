import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBrokenRequests, noteAnswer } from '../loopback/broken-requests.ts';
import { answerJson, ownHosts, refusedHost } from '../loopback/door.ts';

/**
 * The most that a request line and its headers may have together.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
const maxHeaderBytes = 10_240;

/** How long a request may take to arrive, and a connection may stay idle. */
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 75_000;

/** The HTTP server of the gateway. Until it is opened it says that it is starting. */
export class GatewayServer {
  readonly server: Server;
  private listener: RequestListener = stillStarting;
  private own: ReadonlySet<string> | undefined;

  constructor() {
    this.server = createServer({
      maxHeaderSize: maxHeaderBytes,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      // Else Node answers a request without Host itself, in plain text.
      requireHostHeader: false,
    });
    const take: RequestListener = (req, res) => this.take(req, res);
    this.server.on('request', take).on('checkExpectation', take);
    this.server.on('checkContinue', (req: IncomingMessage, res) => {
      // What is too large is refused before it is sent.
      if (!isTooLongToSend(req)) res.writeContinue();
      take(req, res);
    });
    answerBrokenRequests(this.server);
  }

  /** From here on requests go to the gateway. */
  open(listener: RequestListener): void {
    this.listener = listener;
  }

  private take(...[req, res]: Parameters<RequestListener>): void {
    noteAnswer(res);
    this.own ??= ownHosts((this.server.address() as AddressInfo).port);
    const refused = refusedHost(req.headers.host, this.own);
    if (refused) {
      answerJson(res, refused.status, { error: refused.error }, { 'x-request-id': randomUUID() });
    } else {
      this.listener(req, res);
    }
  }
}

function isTooLongToSend(req: IncomingMessage): boolean {
  return Number(req.headers['content-length']) > 10 * 1024 * 1024;
}

const stillStarting: RequestListener = (_req, res) => {
  const headers = { 'x-request-id': randomUUID(), 'retry-after': '1' };
  answerJson(res, 503, { error: 'Starting, try again' }, headers);
};
