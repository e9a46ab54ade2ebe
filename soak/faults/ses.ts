import * as z from 'zod';
import { mailTags } from '../../shared/message/mail-tags.ts';
import type { Call, WholeAnswer } from './server.ts';

/** A mail that SES accepted. */
export interface AcceptedMail {
  sesMessageId: string;
  /** The subject says which send it is of. */
  sendId: string;
  /** The message's id in its tag. */
  messageId: string;
}

const sendEmail = z.object({
  Content: z.object({ Simple: z.object({ Subject: z.object({ Data: z.string() }) }) }),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

/** Which send a call of SendEmail is of. */
export function sendIdOf({ body }: Call): string {
  return parse(body).Content.Simple.Subject.Data;
}

/** Accepts every mail that arrives, and writes down which. */
export function acceptInto(accepted: AcceptedMail[]): (call: Call) => Promise<WholeAnswer> {
  return async ({ body }) => {
    const mail = parse(body);
    const sesMessageId = `ses-${accepted.length + 1}`;
    const tag = mail.EmailTags.find(({ Name }) => Name === mailTags.message);
    accepted.push({
      sesMessageId,
      sendId: mail.Content.Simple.Subject.Data,
      messageId: tag?.Value ?? '',
    });
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
