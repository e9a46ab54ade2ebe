import type { Reply } from '../../message/reply.ts';
import type { TimelineEntry } from './message-timeline.ts';

/** The entries of a message's replies, as they are shown to a person. */
export function repliesIn(replies: readonly Reply[]): TimelineEntry[] {
  return replies.map((reply) => ({ at: reply.at, text: replyLine(reply), reply }));
}

function replyLine({ from, name, auto }: Reply): string {
  const who = name === null ? from : `${name} <${from}>`;
  return auto ? `Automatic reply of ${who}` : `Reply of ${who}`;
}

/** A reply without what says who its writer is. */
export function maskedReply(reply: Reply, mask: (address: string) => string): Reply {
  const attachments = reply.attachments.map((file) => ({ ...file, name: 'a file' }));
  return { ...reply, from: mask(reply.from), name: null, subject: null, text: null, attachments };
}

/** What a person should know before they act on a reply. */
export function doubtsAbout({ auto, fromRecipient, verdicts }: Reply): string[] {
  return [
    ...(auto ? ['automatic'] : []),
    ...(fromRecipient ? [] : ['not the recipient']),
    ...(verdicts.dmarc === 'FAIL' ? ['DMARC failed'] : []),
  ];
}
