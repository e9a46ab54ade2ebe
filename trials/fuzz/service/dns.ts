import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type DecodedPacket, decode, encode } from 'dns-packet';

const [serverFailure, noSuchName] = [2, 3];

/** What the fuzz run's domains are: two that have MX records, one without an answer; no other exists. */
const exchangers = new Map([
  ['good.example', 'mail.good.example'],
  ['null-mx.example', '.'],
]);

/** Starts a DNS server for the fuzz run's domains, at the address that is given back. */
export async function startDomains(): Promise<{ address: string; stop: () => Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    socket.send(answerTo(decode(query)), port, address, () => undefined);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerTo({ id, questions = [] }: DecodedPacket): Buffer {
  const { name = '', type = 'A' } = questions[0] ?? {};
  const domain = name.toLowerCase();
  const exchange = exchangers.get(domain);
  const isFailing = domain === 'servfail.example';
  const code = isFailing ? serverFailure : exchange === undefined ? noSuchName : 0;
  return encode({
    ...{ type: 'response', id: id ?? 0, flags: 0x0180 | code, questions },
    answers:
      exchange !== undefined && type === 'MX'
        ? [{ type: 'MX', name, ttl: 60, data: { preference: 10, exchange } }]
        : [],
  });
}
