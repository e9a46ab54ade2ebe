import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { codeOf } from '../failure.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const maxBytes = 10 * 1024 * 1024;

/** The most bytes that the gateway reads of a refused upload. It reads them so that the client can read the answer. */
const maxDiscardedBytes = 64 * 1024 * 1024;

export type Body =
  | { kind: 'whole'; bytes: Buffer | null }
  | { kind: 'too-large' }
  | { kind: 'cut-off' }
  | { kind: 'malformed' }
  | { kind: 'unknown-encoding' };

const empty: Body = { kind: 'whole', bytes: null };
const tooLarge: Body = { kind: 'too-large' };

/** Reads a request's body, even if it is not authorized. Discards one that is too large. Never rejects. */
export function readBody(req: IncomingMessage): Promise<Body> | Body {
  const length = req.headers['content-length'];
  if (length === '0' || (length === undefined && !req.headers['transfer-encoding'])) return empty;
  if (length !== undefined && Number(length) > maxBytes) {
    discard(req);
    return tooLarge;
  }
  const encoding = req.headers['content-encoding'];
  return encoding === undefined
    ? readAll(req)
    : readAll(req).then((body) => unpack(body, encoding));
}

function readAll(req: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        req.off('data', take);
        chunks.length = 0;
        discard(req);
        resolve(tooLarge);
      }
    };
    const finish = () => {
      if (!req.complete) return resolve({ kind: 'cut-off' });
      const [first = null] = chunks;
      resolve({ kind: 'whole', bytes: chunks.length > 1 ? Buffer.concat(chunks, size) : first });
    };
    req.on('data', take).once('end', finish).once('close', finish).on('error', finish);
  });
}

/** Reads and discards the rest of a body up to a limit, then closes the connection. */
function discard(req: IncomingMessage): void {
  let discarded = 0;
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) req.destroy();
  });
  req.on('error', () => undefined);
}

const unpackers = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);

/** API Gateway unpacks a compressed body before anything else sees it. */
async function unpack(body: Body, encoding: string): Promise<Body> {
  if (body.kind !== 'whole' || !body.bytes || encoding.toLowerCase() === 'identity') return body;
  const unpacker = unpackers.get(encoding.toLowerCase());
  if (!unpacker) return { kind: 'unknown-encoding' };
  try {
    return { kind: 'whole', bytes: await unpacker(body.bytes, { maxOutputLength: maxBytes }) };
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : { kind: 'malformed' };
  }
}
