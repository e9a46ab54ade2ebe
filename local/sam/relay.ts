import { createSocket } from 'node:dgram';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf, Failure } from '../failure.ts';

/** What stands between containers and a server of the local run. */
export interface Relay {
  port: number;
  close: () => void;
}

/**
 * Hands HTTP requests that come in at an address on to a server that listens on the loopback address
 * alone and lets in only this machine's names.
 *
 * Throws a `Failure` when the address is none of this machine's.
 */
export async function relayHttp(address: string, origin: URL): Promise<Relay> {
  const server = createServer((req, res) => {
    const headers = { ...req.headers, host: origin.host };
    const options = { method: req.method, path: req.url, headers };
    const onward = request(origin, options, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    // Cut off, as a server that is gone would.
    onward.once('error', () => res.destroy());
    res.once('close', () => onward.destroy());
    req.pipe(onward);
  });
  return { port: await listenAt(server, address), close: () => server.close() };
}

/** Milliseconds after which nobody waits for an answer any more. */
const dnsPatienceMs = 5000;

/** Hands DNS questions over UDP on to a server at `host:port`. */
export async function relayDns(address: string, server: string): Promise<Relay> {
  const { hostname, port } = new URL(`udp://${server}`);
  const socket = createSocket('udp4');
  socket.on('message', (question, asker) => {
    const onward = createSocket('udp4');
    const end = setTimeout(() => onward.close(), dnsPatienceMs);
    onward.once('message', (answer) => {
      clearTimeout(end);
      socket.send(answer, asker.port, asker.address);
      onward.close();
    });
    onward.once('error', () => undefined);
    onward.send(question, Number(port), hostname);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error) => reject(notOurs(error, address)));
    socket.bind(0, address, resolve);
  });
  return { port: socket.address().port, close: () => socket.close() };
}

async function listenAt(server: Server, address: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(notOurs(error, address)));
    server.listen(0, address, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function notOurs(error: unknown, address: string): unknown {
  if (codeOf(error) !== 'EADDRNOTAVAIL') return error;
  return new Failure(
    `${address} is no address of this machine: that of Docker's bridge is in ip address show docker0; with Docker Desktop take 127.0.0.1.`,
  );
}
