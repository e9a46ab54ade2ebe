import type { MessageRecord } from '../message/message.ts';
import { passed, type ReceivedReply } from '../message/reply.ts';
import { simulatedBy, simulatorDomain } from './simulator.ts';

/** A reply that the mailbox simulator sends. */
export interface SimulatedReply {
  from: string;
  /** Whether it is an automatic one. */
  auto: boolean;
  text: string;
}

/** SES's simulator has `ooto`; `reply` is ours. */
const mailboxes: Readonly<Record<string, Omit<SimulatedReply, 'from'>>> = {
  reply: { auto: false, text: 'This is a reply.' },
  ooto: { auto: true, text: 'I am out of the office.' },
};

/** The replies of the simulator's addresses among the recipients of a mail, with or without `+label`. */
export function simulatedReplies(addresses: readonly string[]): SimulatedReply[] {
  return addresses.flatMap((from) => {
    const reply = simulatedBy(from, mailboxes);
    return reply ? [{ from, ...reply }] : [];
  });
}

/** The replies to a captured mail, as they would be received. None if it has no thread. */
export function repliesToCaptured(
  { messageId, subject, recipients, replyTo }: MessageRecord,
  at: string,
): ReceivedReply[] {
  if (replyTo === undefined) return [];
  return simulatedReplies(recipients.map(({ address }) => address)).map(({ from, auto, text }) => {
    const [localPart] = from.split('@');
    const mailId = `<${localPart}.${messageId}@${simulatorDomain}>`;
    return {
      ...{ at, from, name: null, subject: `Re: ${subject}`, text, textCut: false, auto },
      verdicts: passed,
      ...{ messageIdHeader: mailId, references: [], attachments: [], mailId, mailKey: null },
    };
  });
}
