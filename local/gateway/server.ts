import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { answerBrokenRequests } from '../loopback/broken-requests.ts';
import { answerJson, onlyOwnHosts } from '../loopback/door.ts';

/**
 * The limit of a request line and its headers together.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
const maxHeaderBytes = 10_240;

/** How long a request may take to arrive, and a connection may stay idle. */
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 75_000;

/** The HTTP server of the gateway. It answers 503 until it is opened. */
export class GatewayServer {
  readonly server: Server;
  private listener: RequestListener = stillStarting;

  constructor() {
    this.server = createServer({
      maxHeaderSize: maxHeaderBytes,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      // Otherwise Node itself answers a request without Host, in plain text.
      requireHostHeader: false,
    });
    const take = onlyOwnHosts(this.server, (req, res) => this.listener(req, res));
    this.server.on('request', take).on('checkExpectation', take);
    answerBrokenRequests(this.server);
  }

  open(listener: RequestListener): void {
    this.listener = listener;
  }
}

const stillStarting: RequestListener = (_req, res) => {
  const headers = { 'x-request-id': randomUUID(), 'retry-after': '1' };
  answerJson(res, 503, { error: 'Starting, try again' }, headers);
};
