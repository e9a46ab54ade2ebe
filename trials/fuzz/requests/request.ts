import fc from 'fast-check';
import type { Endpoint } from '../../../lib/routes.ts';
import { weighted } from '../draw.ts';
import { type Body, bodyFor } from './body.ts';
import { type Framing, frame, framings, isCutOff } from './framing.ts';
import {
  authorizations,
  type Header,
  headers,
  type KeyKind,
  type Keys,
  keyKind,
  method,
  targetOf,
} from './head.ts';

/** A whole request, without its sender and the server's port. */
export interface FuzzRequest {
  endpoint: Endpoint;
  method: string;
  target: string;
  headers: Header[];
  key: KeyKind;
  framing: Framing;
  body: Body;
  /** Whether the connection is to be closed after the answer. */
  close: boolean;
}

/** An account that sends, and the server's port. */
export interface Sender {
  port: number;
  keys: Keys;
}

const framing = weighted([3, fc.constant<Framing>('length')], [1, fc.constantFrom(...framings)]);

/** Requests to an endpoint, each wrong in a few places. */
export function requestTo(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    endpoint: fc.constant(endpoint),
    method,
    target: targetOf(endpoint),
    headers,
    key: keyKind,
    framing,
    body: bodyFor(endpoint),
    close: fc.boolean(),
  });
}

/** The bytes of a request, in the parts in which they are written. */
export interface Wire {
  parts: Buffer[];
  /** Whether it ends before it should. */
  cutOff: boolean;
  /** Whether its parts are written one after the other, not all at once. */
  slow: boolean;
  /** Whether its answer has no body. */
  isHead: boolean;
}

export function toWire(request: FuzzRequest, { port, keys }: Sender): Wire {
  const { lines, parts } = frame(request.framing, request.body.bytes);
  const { encoding } = request.body;
  const given = request.headers.map(
    ([name, value]): Header =>
      name.toLowerCase() === 'host' && value === 'own'
        ? [name, `127.0.0.1:${port}`]
        : [name, value],
  );
  const head = [
    `${request.method} ${request.target} HTTP/1.1`,
    ...given.map(([name, value]) => `${name}: ${value}`),
    ...authorizations[request.key](keys).map((value) => `Authorization: ${value}`),
    ...(encoding === null ? [] : [`Content-Encoding: ${encoding}`]),
    ...lines,
    ...(request.close ? ['Connection: close'] : []),
  ];
  return {
    parts: [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), ...parts],
    cutOff: isCutOff(request.framing),
    slow: request.framing === 'slow',
    isHead: request.method === 'HEAD',
  };
}

/** A request as text, for a report. */
export function printRequest({ body, ...request }: FuzzRequest): string {
  const text = body.bytes.toString('latin1');
  const shown = text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length} bytes)` : text;
  return JSON.stringify({ ...request, body: shown, encoding: body.encoding }, null, 2);
}
