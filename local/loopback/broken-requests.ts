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

/** Node's own error codes and what they are told as. */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'Request headers are larger than 10,240 bytes' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'Chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'Request took too long to arrive' },
};

/** Gives what Node refuses by itself the shape of every other answer: JSON and an `x-request-id`. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    refuse(socket, refusals[codeOf(error) ?? ''] ?? broken);
  });
  server.on('connect', (_req, socket: Duplex) => refuse(socket, broken));
}

/** Connections that were told, and take nothing more. */
const told = new WeakSet<Duplex>();

function refuse(socket: Duplex, { status, error }: Refusal): void {
  // Each further piece of a broken request is broken too. To close on it would reset the
  // connection, and its sender would never read what it was told.
  if (told.has(socket)) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  told.add(socket);
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  const underWay = answerUnderWay(socket);
  // A second status line would end up in the body of the answer that has begun.
  if (underWay?.headersSent) {
    socket.end();
    return;
  }
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${randomUUID()}\r\n` +
      // The answer to a HEAD ends with its headers (RFC 9110 §9.3.2).
      `connection: close\r\n\r\n${underWay?.req.method === 'HEAD' ? '' : body}`,
  );
}

/**
 * The answer that this socket waits for, if a request's headers were read. It is where Node keeps it;
 * the documentation names it for this very purpose (https://nodejs.org/api/http.html#event-clienterror).
 */
function answerUnderWay(socket: Duplex): ServerResponse | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage;
}
