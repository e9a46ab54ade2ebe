import * as z from 'zod/mini';
import type * as batch from '../../functions/batch/contract.ts';
import type * as cancel from '../../functions/cancel/contract.ts';
import type * as message from '../../functions/message/contract.ts';
import type { RenderResponse } from '../../functions/render/contract.ts';
import type { VerifyResponse } from '../../functions/verify/contract.ts';
import type { FlowOutcome } from '../../shared/engine/flow/outcome.ts';
import type * as trace from '../../shared/engine/flow/trace.ts';
import {
  maxCancelledMessages,
  maxFoundMessages,
  maxRenderedBytes,
  maxSubjectCharacters,
} from '../../shared/engine/limits.ts';
import type * as report from '../../shared/engine/render/report.ts';
import type * as verify from '../../shared/engine/verify/verify-address.ts';
import type * as files from '../../shared/message/attachment.ts';
import { deliveryStates, sendStates } from '../../shared/message/message-states.ts';
import type * as reply from '../../shared/message/reply.ts';
import { verdicts } from '../../shared/message/reply.ts';
import { answer, field, union } from './fields.ts';

const text = field(z.string());
const optionalText = field(z.optional(z.string()));
const nullableText = field(z.nullable(z.string()));
const absentOrNullText = field(z.optional(z.nullable(z.string())));
const texts = field(z.array(z.string()));
const names = field(z.readonly(z.array(z.string())));
const number = field(z.number());
const flag = field(z.boolean());
const onlyTrue = field(z.optional(z.literal(true)));

const VariableReport = answer<report.VariableReport>()(
  'A report on each variable, by its name in the template.',
  {
    used: names('Rendered with a value.'),
    defaulted: names('Rendered with their defaults.'),
    missing: names(
      'Rendered with neither a value nor a default: nothing is printed in their place.',
    ),
    unknown: names('Given, but not named in the template.'),
  },
);

const html = text('The rendered HTML, without any `{{`.', { maxLength: maxRenderedBytes });
const subject = text('The rendered subject, on one line.', { maxLength: maxSubjectCharacters });

const Rendered = answer<RenderResponse>()('The rendered template. The caller sends the mail.', {
  html,
  subject,
  text: absentOrNullText(
    'Only with `report: true`: the plain text. `null` if the template prints a variable as raw HTML and has no separate text.',
    { maxLength: maxRenderedBytes },
  ),
  language: absentOrNullText(
    'Only with `report: true`: the language that the content was taken in; `null` if the template does not say its language.',
  ),
  variables: field(z.optional(VariableReport.schema))(
    'Only with `report: true`: the report on each variable.',
  ),
});

const stepTypes = [
  'variables',
  'delivery',
  'verification',
  'branch',
  'template',
  'attachments',
  'provider',
  'callback',
] as const;

const stepOutcomes = [
  'applied',
  'passed',
  'failed',
  'taken',
  'not_taken',
  'rendered',
  'returned',
  'sent',
  'scheduled',
  'not_sent',
  'refused',
  'unknown',
  'misconfigured',
] as const satisfies readonly trace.StepOutcome[];

const TraceStep = answer<trace.TraceStep>()(
  'One step of a flow. It never holds a value or an address.',
  {
    node: nullableText('The node’s id; `null` if the flow has no node for the step.'),
    type: field(z.enum(stepTypes))(
      'The node’s type; `delivery` is the reading of the delivery fields, `attachments` that of the files.',
    ),
    outcome: field(z.enum(stepOutcomes))('The result of the step.'),
    ms: number('The duration of the step, in milliseconds.'),
    warnings: field(z.optional(z.readonly(z.array(z.string()))))(
      'Only where there are some: likely mistakes, such as a picture in the HTML that no attachment is.',
    ),
  },
);

type Failure = Extract<FlowOutcome, { success: false }>['type'];

type Outcome<T extends FlowOutcome['type']> = Extract<FlowOutcome, { type: T }> & {
  trace?: readonly trace.TraceStep[] | undefined;
};

const succeeded = field(z.literal(true))('Whether the flow reached its output.');
const failed = field(z.literal(false))('Whether the flow reached its output.');
const typeIs = <T extends string>(type: T) =>
  field(z.literal(type))('Which of the outcomes this is.');
const steps = field(z.optional(z.readonly(z.array(TraceStep.schema))))(
  'Only with `_trace: true`: the steps of the flow, in order.',
);
const id = optionalText(
  'Only in the answer of batch: postrider’s own id of the message, if its refusal was recorded. Execute has it in the header `x-message-id`.',
);

const templateId = optionalText(
  'Only if a branch of the flow led to another template: the id of that template, whose content the mail has.',
);

const Sent = answer<Outcome<'sent'>>()('SES accepted the mail.', {
  success: succeeded,
  type: typeIs('sent'),
  messageId: text('The id that SES gave the mail.'),
  templateId,
  trace: steps,
});

