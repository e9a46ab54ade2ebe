import * as z from 'zod';

/** A mail that the local mail server has accepted, as far as reports on it need it. */
export interface AcceptedMail {
  /** What the send was answered with. */
  messageId: string;
  /** Undefined: it named none, and nothing is reported. */
  configurationSet: string | undefined;
  from: string;
  /** Bare addresses: `_to`, then copies. */
  destination: string[];
  subject: string;
  tags: Record<string, string>;
  /** ISO 8601. */
  acceptedAt: string;
}

const addresses = z.array(z.string()).default([]);

const sent = z.object({
  ConfigurationSetName: z.string().optional(),
  FromEmailAddress: z.string().default(''),
  Destination: z
    .object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })
    .partial()
    .default({}),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Content: z.object({
    Simple: z.object({ Subject: z.object({ Data: z.string() }) }).optional(),
  }),
});

const answered = z.object({ MessageId: z.string() });

/** A mail that somebody asks the local mail server to send. */
export interface MailRequest extends Omit<AcceptedMail, 'messageId' | 'acceptedAt'> {
  /** As they are written, names and all: `_to`, then copies. */
  recipients: string[];
}

/** Reads a request to send; undefined for what is none. */
export function readMailRequest(body: unknown): MailRequest | undefined {
  const request = sent.safeParse(body);
  if (!request.success) return undefined;
  const { ConfigurationSetName, FromEmailAddress, Destination, EmailTags, Content } = request.data;
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  const recipients = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  return {
    configurationSet: ConfigurationSetName,
    from: FromEmailAddress,
    recipients,
    destination: recipients.map(bare),
    subject: Content.Simple?.Subject.Data ?? '',
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
  };
}

/** A request with its answer; undefined where it was refused. */
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
