import type { AcceptedMail } from './accepted-mail.ts';

/** What the mail server's thread says. */
export type Said = { kind: 'listening'; port: number } | { kind: 'accepted'; mail: AcceptedMail };
