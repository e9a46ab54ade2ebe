import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { close, listen, loopback } from '../../../local/loopback/listen.ts';

const texts = z.array(z.string());

const sendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: texts, CcAddresses: texts, BccAddresses: texts }),
  ReplyToAddresses: texts,
  Content: z.object({ Simple: z.object({ Subject: z.object({ Data: z.string() }) }) }),
});

/** What SES was told of a mail, as it came over the wire. */
export type ToldMail = z.output<typeof sendEmail>;

export interface SesOptions {
  /** What every answer takes, in milliseconds. Default: 0. */
  answerMs?: number;
  onMail: (mail: ToldMail) => void;
}

/** A SES that accepts every mail. */
export async function startSes({ answerMs = 0, onMail }: SesOptions) {
  let accepted = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, async (req, res) => {
    const body = await json(req).catch(() => null);
    if (answerMs > 0) await pause(answerMs);
    const mail = sendEmail.safeParse(body);
    if (mail.success) onMail(mail.data);
    accepted += 1;
    res.writeHead(mail.success ? 200 : 400, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ MessageId: `fuzz-${accepted}` }));
  });
  const port = await listen(server);
  return {
    url: `http://${loopback}:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await close(server);
    },
  };
}

/** The header fields of a mail, each by its name. */
export function headerFields(mail: ToldMail): [field: string, value: string][] {
  const { ToAddresses, CcAddresses, BccAddresses } = mail.Destination;
  const named = (field: string, values: readonly string[]) =>
    values.map((value): [string, string] => [field, value]);
  return [
    ['from', mail.FromEmailAddress],
    ...named('to', ToAddresses),
    ...named('cc', CcAddresses),
    ...named('bcc', BccAddresses),
    ...named('reply-to', mail.ReplyToAddresses),
    ['subject', mail.Content.Simple.Subject.Data],
  ];
}

/** C0, DEL, C1 and the line separators: what could end a header line for one reader or another. */
const control = /[\p{Cc}\u2028\u2029]/u;

/** What no header field may have: a control character; and, but for the subject, what is not ASCII. */
export function unsafeFields(mail: ToldMail): [field: string, value: string][] {
  return headerFields(mail).filter(
    ([field, value]) => control.test(value) || (field !== 'subject' && !/^[ -~]+$/.test(value)),
  );
}
