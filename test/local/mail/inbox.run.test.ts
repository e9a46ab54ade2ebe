import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { anyFree } from '../../../local/loopback/listen.ts';
import { type Inbox, startInbox } from '../../../local/mail/inbox.ts';
import { anySender, type SendingRules } from '../../../local/mail/sending-rules.ts';
import { Stops } from '../../../local/stops.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { describe, expect, test } from '../../jest.ts';
import { localClient } from '../../local-client.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { sendRaw } from '../support/raw-http.ts';

const stops = new Stops();
atEndOfFile(() => stops.all());

/** A separate inbox, with a separate count of mails. */
async function startFresh(rules: SendingRules = anySender) {
  const inbox = stops.add(await startInbox(temporaryFolder()), ({ stop }) => stop());
  await inbox.setRules(rules);
  const settings = { ...localClient, endpoint: inbox.endpoint };
  const client = stops.add(new SESv2Client(settings), (made) => made.destroy());
  return { inbox, client, port: Number(new URL(inbox.endpoint).port) };
}

let first: Awaited<ReturnType<typeof startFresh>> | undefined;

/** The inbox that most tests share, without mails. */
async function start(rules: SendingRules = anySender) {
  first ??= await startFresh();
  await first.inbox.setRules(rules);
  await fetch(`${first.inbox.endpoint}/clear-store`, { method: 'POST' });
  return first;
}

const mail = (subject: string, from = 'Ada <ada@example.com>'): SendEmailCommandInput => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: ['bob@example.com'], CcAddresses: ['eve@example.com'] },
  ReplyToAddresses: ['reply@example.com'],
  ConfigurationSetName: 'set',
  EmailTags: [{ Name: 'message', Value: 'm1' }],
  Content: {
    Simple: {
      Subject: { Data: subject, Charset: 'UTF-8' },
      Body: { Html: { Data: '<p>Hallå</p>' }, Text: { Data: 'Hallå' } },
      Headers: [{ Name: 'X-One', Value: '1' }],
    },
  },
});

async function store(at: Inbox): Promise<{ emails: object[] }> {
  return (await (await fetch(`${at.endpoint}/store`)).json()) as { emails: object[] };
}

test('the inbox answers programs as aws-ses-v2-local does: all mails with their files, those since a second, its health', async () => {
  const { inbox, client } = await start();
  const sent = mail('Hej');
  const RawContent = Buffer.from('a,b');
  const file = { FileName: 'a.csv', ContentType: 'text/csv', RawContent };
  Object.assign(sent.Content?.Simple ?? {}, { Attachments: [file] });

  const { MessageId } = await client.send(new SendEmailCommand(sent));
  const health = await fetch(`${inbox.endpoint}/health-check`);
  const all = await (await fetch(`${inbox.endpoint}/store`)).json();
  const since = (at: number) => fetch(`${inbox.endpoint}/store?since=${at}`);
  const { emails } = all as { emails: { at: number }[] };
  const at = emails[0]?.at ?? 0;

  expect([health.status, await health.text()]).toEqual([200, '']);
  expect(all).toEqual({
    templates: {},
    emails: [
      {
        messageId: MessageId,
        from: 'Ada <ada@example.com>',
        replyTo: ['reply@example.com'],
        destination: { to: ['bob@example.com'], cc: ['eve@example.com'], bcc: [] },
        subject: 'Hej',
        body: { html: '<p>Hallå</p>', text: 'Hallå' },
        attachments: [{ content: 'YSxi', contentType: 'text/csv', filename: 'a.csv', size: 3 }],
        headers: [{ name: 'X-One', value: '1' }],
        at: expect.any(Number),
      },
    ],
  });
  expect(await (await since(at)).json()).toEqual(all);
  expect(await (await since(at + 1)).json()).toEqual({ templates: {}, emails: [] });
});

