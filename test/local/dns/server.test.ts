import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type Answer, decode, encode, type Question, TRUNCATED_RESPONSE } from 'dns-packet';
import { type DnsServer, startDns } from '../../../local/dns/server.ts';
import { atEndOfFile, stoppedAtEnd } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { patienceMs, until } from '../../patience.ts';

/** A UDP socket that is closed at the end of the file. */
function udpSocket() {
  const socket = createSocket('udp4');
  atEndOfFile(() => socket.close());
  return socket;
}

/** A DNS server with the given answer. Without `answer` it never answers, and the client soon gives up. */
async function upstream(answer?: (question: Question) => Answer[], flags = 0) {
  const asked: Buffer[] = [];
  const socket = udpSocket().bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (message, { port, address }) => {
    asked.push(message);
    const query = decode(message);
    const [question] = query.questions ?? [];
    const answers = question && answer?.(question);
    if (!answers) return;
    socket.send(
      encode({
        ...{
          type: 'response',
          id: query.id ?? 0,
          flags,
          questions: query.questions ?? [],
          answers,
        },
      }),
      port,
      address,
    );
  });
  const timeoutMs = answer ? patienceMs : 200;
  return { host: '127.0.0.1', port: socket.address().port, timeoutMs, asked };
}

async function start(to = { host: '127.0.0.1', port: 9, timeoutMs: 200 }) {
  const dns = stoppedAtEnd(await startDns(to));
  const resolver = new Resolver({ timeout: patienceMs, tries: 1 });
  resolver.setServers([dns.address]);
  return { dns, resolver };
}

async function ask(dns: DnsServer, ...messages: Buffer[]): Promise<Buffer> {
  const socket = udpSocket();
  const [host = '', port] = dns.address.split(':');
  for (const message of messages) socket.send(message, Number(port), host);
  const [answer] = await once(socket, 'message');
  return answer;
}

const query = (name: string, type: Question['type'] = 'A', id = 7) =>
  encode({ type: 'query', id, flags: 0x0100, questions: [{ name, type }] });

test('the demo’s own domain has an MX record', async () => {
  const { resolver } = await start();

  const answers = {
    mx: await resolver.resolveMx('inbox.example.com'),
    a: await resolver.resolve4('inbox.example.com'),
    aaaa: await resolver.resolve6('mail.inbox.example.com'),
    mixed: await resolver.resolveMx('INBOX.Example.com'),
  };

  const mx = [expect.objectContaining({ exchange: 'mail.inbox.example.com', priority: 10 })];
  expect(answers).toEqual({ mx, a: ['192.0.2.25'], aaaa: ['2001:db8::25'], mixed: mx });
});

test("the domain of SES's mailbox simulator accepts mail without a network", async () => {
  const { resolver } = await start();

  expect(await resolver.resolveMx('simulator.amazonses.com')).toEqual([
    expect.objectContaining({ exchange: 'mail.simulator.amazonses.com', priority: 10 }),
  ]);
  expect(await resolver.resolve4('mail.simulator.amazonses.com')).toEqual(['192.0.2.25']);
});

test('the demo’s own domain has no other records, and other names below it do not exist', async () => {
  const { dns, resolver } = await start();

  await expect(resolver.resolveTxt('inbox.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolve4('other.inbox.example.com')).rejects.toMatchObject({
    code: 'ENOTFOUND',
  });
  const { answers, authorities } = decode(await ask(dns, query('inbox.example.com', 'TXT')));
  expect(answers).toEqual([]);
  expect(authorities).toMatchObject([{ type: 'SOA', name: 'inbox.example.com' }]);
});

test('a question about the demo’s own domain is not sent upstream', async () => {
  const behind = await upstream(() => []);
  const { resolver } = await start(behind);

  await resolver.resolveMx('inbox.example.com');

  expect(behind.asked).toEqual([]);
});

test('a question about another domain is sent upstream, byte for byte', async () => {
  const behind = await upstream(({ name }) => [{ type: 'A', name, data: '203.0.113.9', ttl: 5 }]);
  const { dns } = await start(behind);
  const question = query('notinbox.example.com');

  const answer = await ask(dns, question);

  expect(behind.asked).toEqual([question]);
  expect(decode(answer)).toMatchObject({ id: 7, answers: [{ data: '203.0.113.9' }] });
});

test('a question about another domain fails if there is no server upstream', async () => {
  const { resolver } = await start();

  await expect(resolver.resolve4('example.org')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('a question about another domain fails if the server upstream does not answer', async () => {
  const behind = await upstream();
  const { resolver } = await start(behind);

  await expect(resolver.resolve4('example.org')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('a question fails if its answer is too long for UDP', async () => {
  const behind = await upstream(() => [], TRUNCATED_RESPONSE);
  const { resolver } = await start(behind);

  await expect(resolver.resolveMx('example.org')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('an answer to another question is not passed on', async () => {
  const behind = await upstream();
  const { dns } = await start(behind);
  const [host, port] = dns.address.split(':');
  const socket = udpSocket();
  let got: Buffer | undefined;
  socket.on('message', (message) => {
    got = message;
  });

  socket.send(query('example.org', 'A', 1), Number(port), host);
  await until(() => behind.asked.length > 0);
  udpSocket().send(encode({ type: 'response', id: 2 }), Number(port), host);
  await until(() => got !== undefined);

  expect(decode(got ?? Buffer.alloc(0))).toMatchObject({ id: 1, rcode: 'SERVFAIL' });
});

test('the DNS server says whether its server upstream answers', async () => {
  const answering = await start(await upstream(() => []));
  const silent = await start(await upstream());

  const answers = [
    await answering.dns.upstreamAnswers(),
    await silent.dns.upstreamAnswers(),
    await (await start()).dns.upstreamAnswers(),
  ];

  expect(answers).toEqual([true, false, false]);
});

test('the DNS server still answers after garbage', async () => {
  const { dns } = await start();
  const garbage = [
    Buffer.alloc(0),
    Buffer.from('x'),
    Buffer.alloc(12),
    Buffer.alloc(600, 0xff),
    // A name that points to itself.
    Buffer.from('000101000001000000000000c00c00010001', 'hex'),
    Buffer.concat([query('a.example').subarray(0, 14), Buffer.alloc(40, 0xc0)]),
    encode({ type: 'response', id: 1, questions: [{ name: 'inbox.example.com', type: 'A' }] }),
  ];

  const answer = await ask(dns, ...garbage, query('inbox.example.com'));

  expect(decode(answer)).toMatchObject({ id: 7, answers: [{ data: '192.0.2.25' }] });
});
