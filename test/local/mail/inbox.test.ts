import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Inbox, startInbox } from '../../../local/mail/inbox.ts';
import { sendRaw } from '../support/raw-http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let inbox: Inbox | undefined;
let client: SESv2Client | undefined;

afterEach(async () => {
  client?.destroy();
  await inbox?.stop();
  inbox = undefined;
});

async function start(): Promise<{ inbox: Inbox; client: SESv2Client; port: number }> {
  inbox = await startInbox(temporaryFolder());
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const settings = { endpoint: inbox.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 };
  client = new SESv2Client(settings);
  return { inbox, client, port: Number(new URL(inbox.endpoint).port) };
}

const mail = (subject: string): SendEmailCommandInput => ({
  FromEmailAddress: 'Ada <ada@example.com>',
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

describe('the inbox', () => {
  test('takes a mail from the SDK and shows it', async () => {
    const { inbox, client } = await start();

    const { MessageId } = await client.send(new SendEmailCommand(mail('Hej')));

    expect(await store(inbox)).toMatchObject({
      emails: [
        {
          messageId: MessageId,
          from: 'Ada <ada@example.com>',
          replyTo: ['reply@example.com'],
          destination: { to: ['bob@example.com'], cc: ['eve@example.com'], bcc: [] },
          subject: 'Hej',
          body: { html: '<p>Hallå</p>', text: 'Hallå' },
          headers: [{ name: 'X-One', value: '1' }],
        },
      ],
    });
  });

  test('is a page', async () => {
    const { inbox } = await start();

    const page = await fetch(inbox.endpoint);

    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('/store');
  });

  test('takes a mail without a subject, as SES does', async () => {
    const { inbox, client } = await start();

    await client.send(new SendEmailCommand(mail('')));

    expect(await store(inbox)).toMatchObject({ emails: [{ subject: ' ' }] });
  });

  test('says of any sender that it is verified', async () => {
    const { client } = await start();
    const identity = (EmailIdentity: string) =>
      client.send(new GetEmailIdentityCommand({ EmailIdentity }));

    const answers = [await identity('ada@example.com'), await identity('example.com')];

    expect(answers).toMatchObject([
      { IdentityType: 'EMAIL_ADDRESS', VerifiedForSendingStatus: true },
      { IdentityType: 'DOMAIN', VerifiedForSendingStatus: true },
    ]);
  });

  test('tells of its set-up what a production account of SES tells', async () => {
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

  test('refuses what SES refuses with the error of the SDK', async () => {
    const { client } = await start();
    const { FromEmailAddress: _, ...withoutSender } = mail('Hej');

    const sending = client.send(new SendEmailCommand(withoutSender));

    await expect(sending).rejects.toThrow('Bad Request Exception');
  });

  test.each([
    ['no JSON', '/v2/email/outbound-emails', '{'],
    ['a raw mail of garbage', '/v2/email/outbound-emails', '{"Content":{"Raw":{"Data":"AAAA"}}}'],
    ['an unknown mail', '/get-emlContent?messageId=none', ''],
  ])('goes on after %s', async (_, path, body) => {
    const { inbox, client } = await start();

    await fetch(`${inbox.endpoint}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'AWS4', 'content-type': 'application/json' },
      ...(body && { body }),
    }).catch(() => undefined);
    const { MessageId } = await client.send(new SendEmailCommand(mail('Hej')));

    expect(MessageId).toMatch(/^ses-/);
  });

  test('lets only this machine’s own names in, and no page of another site', async () => {
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
      [403, '{"error":"Requests of other sites are refused"}'],
      [200, '{"message":"Store cleared"}'],
      [200, '{"message":"Store cleared"}'],
    ]);
  });
});
