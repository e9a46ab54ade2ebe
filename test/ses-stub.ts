import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stoppedAtEnd } from './end-of-file.ts';

/** How the stub treats one call of SendEmail. */
export type SesBehaviour =
  | 'accept'
  | 'reset before answering'
  | 'reset while idle'
  | 'hang'
  | 'truncate'
  | 'unreadable'
  | { acceptWhen: Promise<unknown> }
  | { status: number; type: string; message: string };

export interface SesStub {
  url: string;
  /** The calls that arrived, as the JSON that SES would see. */
  calls: Record<string, unknown>[];
  /** The header `Authorization` of each of these calls, with the signature. */
  signatures: string[];
  /** What to do with the next calls, in order. After the last entry the stub accepts all calls. */
  script: SesBehaviour[];
  /** The answers of GetEmailIdentity, by identity. Other identities do not exist. */
  identities: Map<string, { VerificationStatus: string; VerifiedForSendingStatus: boolean }>;
  /** The answer of GetAccount. */
  account: Record<string, unknown>;
  stop: () => Promise<void>;
}

/** SES's SendEmail over real HTTP, with the faults of a real network. */
export async function startSesStub(): Promise<SesStub> {
  const calls: Record<string, unknown>[] = [];
  const signatures: string[] = [];
  const script: SesBehaviour[] = [];
  const identities: SesStub['identities'] = new Map();
  const account = { ProductionAccessEnabled: true, SendingEnabled: true };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/v2/email/account') return void response.end(JSON.stringify(account));
    if (request.method === 'GET') return showIdentity(identities, request.url ?? '', response);
    signatures.push(request.headers.authorization ?? '');
    calls.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    behave(script.shift() ?? 'accept', calls.length, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return stoppedAtEnd({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    signatures,
    script,
    identities,
    account,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

function showIdentity(
  identities: SesStub['identities'],
  url: string,
  response: ServerResponse,
): void {
  const name = decodeURIComponent(url.split('/').at(-1) ?? '');
  const found = identities.get(name);
  if (!found) response.writeHead(404, { 'x-amzn-errortype': 'NotFoundException' });
  response.end(JSON.stringify(found ?? { message: `Email identity ${name} does not exist.` }));
}

function behave(
  behaviour: SesBehaviour,
  call: number,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  const accepted = JSON.stringify({ MessageId: `stub-${call}` });
  if (typeof behaviour === 'object' && 'acceptWhen' in behaviour) {
    void behaviour.acceptWhen.then(() => response.end(accepted));
  } else if (typeof behaviour === 'object') {
    response.writeHead(behaviour.status, { 'x-amzn-errortype': behaviour.type });
    response.end(JSON.stringify({ message: behaviour.message }));
  } else if (behaviour === 'reset before answering') {
    socket.resetAndDestroy();
  } else if (behaviour === 'truncate') {
    response.writeHead(200, { 'content-length': String(accepted.length) });
    response.write(accepted.slice(0, 5), () => socket.destroy());
  } else if (behaviour === 'unreadable') {
    response.end('<html>proxy</html>');
  } else if (behaviour !== 'hang') {
    response.end(accepted);
    if (behaviour === 'reset while idle') setTimeout(() => socket.resetAndDestroy(), 20);
  }
}
