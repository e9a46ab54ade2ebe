import type { MessageList, MessageSummary } from '../../../shared/manage/messages/messages.ts';
import type { KeptCopy } from '../../../shared/message/message-copy.ts';
import type { Suppression } from '../../../shared/message/suppression.ts';

/**
 * A message as JSON, with the names of the API: `messageId` is SES's id, as in execute's answer, and
 * `id` is postrider's own id, which `message show` accepts.
 */
export function messageJson<Message extends Pick<MessageSummary, 'messageId' | 'sesMessageId'>>({
  messageId: id,
  sesMessageId: messageId,
  ...rest
}: Message) {
  return { id, messageId, ...rest };
}

export function messageListJson(list: MessageList): object {
  const { messages, nextCursor, unreadable, suppressed } = list;
  return {
    messages: messages.map(messageJson),
    ...{ nextCursor, unreadable },
    ...(suppressed && { suppressed: suppressionJson(suppressed) }),
  };
}

/** The kept mail; its parts are null if the mail was too large to be kept. */
export function copyJson({ variables, bodies, attachments, headers, expiresAt }: KeptCopy): object {
  return {
    ...(bodies ?? { subject: null, html: null, text: null }),
    variables,
    ...(attachments && { attachments }),
    ...(headers && { headers }),
    keptUntil: timeOf(expiresAt),
  };
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** `message`: the id of the message that bounced or caused the complaint; null without one. */
export function suppressionJson<Given extends Suppression>({ messageId, ...rest }: Given) {
  return { ...rest, message: messageId };
}
