import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { type SmtpOptions, smtpServer } from '../../../cli/smtp/server.ts';
import { selfSigned } from '../../certificate.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { type SmtpClient, smtpClient } from './smtp-client.ts';

interface Request {
  body: { templateId?: string; [field: string]: unknown };
  headers: Record<string, unknown>;
}

/** A service that knows every key but `pr_bad`, and answers templates in its own ways. */
async function startService() {
  const requests: Request[] = [];
  const held = Promise.withResolvers<void>();
  let limited = 1;
  const { url } = await serve(async (req, res) => {
    const body = JSON.parse(await text(req));
    requests.push({ body, headers: req.headers });
    const answer = (status: number, value: object, headers = {}) =>
      res
        .writeHead(status, {
          'content-type': 'application/json',
          'x-message-id': '01M7',
          ...headers,
        })
        .end(JSON.stringify(value));
    const key = req.headers.authorization;
    if (key === 'Bearer pr_bad') return answer(401, { error: 'Invalid API key' });
    if (body.templateId === undefined) return answer(400, { error: 'templateId is required' });
    if (body.templateId === 'limited' && limited-- > 0)
      return answer(429, { error: 'Rate limit exceeded' }, { 'retry-after': '0' });
    if (body.templateId === 'slow') await held.promise;
    return answer(200, { success: true, type: 'sent' });
  });
  return { url, requests, release: held.resolve };
}

const service = await startService();

async function start(options: Partial<SmtpOptions> = {}) {
  const smtp = smtpServer({ doorsUrl: service.url, ...options });
  atEndOfFile(() => smtp.stop(1));
  await once(smtp.server.listen(0, '127.0.0.1'), 'listening');
  return { ...smtp, port: (smtp.server.address() as AddressInfo).port };
}

const mailOf = (templateId: string) => [
  'From: a@acme.example',
  'Subject: Hi',
  `X-Postrider-Template: ${templateId}`,
  '',
  '.',
];

const send = (client: SmtpClient, templateId = 'welcome') =>
  client.say('DATA').then(() => client.say(mailOf(templateId).join('\r\n')));

const to = ['ada@customer.example'];

test('a session needs an API key, which is asked for once, and a mail is one call', async () => {
  const replies: string[] = [];
  const { port } = await start({ onReply: ({ code, text }) => replies.push(`${code} ${text}`) });
  const client = smtpClient(port);

  expect(await client.say()).toBe('220 postrider ESMTP');
  await client.say('EHLO test');
  expect(await client.say('MAIL FROM:<a@acme.example>')).toMatch(/^530 5\.7\.0 /);
  expect(await client.say('VRFY ada')).toMatch(/^500 /);
  expect(await client.say(`AUTH PLAIN ${btoa('\0any\0pr_bad')}`)).toBe('535 5.7.8 Invalid API key');
  expect(await client.say(`AUTH PLAIN ${btoa('\0any\0not a key')}`)).toMatch(/^535 /);
  service.requests.length = 0;
  for (const one of [smtpClient(port), smtpClient(port)]) {
    await one.begin('pr_good', to);
    expect(await send(one)).toBe('250 2.0.0 01M7');
  }
  expect(service.requests.map(({ body }) => body.templateId)).toEqual([
    ...[undefined, 'welcome', 'welcome'],
  ]);
  expect(service.requests[1]).toMatchObject({
    body: { _to: to[0], from: 'a@acme.example' },
    headers: { authorization: 'Bearer pr_good' },
  });
  expect(replies).toEqual(['250 2.0.0 01M7', '250 2.0.0 01M7']);
});

test('a mail waits for the rate of its account', async () => {
  const client = smtpClient((await start()).port);
  await client.begin('pr_good', to);

  expect(await send(client, 'limited')).toBe('250 2.0.0 01M7');
});

test('too many recipients and too large mails are refused', async () => {
  const client = smtpClient((await start()).port);
  const many = Array.from({ length: 51 }, (_, index) => `r${index}@customer.example`);

  expect(await client.begin('pr_good', many)).toMatch(/^452 /);
  await client.say('DATA');
  expect(await client.say(`Subject: x\r\n\r\n${'x'.repeat(6_300_000)}\r\n.`)).toBe(
    '552 5.3.4 Message is larger than 6 MB',
  );
  expect(await client.say('MAIL FROM:<a@acme.example> SIZE=6291457')).toMatch(/^552 /);
});

test('with a certificate, a login needs TLS unless the options say otherwise', async () => {
  const { port } = await start({ tls: selfSigned() });
  const plain = await start({ tls: selfSigned(), allowPlainAuth: true });
  const client = smtpClient(port);
  await client.say();
  await client.say('EHLO test');

  expect(await client.say(`AUTH PLAIN ${btoa('\0any\0pr_good')}`)).toMatch(/^538 /);
  const encrypted = createTransport({
    ...{ host: '127.0.0.1', port, requireTLS: true, tls: { rejectUnauthorized: false } },
    auth: { user: 'any', pass: 'pr_good' },
  });
  const mail = { from: 'a@acme.example', to: to[0], text: 'Hello' };
  expect((await encrypted.sendMail(mail)).response).toBe('250 2.0.0 01M7');
  const other = smtpClient(plain.port);
  expect(await other.begin('pr_good', to)).toMatch(/^250 /);
});

test('sessions that send nothing do not keep others out for longer than a minute', async () => {
  const { server, port } = await start();
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const idle = Array.from({ length: 20 }, () => smtpClient(port));
  expect(await Promise.all(idle.map(({ say }) => say()))).toEqual(
    Array.from(idle, () => '220 postrider ESMTP'),
  );

  expect(await smtpClient(port).say()).toMatch(/^421 .*Too many connected clients/);
  expect(sockets.slice(0, 20).every(({ timeout }) => timeout === 60_000)).toBe(true);
  for (const socket of sockets) socket.emit('timeout');
  await until(async () => expect(await smtpClient(port).say()).toBe('220 postrider ESMTP'));
});

test('a stop ends idle sessions, and waits for the mail in hand', async () => {
  const { server, port, stop } = await start();
  const [idle, busy] = [smtpClient(port), smtpClient(port)];
  await idle.say();
  await busy.begin('pr_good', to);
  await busy.say('DATA');
  const answer = busy.say(mailOf('slow').join('\r\n'));
  await until(() => service.requests.at(-1)?.body.templateId === 'slow');

  const stopped = stop(300_000);
  expect(await idle.say()).toBe('421 4.3.2 The server is stopping');
  service.release();
  expect(await answer).toBe('250 2.0.0 01M7');
  expect(await busy.say()).toBe('421 4.3.2 The server is stopping');
  await stopped;
  expect(server.listening).toBe(false);
});
