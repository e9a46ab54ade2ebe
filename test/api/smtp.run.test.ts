import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { deleteKey } from '../../shared/manage/keys.ts';
import { listMessages } from '../../shared/manage/messages/messages.ts';
import { bareEnvironment } from '../bare-environment.ts';
import { smtpClient } from '../cli/smtp/smtp-client.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { openAccount } from './harness/account.ts';
import { deployment } from './harness/deployment.ts';
import { blocksOf, fits } from './harness/document-examples.ts';
import { flowOf, provider, raw, sender, template } from './harness/flow.ts';
import { messageThatIs, messageTo } from './harness/messages.ts';

const account = await openAccount();
const flow = flowOf(template, provider());
const from = `Acme <${sender}>`;
await account.save(
  { ...raw, flow },
  { id: 'sign-in', subject: 'Sign in', html: '<a href="{{url}}">{{code}}</a>', flow },
);

const { hostname: host, port: portText } = new URL(deployment.smtpUrl ?? '');
const port = Number(portText);
const auth = { user: 'any', pass: account.key };
const mailer = createTransport({ host, port, auth });

const idIn = (reply: string) => /^250 2\.0\.0 (\w{26,27})$/.exec(reply)?.[1];

test('a mail of nodemailer is sent, and its record says that it came by SMTP', async () => {
  const { response } = await mailer.sendMail({
    ...{ from, to: 'Ada <ada@example.com>', cc: 'bob@example.com', bcc: 'carol@example.com' },
    ...{ subject: 'Order 1001', html: '<p>Grüße</p><img src="cid:logo@acme">' },
    attachments: [{ filename: 'logo.png', content: Buffer.from('png'), cid: 'logo@acme' }],
  });

  const { record } = await messageThatIs('DELIVERED', account, 'ada@example.com');
  expect(record).toMatchObject({
    ...{ messageId: idIn(response), templateId: 'raw', door: 'smtp', subject: 'Order 1001' },
    recipients: [
      { address: 'ada@example.com', field: '_to' },
      { address: 'bob@example.com', field: '_cc' },
      { address: 'carol@example.com', field: '_bcc' },
    ],
  });
});

test('a mail chooses a template with headers', async () => {
  const variables = { url: 'https://acme.example/?a=1&b=2', code: 'ä"1' };
  await mailer.sendMail({
    ...{ from, to: 'headers@example.com', subject: 'ignored' },
    headers: {
      'X-Postrider-Template': 'sign-in',
      'X-Postrider-Variables': JSON.stringify(variables),
      'X-Postrider-Reference': 'user-7',
    },
  });

  const { record } = await messageTo(account, 'headers@example.com');
  expect(record).toMatchObject({ templateId: 'sign-in', subject: 'Sign in', reference: 'user-7' });
});

test('a refused mail gets the sentence of execute', async () => {
  const refused = mailer.sendMail({ from: 'eve@example.com', to: 'a@example.com', text: 'Hello' });

  await expect(refused).rejects.toMatchObject({
    response: '550 5.7.1 from must be hello@sender.example, the sender of the flow of raw',
  });
});

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

/** Runs a program that sends a mail, and returns what it printed. */
async function sends(command: string, words: string[], input = '', key = account.key) {
  const SMTP_URL = `smtp://any:${key}@${host}:${portText}`;
  const env = { ...bareEnvironment(), SMTP_URL, SMTP_PORT: portText, API_KEY: key };
  const child = spawn(command, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(exitCode).toBe(0);
  return stdout.trim();
}

test('the program in docs/doors.md prints what is below it', async () => {
  const acme = await openAccount();
  const ofAcme = flowOf(template, provider({ from: 'hello@acme.example' }));
  await acme.save({ ...raw, flow: ofAcme });
  const blocks = blocksOf('docs/doors.md');
  const at = blocks.findIndex(({ language }) => language === 'javascript');
  const [program, answer] = blocks.slice(at, at + 2).map((block) => block.text);

  const stdout = await sends(process.execPath, ['--input-type=module', '-'], program, acme.key);
  expect(fits(answer ?? '', stdout) || stdout).toBe(true);
});

const python = `
import os, smtplib
from email.message import EmailMessage
mail = EmailMessage()
mail['From'] = '${sender}'
mail['To'] = 'python@example.com'
mail['Subject'] = 'Confirm'
mail.set_content('postrider: sign-in\\nurl: https://acme.example/?a=1&b=2\\ncode: 123456\\n')
with smtplib.SMTP('127.0.0.1', int(os.environ['SMTP_PORT'])) as smtp:
    smtp.login('any', os.environ['API_KEY'])
    smtp.send_message(mail)
`;

// Not every machine has Python, which the project does not need. Nodemailer's test sends the same mail everywhere.
(has('python3') ? test : test.skip)('Python’s smtplib sends a mail', async () => {
  await sends('python3', ['-'], python);

  const { record } = await messageTo(account, 'python@example.com');
  expect(record).toMatchObject({ templateId: 'sign-in', door: 'smtp' });
});

// swaks is no part of most systems, and npm has no package of it.
(has('swaks') ? test : test.skip)('swaks sends a mail', async () => {
  const server = ['--server', host, '--port', portText];
  const login = ['--auth', 'LOGIN', '--auth-user', 'any', '--auth-password', account.key];
  await sends('swaks', [...server, ...login, '--from', sender, '--to', 'swaks@example.com']);

  expect((await messageTo(account, 'swaks@example.com')).record).toMatchObject({ door: 'smtp' });
});

const command = fileURLToPath(new URL('../../bin/command.ts', import.meta.url));

/** Starts `postrider smtp`, which needs nothing but an address. */
async function startSidecar() {
  const words = ['smtp', '--port', '0', '--url', deployment.doorsUrl ?? '', '--json'];
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...bareEnvironment(), POSTRIDER_DATA: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEndOfFile(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '');
  return { child, next, port: Number(new URL((await next()).smtpUrl).port) };
}

test('a sender that lost the reply sends the mail again, also through another process, and it is one mail', async () => {
  const source = readFileSync(new URL('../cli/smtp/mails/bcc.eml', import.meta.url), 'utf8');
  const lines = source.replace('hello@acme.example', sender).split('\n');
  const begin = async (toPort: number) => {
    const client = smtpClient(toPort);
    await client.begin(account.key, ['lost@example.com']);
    await client.say('DATA');
    return { ...client, send: () => client.say([...lines, '.'].join('\r\n')) };
  };
  const listed = async () =>
    (await listMessages(account.ports, account.accountId, { to: 'lost@example.com' })).messages;
  const first = await startSidecar();

  const lost = await begin(first.port);
  void lost.send();
  await until(async () => expect(await listed()).toHaveLength(1));
  first.child.kill('SIGKILL');
  const second = await startSidecar();
  for (const repeat of [await begin(second.port), await begin(port)]) {
    await until(async () => expect((await listed())[0]?.state).toBe('DELIVERED'));
    expect(idIn(await repeat.send())).toBe((await listed())[0]?.messageId);
  }
  expect(await listed()).toHaveLength(1);
  expect(await second.next()).toMatchObject({ code: 250 });
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'close')).toEqual([0, null]);
});

test('a key that is revoked after the login is refused with the mail', async () => {
  const { keyId, secret } = await account.newKey();
  const client = smtpClient(port);
  expect(await client.begin(secret, ['ada@example.com'])).toMatch(/^250 /);
  await deleteKey(account.ports, keyId);

  await client.say('DATA');
  expect(await client.say('Subject: Hi\r\n\r\nHello\r\n.')).toBe('535 5.7.8 Invalid API key');
});
