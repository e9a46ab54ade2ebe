import * as z from 'zod';
import { mailTags } from '../../../shared/message/mail-tags.ts';
import type { Call, WholeAnswer } from './server.ts';

/** A mail that SES accepted. */
export interface AcceptedMail {
  sesMessageId: string;
  /** The subject says which send it is of. */
  sendId: string;
  /** The account's and the message's id in its tags. */
  accountId: string;
  messageId: string;
  /** Whom it went to. */
  to: string[];
}

const addresses = z.optional(z.array(z.string()));

const sendEmail = z.object({
  Content: z.object({ Simple: z.object({ Subject: z.object({ Data: z.string() }) }) }),
  Destination: z.object({ ToAddresses: addresses, CcAddresses: addresses }),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

/** Which send a call of SendEmail is of. */
export function sendIdOf({ body }: Call): string {
  return parse(body).Content.Simple.Subject.Data;
}

/** Accepts every mail that arrives, writes down which, and tells of it. */
export function acceptInto(
  accepted: AcceptedMail[],
  tell: (mail: AcceptedMail) => void = () => undefined,
): (call: Call) => Promise<WholeAnswer> {
  return async ({ body }) => {
    const { Content, Destination, EmailTags } = parse(body);
    const tag = (name: string) => EmailTags.find(({ Name }) => Name === name)?.Value ?? '';
    const sesMessageId = `ses-${accepted.length + 1}`;
    const mail = {
      sesMessageId,
      sendId: Content.Simple.Subject.Data,
      accountId: tag(mailTags.account),
      messageId: tag(mailTags.message),
      to: [...(Destination.ToAddresses ?? []), ...(Destination.CcAddresses ?? [])],
    };
    accepted.push(mail);
    tell(mail);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ MessageId: sesMessageId })),
    };
  };
}

function parse(body: Buffer): z.output<typeof sendEmail> {
  return sendEmail.parse(JSON.parse(body.toString()));
}
