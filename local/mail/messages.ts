import type { AcceptedMail } from './accepted-mail.ts';
import type { SendingRules } from './sending-rules.ts';

/** What the mail server's thread says. */
export type Said =
  | { kind: 'listening'; port: number }
  | { kind: 'refused'; sentence: string }
  | { kind: 'rules set' }
  | { kind: 'accepted'; mail: AcceptedMail };

/** What it is told. */
export interface Told {
  rules: SendingRules;
}