test('no page of another site may show or load the inbox’s answers', async () => {
  const { inbox } = await start();

  const answers = await Promise.all(
    ['', '/store', '/nothing', '/v2/email/account'].map((path) => fetch(inbox.endpoint + path)),
  );

  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
  for (const { headers } of answers.slice(0, 2)) {
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('the inbox accepts a mail without a subject, as SES does', async () => {
  const { inbox, client } = await start();

  await client.send(new SendEmailCommand(mail('')));

  expect(await store(inbox)).toMatchObject({ emails: [{ subject: ' ' }] });
});

test('the inbox without senders accepts any sender', async () => {
  const { client } = await start();
  const identity = (EmailIdentity: string) =>
    client.send(new GetEmailIdentityCommand({ EmailIdentity }));

  expect([await identity('ada@example.com'), await identity('example.com')]).toMatchObject([
    { IdentityType: 'EMAIL_ADDRESS', VerifiedForSendingStatus: true },
    { IdentityType: 'DOMAIN', VerifiedForSendingStatus: true },
  ]);
});

test('the inbox describes its set-up like a production account of SES', async () => {
  const { client } = await start();
  const ConfigurationSetName = 'postrider';

  const account = await client.send(new GetAccountCommand({}));
  const set = await client.send(new GetConfigurationSetCommand({ ConfigurationSetName }));
  const { EventDestinations } = await client.send(
    new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName }),
  );

  expect(account).toMatchObject({ ProductionAccessEnabled: true, SendingEnabled: true });
  expect(set).toMatchObject({ ConfigurationSetName, SendingOptions: { SendingEnabled: true } });
  expect(EventDestinations).toMatchObject([{ Enabled: true, EventBridgeDestination: {} }]);
});

test("a mail that SES refuses gets the SDK's error", async () => {
  const { client } = await start();
  const { FromEmailAddress: _, ...withoutSender } = mail('Hej');

  const sending = client.send(new SendEmailCommand(withoutSender));

  await expect(sending).rejects.toThrow('Bad Request Exception');
});

test.each([
  ['no JSON', '/v2/email/outbound-emails', '{'],
  ['a raw mail of garbage', '/v2/email/outbound-emails', '{"Content":{"Raw":{"Data":"AAAA"}}}'],
  ['an unknown mail', '/get-emlContent?messageId=none', ''],
])('the inbox goes on after %s', async (_, path, body) => {
  const { inbox, client } = await start();

  await fetch(`${inbox.endpoint}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'AWS4', 'content-type': 'application/json' },
    ...(body && { body }),
  }).catch(() => undefined);
  const { MessageId } = await client.send(new SendEmailCommand(mail('Hej')));

  expect(MessageId).toMatch(/^ses-/);
});

test("the inbox accepts only this machine’s own names as Host, and no request of another site's page", async () => {
  const { port } = await start();
  const request = (...lines: string[]) =>
    `POST /clear-store HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
  const host = `Host: localhost:${port}`;

  const answers = [
    await sendRaw(port, request('X: 1')),
    await sendRaw(port, request('Host: evil.example')),
    await sendRaw(port, request(host, 'Origin: https://evil.example')),
    await sendRaw(port, request(host, `Origin: http://localhost:${port}`)),
    await sendRaw(port, request(host)),
  ];

  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [400, '{"error":"Host header is required"}'],
    [
      403,
      `{"error":"Host header must be one of 127.0.0.1:${port}, localhost:${port}, [::1]:${port}"}`,
    ],
    [403, '{"error":"Requests from other sites are refused"}'],
    [200, '{"message":"Store cleared"}'],
    [200, '{"message":"Store cleared"}'],
  ]);
});

describe('the inbox with senders', () => {
  const rules = { identities: ['ada@example.com', 'shop.example'], sandbox: false };

  test('the inbox with senders accepts a mail from an identity, whoever the recipient is', async () => {
    const { inbox, client } = await start(rules);

    await client.send(new SendEmailCommand(mail('One')));
    await client.send(new SendEmailCommand(mail('Two', 'anyone@sub.shop.example')));

    expect((await store(inbox)).emails).toMatchObject([{ subject: 'One' }, { subject: 'Two' }]);
  });

  test.each(['Eve <eve@example.com>', 'Ada@example.com'])(
    'the inbox with senders refuses a mail from %s as SES does',
    async (from) => {
      const { inbox, client } = await start(rules);

      await expect(client.send(new SendEmailCommand(mail('Hej', from)))).rejects.toMatchObject({
        name: 'MessageRejected',
        message: `Email address is not verified. The following identities failed the check in region US-EAST-1: ${from}`,
        $metadata: { httpStatusCode: 400 },
      });
      expect(await store(inbox)).toMatchObject({ emails: [] });
    },
  );

  test('the inbox with senders describes no other identity', async () => {
    const { client } = await start(rules);
    const identity = (EmailIdentity: string) =>
      client.send(new GetEmailIdentityCommand({ EmailIdentity }));

    const [known, unknown] = await Promise.allSettled([
      identity('SHOP.example'),
      identity('example.com'),
    ]);

    expect(known).toMatchObject({ value: { VerifiedForSendingStatus: true } });
    expect(unknown).toMatchObject({
      reason: { name: 'NotFoundException', message: 'Email identity example.com does not exist.' },
    });
  });
});

describe('the inbox as SES’s sandbox', () => {
  const rules = { identities: ['example.com'], sandbox: true };
  const to = (...ToAddresses: string[]) => ({ ...mail('Hej'), Destination: { ToAddresses } });

  test('the inbox as SES’s sandbox counts recipients, and refuses the next mail of the same second', async () => {
    const { inbox, client } = await startFresh(rules);

    // The rate of fifty seconds: on any machine the next mail comes within this time.
    const fifty = Array.from({ length: 50 }, (_, n) => `p${n}@example.com`);

    await client.send(new SendEmailCommand(to(...fifty)));
    await expect(client.send(new SendEmailCommand(mail('Hej')))).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      message: 'Maximum sending rate exceeded.',
      $metadata: { httpStatusCode: 429 },
    });
    expect(await store(inbox)).toMatchObject({ emails: [{ subject: 'Hej' }] });
    expect(await client.send(new GetAccountCommand({}))).toMatchObject({
      SendQuota: { SentLast24Hours: 50 },
    });
  });
});

test('the inbox uses the port that was asked for, or the start is refused', async () => {
  const first = await start();
  const choice = { ...anyFree, port: first.port, option: '--inbox-port', givesWay: false };

  await expect(startInbox(temporaryFolder(), choice)).rejects.toThrow(
    `Port ${first.port} is in use: stop what uses it, or choose another with --inbox-port.`,
  );
});

test('the inbox uses any free port if the default one is in use', async () => {
  const { port } = await start();

  const second = await startInbox(temporaryFolder(), { ...anyFree, port });
  const answer = await fetch(second.endpoint).finally(second.stop);

  expect(answer.status).toBe(200);
  expect(new URL(second.endpoint).port).not.toBe(String(port));
});
