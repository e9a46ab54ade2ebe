import { json } from 'node:stream/consumers';
import * as z from 'zod';
import type { Stops } from '../../local/stops.ts';
import { serve } from './serve.ts';

const texts = z.array(z.string());

const namesAndValues = z.array(z.object({ Name: z.string(), Value: z.string() }));

const sendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: texts, CcAddresses: texts, BccAddresses: texts }),
  ReplyToAddresses: texts,
  Content: z.object({
    Simple: z.object({
      Subject: z.object({ Data: z.string() }),
      Attachments: z.optional(z.array(z.object({ FileName: z.string(), RawContent: z.string() }))),
      Headers: z.optional(namesAndValues),
    }),
  }),
  EmailTags: namesAndValues,
});

/** A mail as SES's SendEmail receives it. */
export type SesMail = z.output<typeof sendEmail>;

/** Reads the body of a SendEmail. Throws for a body that no function sends. */
export const parseMail = (body: unknown): SesMail => sendEmail.parse(body);

export const subjectOf = ({ Content }: SesMail): string => Content.Simple.Subject.Data;

/** Starts a SES that accepts every mail. Returns its address. */
export async function startSes(onMail: (mail: SesMail) => void, stops: Stops): Promise<string> {
  let accepted = 0;
  return serve(async (req, res) => {
    const mail = sendEmail.safeParse(await json(req).catch(() => null));
    if (mail.success) onMail(mail.data);
    accepted += 1;
    res.writeHead(mail.success ? 200 : 400, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ MessageId: `ses-${accepted}` }));
  }, stops);
}
