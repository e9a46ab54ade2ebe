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

/** Reads a request to send and its answer; undefined where it was refused. */
export function readAccepted(body: unknown, answer: unknown): AcceptedMail | undefined {
  const request = sent.safeParse(body);
  const accepted = answered.safeParse(answer);
  if (!request.success || !accepted.success) return undefined;
  const { ConfigurationSetName, FromEmailAddress, Destination, EmailTags, Content } = request.data;
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  return {
    messageId: accepted.data.MessageId,
    configurationSet: ConfigurationSetName,
    from: FromEmailAddress,
    destination: [...ToAddresses, ...CcAddresses, ...BccAddresses].map(bare),
    subject: Content.Simple?.Subject.Data ?? '',
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
    acceptedAt: new Date().toISOString(),
  };
}

/** `Name <a@b>` without the name. */
function bare(mailbox: string): string {
  return /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}
