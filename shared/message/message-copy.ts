import type { CopiedFile } from './attachment.ts';

/** The full contents of a mail, with masked variables if the template has secret variables. */
export interface MailBodies {
  subject: string;
  html: string;
  text: string;
}

/** Fields of a request that the record of its message does not have. */
export interface GivenFields {
  /** In a live key's copy, with the values of the secret variables masked. */
  _subject?: string | undefined;
  _replyTo?: string | undefined;
  /** The tag of the language that the mail was wanted in. */
  _language?: string | undefined;
}

/** The input of a mail, and the rendered mail. */
export interface MessageCopy {
  /** The variables of the request; in a live key's copy, with the secret ones masked. */
  variables: Record<string, unknown>;
  /** The request's other fields that affect the mail's content; absent if it gave none. */
  given?: GivenFields | undefined;
  /** Null if they were too large to be kept, or the template could not be rendered with masked variables. */
  bodies: MailBodies | null;
  attachments?: readonly CopiedFile[] | undefined;
  /** The further headers as SES got them; in a live key's copy, with secret values masked. Absent if it has none. */
  headers?: Record<string, string> | undefined;
}

export interface KeptCopy extends MessageCopy {
  /** When it ends, in seconds since 1970. */
  expiresAt: number;
}
