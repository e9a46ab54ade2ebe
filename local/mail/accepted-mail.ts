import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

/** A mail that the local mail server has accepted: the parts that reports need. */
export interface AcceptedMail {
  /** The id in the answer to the send. */
  messageId: string;
  /** Undefined if the mail names no configuration set; SES reports nothing about such a mail. */
  configurationSet: string | undefined;
  from: string;
  /** Bare addresses: `_to`, then copies. */
  destination: string[];
  /** Bare addresses. */
  replyTo: string[];
  tags: Record<string, string>;
  tenant: string | undefined;
  /** ISO 8601. */
  acceptedAt: string;
}

const addresses = z.array(z.string()).default([]);

const sent = z.object({
  ConfigurationSetName: z.string().optional(),
  TenantName: z.string().optional(),
  FromEmailAddress: z.string().default(''),
  ReplyToAddresses: addresses,
  Destination: z
    .object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })
    .partial()
    .default({}),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});

const answered = z.object({ MessageId: z.string() });

export interface MailRequest extends Omit<AcceptedMail, 'messageId' | 'acceptedAt'> {
  /** As in the request, with names: `_to`, then copies. */
  recipients: string[];
}

const emptySubject = z.looseObject({
  Content: z.looseObject({
    Simple: z.looseObject({
      Subject: z.looseObject({ Data: z.literal('').transform(() => ' ') }),
    }),
  }),
});

/** The body of a request to send; undefined if not JSON. aws-ses-v2-local refuses an empty subject: it gets a space. */
export async function readSend(req: IncomingMessage): Promise<unknown> {
  const body = await json(req).catch(() => undefined);
  const parsed = emptySubject.safeParse(body);
  return parsed.success ? parsed.data : body;
}

export function readMailRequest(body: unknown): MailRequest | undefined {
  const request = sent.safeParse(body);
  if (!request.success) return undefined;
  const { ConfigurationSetName, TenantName: tenant, FromEmailAddress } = request.data;
  const { ReplyToAddresses, Destination, EmailTags } = request.data;
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  const recipients = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  return {
    configurationSet: ConfigurationSetName,
    tenant,
    from: FromEmailAddress,
    recipients,
    destination: recipients.map(bare),
    replyTo: ReplyToAddresses.map(bare),
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
  };
}

/** The mail of a request with its answer; undefined if the server refused it. */
export function acceptedMail(request: MailRequest, answer: unknown): AcceptedMail | undefined {
  const accepted = answered.safeParse(answer);
  if (!accepted.success) return undefined;
  const { recipients: _, ...mail } = request;
  return { ...mail, messageId: accepted.data.MessageId, acceptedAt: new Date().toISOString() };
}

/** `Name <a@b>` without the name. */
export function bare(mailbox: string): string {
  return /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}
