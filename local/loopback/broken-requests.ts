import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { codeOf } from '../failure.ts';
import { lingerMs } from './end-when-read.ts';

interface Refusal {
  status: number;
  error: string;
}

const broken: Refusal = { status: 400, error: 'Request is not valid HTTP' };

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'Request headers are larger than 10,240 bytes' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'Chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'Request took too long to arrive' },
};

/** The answer to the request that came last on each connection. */
const answers = new WeakMap<Duplex, ServerResponse>();

/** Must be called with each request, so that a fault in its body can be answered. */
export function noteAnswer(res: ServerResponse): void {
  answers.set(res.req.socket, res);
}

/** Gives Node's own refusals the shape of every other answer: JSON and an `x-request-id`. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    refuse(socket, refusals[codeOf(error) ?? ''] ?? broken);
  });
  server.on('connect', (_req, socket: Duplex) => refuse(socket, broken));
}

const refused = new WeakSet<Duplex>();

function refuse(socket: Duplex, { status, error }: Refusal): void {
  // Further pieces of a broken request are broken too. Closing now would reset the connection and lose the refusal.
  if (refused.has(socket)) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  const last = answers.get(socket);
  const isOver = last?.req.complete && last.writableFinished;
  // The request has its answer already: a refusal would end up inside or after that answer.
  if (last?.headersSent && !isOver) {
    socket.end();
    return;
  }
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${randomUUID()}\r\n` +
      // The answer to a HEAD ends with its headers (RFC 9110 §9.3.2).
      `connection: close\r\n\r\n${last?.req.method === 'HEAD' && !isOver ? '' : body}`,
  );
}