const Scheduled = answer<Outcome<'scheduled'>>()(
  'The mail was accepted and will be sent at `sendAt`. Only a request with `_sendAt`, or a message of a batch, gets this outcome. Everything was checked as for a mail that is sent now.',
  {
    success: succeeded,
    type: typeIs('scheduled'),
    id: text('postrider’s id of the message, as in the header `x-message-id`.'),
    sendAt: text('When the mail is sent: RFC 3339, in UTC.'),
    templateId,
    trace: steps,
  },
);

const Callback = answer<Outcome<'callback'>>()(
  'The flow returns the rendered mail; nothing was sent.',
  {
    success: succeeded,
    type: typeIs('callback'),
    html,
    text: text('The plain text of the mail.', { maxLength: maxRenderedBytes }),
    subject,
    templateId,
    trace: steps,
  },
);

const ValidationFailed = answer<batch.NotAccepted<'validation_failed'>>()(
  'A verification failed, a delivery field is missing or bad, an address is suppressed, or a variable is missing. Nothing was sent.',
  {
    success: failed,
    type: typeIs('validation_failed'),
    error: text('The fault, in one sentence.'),
    field: text('The first offending input: a variable’s name, or a delivery field such as `_to`.'),
    id,
    trace: steps,
  },
);

const SendFailed = answer<batch.NotAccepted<'send_failed'>>()(
  'SES refused the mail, or its answer was lost: then, and only then, `error` contains `may have been sent`.',
  {
    success: failed,
    type: typeIs('send_failed'),
    error: text('SES’s message, or that its answer was lost.'),
    id,
    trace: steps,
  },
);

const FlowError = answer<batch.NotAccepted<'flow_error'>>()(
  'The deployment cannot run this flow: its sender is not an identity of the deployment, sending is switched off, or the stored flow cannot be read. Nothing was sent.',
  {
    success: failed,
    type: typeIs('flow_error'),
    error: text('What to fix, in one sentence.'),
    id,
    trace: steps,
  },
);

/** Every outcome. An outcome that is in the flow's type and not here is a type error. */
const ExecuteOutcome = union<
  {
    [T in FlowOutcome['type']]: T extends Failure ? batch.NotAccepted<T> : Outcome<T>;
  }[FlowOutcome['type']]
>()(
  'One of six outcomes, distinguished by `type`. Check `success`: the status is 200 for all of them.',
  z.discriminatedUnion('type', [
    Sent.schema,
    Scheduled.schema,
    Callback.schema,
    ValidationFailed.schema,
    SendFailed.schema,
    FlowError.schema,
  ]),
);

const Verification = answer<verify.Verification>()('The checks of one address.', {
  valid: flag(
    'The domain accepts mail and does not belong to a throwaway provider. A deployment can also refuse role addresses, or allow throwaway providers.',
  ),
  format: flag(
    'The address is well-formed. Always true here: for a malformed address the answer is 400.',
  ),
  domain: flag('The domain exists.'),
  mxRecords: flag('The domain has an MX record that names a usable host.'),
  disposable: flag('The domain, or a parent of it, is a known throwaway provider.'),
  role: flag('The local part is a role such as info, support or postmaster.'),
});

const Verified = answer<VerifyResponse>()('The result for the address.', {
  email: text('The address from the request, unchanged.'),
  verification: field(Verification.schema)('The checks, each with its result.'),
});

const MessageRecipient = answer<message.MessageRecipient>()('A recipient, and what SES reported.', {
  address: text('The address. Of a refused request, as the caller gave it.'),
  field: field(z.enum(['_to', '_cc', '_bcc']))('The field that named the recipient.'),
  state: field(z.nullable(z.enum(deliveryStates)))('`null` until SES reports something.'),
  at: nullableText('The time of the report, in ISO 8601.'),
  reason: nullableText('The words of the recipient’s mail server, or of SES.'),
  suppressed: flag('Whether the address is on the suppression list because of this message.'),
});

const fileName = text('The name, as the caller gave it.');
const fileBytes = number('The size of the file itself, before base64.');

const ListedFile = answer<files.ListedFile>()('A file of a mail.', {
  name: fileName,
  bytes: fileBytes,
});

const CopiedFile = answer<files.CopiedFile>()('A file of a mail, without its content.', {
  name: fileName,
  bytes: fileBytes,
  type: text('The media type that the mail gives it.'),
  sha256: text('SHA-256 of the file, in hex.'),
  cid: optionalText('Only if the HTML shows the file: its Content-ID.'),
});

