/** The contents of a mail, in full. `html` and `text` are as they were rendered, with masked variables if the template has secret ones. */
export interface MailBodies {
  subject: string;
  html: string;
  text: string;
}

/** What a mail was made of, and what it came to. */
export interface MessageCopy {
  /** The variables of the request; in a live key's copy, with the secret ones masked. */
  variables: Record<string, unknown>;
  /** Null: they were too large to be kept, or the template could not be rendered with masked variables. */
  bodies: MailBodies | null;
}

/** A copy as it was read. */
export interface KeptCopy extends MessageCopy {
  /** When it ends, in seconds since 1970. */
  expiresAt: number;
}
