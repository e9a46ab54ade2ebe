import { type Message, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { startInbox } from '../../../local/mail/inbox.ts';
import { credentials, region } from '../../../local/template/names.ts';
import { afterAll, beforeAll, beforeEach } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A mail server of the test file, which each test finds without mails. */
export interface MailServer {
  endpoint: string;
  /** Sends a mail from ada@example.com to bob@example.com, and returns its id. Throws SES's refusal. */
  send: (content: Partial<Message>) => Promise<string>;
  /** Gets a path of the server. */
  get: (path: string) => Promise<Response>;
}

/** Starts a mail server for a test file. Call it once in the file; the fields are there when the tests run. */
export function mailServerForFile(): MailServer {
  const server = {} as MailServer;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    const { endpoint, stop } = await startInbox(temporaryFolder());
    const client = new SESv2Client({ endpoint, region, credentials, maxAttempts: 1 });
    ends.push(() => client.destroy(), stop);
    Object.assign(server, {
      endpoint,
      get: (path: string) => fetch(endpoint + path),
      send: async (content: Partial<Message>) => {
        const { MessageId } = await client.send(
          new SendEmailCommand({
            FromEmailAddress: 'Ada <ada@example.com>',
            Destination: { ToAddresses: ['bob@example.com'] },
            Content: {
              Simple: {
                Subject: { Data: 'Hej' },
                Body: { Html: { Data: '<p>Hej</p>' }, Text: { Data: 'Hej' } },
                ...content,
              },
            },
          }),
        );
        return MessageId ?? '';
      },
    } satisfies MailServer);
  });
  beforeEach(() => fetch(`${server.endpoint}/clear-store`, { method: 'POST' }));
  afterAll(() => Promise.all(ends.map((end) => end())));
  return server;
}