const MessageContent = answer<message.MessageContent>()('What a test key’s mail was.', {
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

const messageState = field(z.enum([...sendStates, ...deliveryStates]));

const BranchedTo = answer<NonNullable<message.Message['branchedTo']>>()(
  'The template that a branch of a flow led to.',
  { templateId: text('Id of the template.'), revision: number('Its revision.') },
);

const verdict = field(z.enum(verdicts));

const Verdicts = answer<reply.Verdicts>()('What SES found about a received mail.', {
  spf: verdict('Whether the server may send for the sender’s domain.'),
  dkim: verdict('Whether the mail is signed.'),
  dmarc: verdict('Whether the mail is of the domain in its `From`.'),
  spam: verdict('Mails that are spam are not recorded.'),
  virus: verdict('Mails with a virus are not recorded.'),
});

const ReplyFile = answer<reply.ReplyFile>()('A file of a reply, which is not kept.', {
  name: text('The name, as the mail gives it.'),
  type: text('The media type that the mail gives it.'),
  bytes: number('The size of the file itself, before base64.'),
});

const Reply = answer<reply.Reply>()('A mail that came to the address of a message’s thread.', {
  id: text('postrider’s id of the reply, which `_inReplyTo` takes.'),
  at: text('When SES received it, in ISO 8601.'),
  from: text('The address in its `From`, which anyone can forge.'),
  name: nullableText('The name in its `From`; `null` if it has none.'),
  subject: nullableText('Its subject; `null` if it has none.'),
  text: nullableText(
    'The words of the writer, without the quoted mail; `null` for a live key, and if the mail is too large or cannot be read.',
  ),
  textCut: flag('Whether the text was longer.'),
  auto: flag('Whether a program wrote it, such as a vacation notice.'),
  fromRecipient: flag('Whether `from` is one of the message’s recipients.'),
  verdicts: field(Verdicts.schema)('What SES found about the mail.'),
  messageIdHeader: nullableText('Its `Message-ID`; `null` if it has none that can be answered.'),
  attachments: field(z.readonly(z.array(ReplyFile.schema)))('Its files, at most 20.'),
});

const Message = answer<message.Message>()('A message and its state.', {
  id: text('postrider’s own id.'),
  messageId: nullableText(
    'SES’s id, or `captured-…` of a mail that a test key captured; `null` if SES did not accept the mail.',
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

const Messages = answer<message.Messages>()('The messages that were found.', {
  messages: field(z.array(Message.schema))(`Newest first, at most ${maxFoundMessages}.`),
  more: onlyTrue('Only if there are older messages that the search did not look at.'),
});

const TooLate = answer<cancel.TooLate>()(
  'A message that is being sent, has been sent, or was never scheduled.',
  {
    id: text('postrider’s own id of the message.'),
    state: messageState('The message’s state.'),
  },
);

const Cancelled = answer<cancel.Cancelled>()(
  'Which of the messages that the request names are cancelled.',
  {
    cancelled: texts(
      'The ids of messages that will not be sent. A message that was cancelled before is among them.',
    ),
    tooLate: field(z.array(TooLate.schema))(
      'The messages that are not cancelled, and cannot be any more.',
    ),
    more: onlyTrue(
      `Only if the reference has more scheduled messages than the ${maxCancelledMessages} that one request cancels: send the request again.`,
    ),
  },
);

const RefusedMessage = answer<batch.RefusedMessage>()(
  'The message was refused before its flow ran. Nothing is sent.',
  {
    success: field(z.literal(false))('`false`: nothing is sent.'),
    type: field(z.literal('refused'))('Always `refused`.'),
    status: number('The status that execute would answer.'),
    error: text('The sentence that execute would answer.'),
  },
);

const BatchEntry = union<batch.BatchEntry>()(
  'The result for one message, distinguished by `type`: `scheduled` if it was accepted.',
  z.union([
    Scheduled.schema,
    ValidationFailed.schema,
    SendFailed.schema,
    FlowError.schema,
    RefusedMessage.schema,
  ]),
);

const Batch = answer<batch.Batch>()('The result for each message of the batch.', {
  messages: field(z.array(BatchEntry.schema))(
    'An entry for each message, in the order of the request.',
  ),
});

/** Every answer with a status other than 200. */
const Refused = answer<{ error: string }>()('Why the request was refused.', {
  error: text('One sentence.'),
});

/** The answers by the names of their schemas, in the order of the document. */
export const answers = {
  Rendered,
  VariableReport,
  ExecuteOutcome,
  Sent,
  Scheduled,
  Callback,
  ValidationFailed,
  SendFailed,
  FlowError,
  TraceStep,
  Verified,
  Verification,
  Messages,
  Verdicts,
  ReplyFile,
  Reply,
  Message,
  BranchedTo,
  MessageRecipient,
  MessageContent,
  ListedFile,
  CopiedFile,
  Cancelled,
  TooLate,
  Batch,
  BatchEntry,
  RefusedMessage,
  Refused,
};
