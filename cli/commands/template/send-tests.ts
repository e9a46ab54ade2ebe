import { randomUUID } from 'node:crypto';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { sendTest, type TestSendPorts } from '../../../shared/manage/test-send.ts';
import { refusedFor, toFailure } from '../../terminal/failure.ts';

/** The same mail to several addresses. */
export interface TestMails {
  accountId: string;
  templateId: string;
  /** Each gets a mail of its own. */
  addresses: readonly string[];
  data: Record<string, unknown>;
}

/** What became of the mail to one address. */
export interface TestMail {
  to: string;
  /** Null where no message was recorded. */
  messageId: string | null;
  /** Why it was not sent, or that its answer was lost; null: SES accepted it. */
  error: string | null;
}

/**
 * Sends one mail to each address, one after the other, each with an Idempotency-Key of its own. An address that is
 * refused does not keep the others from their mails.
 *
 * @throws what the first mail throws, unless it is about the address: the template or the data is wrong, so no mail was
 * sent
 */
export async function sendTests(
  { accountId, templateId, addresses, data }: TestMails,
  portsOf: () => TestSendPorts,
  progress: (doing: string) => void,
): Promise<TestMail[]> {
  const mails: TestMail[] = [];
  for (const to of addresses) {
    progress(`Sending to ${to}`);
    const request = { ...{ accountId, templateId, to, data }, draft: null, attachments: [] };
    const ids = { requestId: randomUUID(), idempotencyKey: randomUUID() };
    try {
      const { messageId, error } = await sendTest({ ...request, ...ids }, portsOf());
      mails.push({ to, messageId, error });
    } catch (thrown) {
      const reasons = aboutAddress(thrown);
      if (reasons === null && mails.length === 0) throw ofTemplate(thrown);
      mails.push({ to, messageId: null, error: reasons ?? toFailure(thrown).error });
    }
  }
  return mails;
}

/** The error with every problem of the template or the data in a line of its own. Any other error stays as it is. */
function ofTemplate(thrown: unknown): unknown {
  if (!(thrown instanceof ManageError) || thrown.details.length === 0) return thrown;
  // The lines of a failure leave out what has a field.
  const problems = thrown.details.map(({ field: _, ...problem }) => problem);
  return refusedFor('Nothing was sent', problems, 'the test mail');
}

/** The sentences of an error that is about the address alone; null for any other. */
function aboutAddress(thrown: unknown): string | null {
  if (!(thrown instanceof ManageError)) return null;
  const { details } = thrown;
  const isOfAddress = details.length > 0 && details.every(({ field }) => field === 'to');
  return isOfAddress ? details.map(({ message }) => message).join('; ') : null;
}
