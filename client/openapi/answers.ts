import * as z from 'zod/mini';
import type * as batch from '../../functions/batch/contract.ts';
import type * as cancel from '../../functions/cancel/contract.ts';
import type { RenderResponse } from '../../functions/render/contract.ts';
import type { VerifyResponse } from '../../functions/verify/contract.ts';
import { maxCancelledMessages, maxRenderedBytes } from '../../shared/engine/limits.ts';
import type * as report from '../../shared/engine/render/report.ts';
import type * as verify from '../../shared/engine/verify/verify-address.ts';
import {
  absentOrNullText,
  answer,
  field,
  flag,
  names,
  number,
  onlyTrue,
  text,
  texts,
  union,
} from './fields.ts';
import {
  BranchedTo,
  CopiedFile,
  ListedFile,
  Message,
  MessageContent,
  MessageRecipient,
  Messages,
  messageState,
} from './message-answers.ts';
import {
  Callback,
  ExecuteOutcome,
  FlowError,
  html,
  Scheduled,
  SendFailed,
  Sent,
  subject,
  TraceStep,
  ValidationFailed,
} from './outcome-answers.ts';
import { Reply, ReplyFile, Verdicts } from './reply-answers.ts';

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
