import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signedHeaders } from '../../../../shared/webhook/webhook-signature.ts';

/** A request that came to the receiver. */
export interface Received {
  /** The header `webhook-id`. */
  id: string;
  /** The type of the event. */
  type: string;
  isSigned: boolean;
  /** Milliseconds of a clock that only moves forward. */
  atMs: number;
}

export interface Receiver {
  port: number;
  received: readonly Received[];
  /** The secret of the webhook: the receiver checks signatures with it. */
  knows: (secret: string) => void;
  close: () => void;
}

/**
 * Receives webhooks on this machine. It answers the first event that is no test event with 500, and every other request with
 * 204.
 *
 * @throws if the port is taken; 0 means any free port
 */
export async function startReceiver(port: number): Promise<Receiver> {
  const received: Received[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [id = '', timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`] ?? ''),
    );
    const signed = signedHeaders({ id, body, at: new Date(Number(timestamp) * 1000) }, [secret]);
    const [, type = ''] = /"type":"([a-z.]+)"/.exec(body) ?? [];
    const isFirst = isEvent({ type }) && !received.some(isEvent);
    const isSigned = signed['webhook-signature'] === signature;
    received.push({ id, type, isSigned, atMs: performance.now() });
    response.writeHead(isFirst ? 500 : 204).end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    knows: (given) => {
      secret = given;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether it is an event of a mail: anything else may come to a public address. */
export const isEvent = ({ type }: Pick<Received, 'type'>) => type.startsWith('message.');
