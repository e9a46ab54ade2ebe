import { connect } from 'node:net';
import type { Wire } from './request.ts';

/** An answer. Names of headers are in lower case. */
export interface Received {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface Exchange {
  /** More than one if the server took the end of a request for another request. */
  answers: Received[];
  /** Received bytes that are no answer. */
  rest: string;
}

/** Longer than any answer may take, in milliseconds. */
const silenceMs = 300_000;

/** Milliseconds between the first part of a slow request and the rest. */
const slowerMs = 5;

/** Sends bytes unchanged on a new connection, and reads until the server closes it. */
export function exchange(port: number, { parts, cutOff, slow, isHead }: Wire): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      const [first = Buffer.alloc(0), ...later] = slow ? parts : [Buffer.concat(parts)];
      socket.write(first);
      if (later.length > 0) setTimeout(() => socket.write(Buffer.concat(later)), slowerMs);
      // Otherwise the server would wait for the rest.
      if (cutOff) socket.end();
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const { answers, rest } = readAnswers(Buffer.concat(chunks), isHead);
      if (answers.length > 0 && rest === '') socket.end();
    });
    // A server that has refused a request may close the connection before it has read all of it.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
    });
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.once('close', () => resolve(readAnswers(Buffer.concat(chunks), isHead)));
  });
}

/** Splits received bytes into answers; 1xx answers are left out. */
export function readAnswers(bytes: Buffer, isHead: boolean): Exchange {
  const answers: Received[] = [];
  let left = bytes;
  while (left.length > 0) {
    const end = left.indexOf('\r\n\r\n');
    const head = end === -1 ? undefined : readHead(left.toString('latin1', 0, end));
    if (!head) break;
    const length = isHead || head.status < 200 ? 0 : Number(head.headers['content-length']);
    const body = left.subarray(end + 4, end + 4 + length);
    if (body.length !== length) break;
    if (head.status >= 200) answers.push({ ...head, text: body.toString() });
    left = left.subarray(end + 4 + length);
  }
  return { answers, rest: left.toString('latin1') };
}

function readHead(text: string): Omit<Received, 'text'> | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  if (status === undefined) return undefined;
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), headers: Object.fromEntries(pairs) };
}
