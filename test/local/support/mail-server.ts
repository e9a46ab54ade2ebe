import { type Message, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { startInbox } from '../../../local/mail/inbox.ts';
import { atEndOfFile, stoppedAtEnd } from '../../end-of-file.ts';
import { beforeEach } from '../../jest.ts';
import { localClient } from '../../local-client.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** The test file's mail server. It has no mails when a test begins. */
export interface MailServer {
  endpoint: string;
  /** Sends a mail from ada@example.com to bob@example.com, and returns its id. Throws SES's refusal. */
  send: (content: Partial<Message>) => Promise<string>;
  /** Gets a path of the server. */
  get: (path: string) => Promise<Response>;
}

/** Starts a mail server for a test file. Call it once in the file. */
export async function mailServerForFile(): Promise<MailServer> {
  const { endpoint } = stoppedAtEnd(await startInbox(temporaryFolder()));
  const client = new SESv2Client({ ...localClient, endpoint });
  atEndOfFile(() => client.destroy());
  beforeEach(() => fetch(`${endpoint}/clear-store`, { method: 'POST' }));
  return {
    endpoint,
    get: (path) => fetch(endpoint + path),
    send: async (content) => {
      const Body = { Html: { Data: '<p>Hej</p>' }, Text: { Data: 'Hej' } };
      const command = new SendEmailCommand({
        FromEmailAddress: 'Ada <ada@example.com>',
        Destination: { ToAddresses: ['bob@example.com'] },
        Content: { Simple: { Subject: { Data: 'Hej' }, Body, ...content } },
      });
      return (await client.send(command)).MessageId ?? '';
    },
  };
}
