import type { ReceivedMail } from '../received-mail.ts';

/** A mail that came to the address of a thread. */
export interface KeptReply {
  to: readonly string[];
  from: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** How many are kept, in memory only; the oldest are deleted first. */
const maxReplies = 500;

const kept: KeptReply[] = [];

export function noteReply({ to, from, text }: Pick<ReceivedMail, 'to' | 'from' | 'text'>): void {
  kept.push({ to: to.map((each) => each.toLowerCase()), from, text, at: Date.now() });
  kept.splice(0, kept.length - maxReplies);
}

/** The mails to this address, the oldest first. */
export function repliesTo(address: string): KeptReply[] {
  return kept.filter(({ to }) => to.includes(address.toLowerCase()));
}

export function forgetReplies(): void {
  kept.length = 0;
}
