import * as z from 'zod/mini';
import type * as message from '../../functions/message/contract.ts';
import { maxFoundMessages } from '../../shared/engine/limits.ts';
import type * as files from '../../shared/message/attachment.ts';
import { deliveryStates, sendStates } from '../../shared/message/message-states.ts';
import {
  answer,
  field,
  flag,
  nullableText,
  number,
  onlyTrue,
  optionalText,
  text,
  texts,
} from './fields.ts';
import { Reply } from './reply-answers.ts';

export const MessageRecipient = answer<message.MessageRecipient>()(
  'A recipient, and what SES reported.',
  {
    address: text('The address. Of a refused request, as the caller gave it.'),
    field: field(z.enum(['_to', '_cc', '_bcc']))('The field that named the recipient.'),
    state: field(z.nullable(z.enum(deliveryStates)))('`null` until SES reports something.'),
    at: nullableText('The time of the report, in ISO 8601.'),
    reason: nullableText('The words of the recipient’s mail server, or of SES.'),
    suppressed: flag('Whether the address is on the suppression list because of this message.'),
  },
);

const fileName = text('The name, as the caller gave it.');
const fileBytes = number('The size of the file itself, before base64.');

export const ListedFile = answer<files.ListedFile>()('A file of a mail.', {
  name: fileName,
  bytes: fileBytes,
});

export const CopiedFile = answer<files.CopiedFile>()('A file of a mail, without its content.', {
  name: fileName,
  bytes: fileBytes,
  type: text('The media type that the mail gives it.'),
  sha256: text('SHA-256 of the file, in hex.'),
  cid: optionalText('Only if the HTML shows the file: its Content-ID.'),
});

export const MessageContent = answer<message.MessageContent>()('What a test key’s mail was.', {
  subject: nullableText(
    'The subject; `null`, as are `html` and `text`, if the mail was too large to be kept.',
  ),
  html: nullableText('The HTML.'),
  text: nullableText('The plain text.'),
  variables: field(z.record(z.string(), z.unknown()))('The variables of the request.'),
  links: texts('The addresses of the links in the HTML, in its order, each once.'),
  headers: field(z.optional(z.record(z.string(), z.string())))(
    'The further headers of the mail, by their names; only if it had any.',
  ),
  attachments: field(z.optional(z.readonly(z.array(CopiedFile.schema))))(
    'Only if the mail has files: what they were, without their contents.',
  ),
});

export const messageState = field(z.enum([...sendStates, ...deliveryStates]));

export const BranchedTo = answer<NonNullable<message.Message['branchedTo']>>()(
  'The template that a branch of a flow led to.',
  { templateId: text('Id of the template.'), revision: number('Its revision.') },
);

export const Message = answer<message.Message>()('A message and its state.', {
  id: text('postrider’s own id.'),
  messageId: nullableText(
    'SES’s id, or `captured-…` of a mail that a test key captured; `null` if SES did not accept the mail.',
  ),
  messageIdHeader: nullableText(
    'The mail’s header `Message-ID`, for `In-Reply-To`; `null` if there is no `messageId`, or a test key’s mail was captured.',
  ),
  reference: nullableText('The caller’s own name of the message; `null` if it gave none.'),
  templateId: text('Id of the template.'),
  revision: number('The template’s revision.'),
  branchedTo: field(z.optional(BranchedTo.schema))(
    'Only if a branch of the flow led to another template: the one whose content the mail has.',
  ),
  language: nullableText(
    'The language that its content was taken in; `null` if the template does not say its language.',
  ),
  state: messageState(
    'The worst of the recipients’ states; before the first report, how far the send has come.',
  ),
  createdAt: text('When the request came, in ISO 8601.'),
  sendAt: nullableText('When the mail is to be sent, in ISO 8601; `null` if it was not scheduled.'),
  recipients: field(z.array(MessageRecipient.schema))(
    'The recipients, each with what was reported.',
  ),
  why: text('Why the message has this state, in whole sentences.'),
  error: optionalText(
    'Only if the mail was not sent, or may not have been sent: execute’s `error`.',
  ),
  field: optionalText('Only if the request was refused: execute’s `field`.'),
  attachments: field(z.optional(z.readonly(z.array(ListedFile.schema))))(
    'Only if the mail has files: their names and sizes.',
  ),
  replyTo: optionalText('Only if the message has a thread: the address that replies go to.'),
  replies: field(z.optional(z.array(Reply.schema)))(
    'Only if the message has a thread: the replies, oldest first, at most 100.',
  ),
  content: field(z.nullable(MessageContent.schema))(
    'Only for a test key, as long as the mail’s copy is kept; else `null`.',
  ),
});

export const Messages = answer<message.Messages>()('The messages that were found.', {
  messages: field(z.array(Message.schema))(`Newest first, at most ${maxFoundMessages}.`),
  more: onlyTrue('Only if there are older messages that the search did not look at.'),
});
