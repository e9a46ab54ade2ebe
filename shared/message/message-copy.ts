/** The contents of a mail, in full. `html` and `text` are as they were rendered. */
export interface MailBodies {
  subject: string;
  html: string;
  text: string;
}

/** What a mail was made of, and what it came to. */
export interface MessageCopy {
  /** The variables of the request. */
  variables: Record<string, unknown>;
  /** Null: they were too large to be kept. */
  bodies: MailBodies | null;
}

/** A copy as it was read. */
export interface KeptCopy extends MessageCopy {
  /** When it ends, in seconds since 1970. */
  expiresAt: number;
}
