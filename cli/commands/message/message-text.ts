import { styleText } from 'node:util';
import type { Finding } from '../../../shared/manage/messages/explain-message.ts';
import type { TimelineEntry } from '../../../shared/manage/messages/message-timeline.ts';
import type {
  ExplainedMessage,
  MessageList,
  MessageSummary,
} from '../../../shared/manage/messages/messages.ts';
import { doubtsAbout } from '../../../shared/manage/messages/reply-timeline.ts';
import type { CopiedFile } from '../../../shared/message/attachment.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import type { KeptCopy } from '../../../shared/message/message-copy.ts';
import { messageIdHeaderOf } from '../../../shared/message/message-id-header.ts';
import type { Reply } from '../../../shared/message/reply.ts';
import { isForgottenEntry, type Suppression } from '../../../shared/message/suppression.ts';
import { localTime } from '../../terminal/local-time.ts';
import { fields, oneLine, table } from '../../terminal/result.ts';
import { safeText, sizeText } from '../../terminal/text.ts';
import { wrapped } from '../../terminal/wrap-text.ts';
import type { MessageChange } from './watch-messages.ts';

export function messageTable(messages: readonly MessageSummary[], isScheduled = false): string {
  const rows = messages.map((message) => [
    message.messageId,
    localTime(isScheduled ? (message.sendAt ?? message.createdAt) : message.createdAt),
    message.templateId,
    recipientsText(message.to),
    message.state,
    whatText(message),
  ]);
  return table(['MESSAGE', 'WHEN', 'TEMPLATE', 'TO', 'STATE', 'SUBJECT'], rows);
}

export function changeLine({ message, before }: MessageChange, seen: Date): string {
  const { messageId, state, templateId, to } = message;
  const parts = [
    localTime(seen.toISOString()),
    messageId,
    state.padEnd('COMPLAINED'.length),
    templateId,
    recipientsText(to),
    whatText(message),
    ...(before === null ? [] : [`(was ${before})`]),
  ];
  return parts.map(oneLine).join('  ');
}

/** `region`: where SES sent the mail. */
export function explainedText(
  { record, explanation, suppressed }: ExplainedMessage,
  region: string | undefined,
): string {
  const { state, summary, timeline, findings } = explanation;
  const header = messageIdHeaderOf(record.sesMessageId, region);
  const facts = fields([
    ['message', record.messageId],
    ['SES id', record.sesMessageId ?? 'none'],
    ...(header === null ? [] : [['Message-ID', header] as const]),
    ...(state === 'REFUSED' ? [] : [['subject', record.subject] as const]),
    ...(record.reference === undefined ? [] : [['reference', record.reference] as const]),
    ...(record.language === undefined ? [] : [['language', record.language] as const]),
    ...record.recipients.map(
      ({ field, address, state }) =>
        [field.slice(1), `${address}${reportText(record, state)}`] as const,
    ),
    ...(record.attachments ?? []).map(
      ({ name, bytes }) => ['file', `${name}  ${sizeText(bytes)}`] as const,
    ),
  ]);
  return [
    heading(`${state}: ${summary}`),
    facts,
    '',
    heading('What happened'),
    ...timeline.map(timelineLine),
    '',
    heading('What to do'),
    ...findings.flatMap(findingLines),
    ...suppressed.map(suppressionLine),
  ].join('\n');
}

export function copyText(copy: KeptCopy | null): string {
  return ['', '', heading('The mail'), ...copyLines(copy)].join('\n');
}

function copyLines(copy: KeptCopy | null): string[] {
  if (copy === null) return ['No copy of this mail is kept.'];
  const { bodies, attachments = [], headers = {}, expiresAt } = copy;
  const until = `Kept until ${localTime(new Date(expiresAt * 1000).toISOString())}.`;
  const others = [
    ...Object.entries(headers).map((header) => oneLine(header.join(': '))),
    ...attachments.map(fileLine),
  ];
  if (bodies === null) {
    return [until, 'It was too large to be kept. --json prints its variables.', ...others];
  }
  const { subject, text } = bodies;
  return [until, `Subject: ${oneLine(subject)}`, ...others, '', safeText(text).trimEnd()];
}

/** `File: logo.png, image/png, 91 bytes, cid:logo`. */
function fileLine({ name, type, bytes, cid }: CopiedFile): string {
  const parts = [name, type, sizeText(bytes), ...(cid === undefined ? [] : [`cid:${cid}`])];
  return oneLine(`File: ${parts.join(', ')}`);
}

/** `ada@example.com is suppressed since …`. */
export function suppressionLine(suppression: Suppression): string {
  const { address, at } = suppression;
  return oneLine(`${address} is suppressed since ${localTime(at)}: ${reasonText(suppression)}`);
}

export function reasonText({ reason, detail, messageId }: Suppression): string {
  const cause = { bounce: 'bounce', complaint: 'complaint', manual: 'by hand' }[reason];
  const which = messageId === null ? '' : ` of message ${messageId}`;
  return `${cause}${which}${detail === null ? '' : `: ${detail}`}`;
}

/** The subject of a mail; for a refused request, which made no mail, the reason. */
function whatText({ state, subject, error }: MessageSummary): string {
  return state === 'REFUSED' ? `(${error})` : subject;
}

/** The report on a recipient; a recipient of a refused request has none. */
function reportText(record: Pick<MessageRecord, 'state'>, state: string | null): string {
  return record.state === 'REFUSED' ? '' : `  ${state ?? 'nothing reported'}`;
}

function recipientsText(addresses: readonly string[]): string {
  const [first = '', ...others] = addresses;
  return others.length === 0 ? first : `${first} +${others.length}`;
}

function timelineLine({ at, text, reply }: TimelineEntry): string {
  const time =
    at === null ? ' '.repeat(localTime(new Date(0).toISOString()).length) : localTime(at);
  const line = wrapped(`${time}  `, oneLine(text));
  return reply === undefined ? line : [line, ...replyLines(reply)].join('\n');
}

/** The words of a reply below its line. */
function replyLines(reply: Reply): string[] {
  const { id, subject, text, textCut, attachments } = reply;
  const doubts = doubtsAbout(reply);
  const facts = [
    ...(doubts.length === 0 ? [] : [`(${doubts.join(', ')})`]),
    `Reply id: ${id}`,
    ...(subject === null ? [] : [`Subject: ${oneLine(subject)}`]),
    ...attachments.map(({ name, type, bytes }) =>
      oneLine(`File: ${name}, ${type}, ${sizeText(bytes)}`),
    ),
  ];
  const words = text === null ? ['Its text could not be read.'] : safeText(text).split('\n');
  const cut = textCut ? ['The text is longer.'] : [];
  return [...facts, '', ...words, ...cut, ''].map((each) => `    ${each}`.trimEnd());
}

function findingLines({ addresses, meaning, todo, commands = [], page }: Finding): string[] {
  const whom = addresses.length === 0 ? '' : `${addresses.join(', ')}: `;
  return [
    wrapped('', oneLine(`${whom}${meaning}`)),
    wrapped('', oneLine(todo)),
    ...commands.map(oneLine),
    ...(page ? [`See ${page}`] : []),
  ];
}

const heading = (text: string) => styleText('bold', oneLine(text));

/** `messageId` is SES's id, as in execute's answer; `id` is postrider's own, which `message show` accepts. */
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
  const forgotten = isForgottenEntry(rest.address) && { forgotten: true };
  return { ...rest, message: messageId, ...forgotten };
}
