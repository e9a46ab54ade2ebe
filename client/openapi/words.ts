import type * as z from 'zod/mini';
import type {
  Batch,
  BatchRequest,
  batchMessage,
  RefusedMessage,
} from '../../functions/batch/contract.ts';
import type { Cancelled, CancelRequest, TooLate } from '../../functions/cancel/contract.ts';
import type { executeRequest } from '../../functions/execute/contract.ts';
import type {
  Message,
  MessageContent,
  MessageRecipient,
  MessageRequest,
  Messages,
} from '../../functions/message/contract.ts';
import type { RenderRequest, RenderResponse } from '../../functions/render/contract.ts';
import type { VerifyRequest, VerifyResponse } from '../../functions/verify/contract.ts';
import type { FlowOutcome } from '../../shared/engine/flow/outcome.ts';
import type { TraceStep } from '../../shared/engine/flow/trace.ts';
import {
  maxAttachments,
  maxBatchMessages,
  maxCancelledMessages,
  maxContentIdCharacters,
  maxFileNameBytes,
  maxFilesBytes,
  maxFoundMessages,
  maxHeaders,
  maxHeaderValueCharacters,
  maxInlineFilesBytes,
  maxLanguageTagCharacters,
  maxMediaTypeCharacters,
  maxRecipients,
  maxReferenceCharacters,
  maxRenderedBytes,
  maxSearchedMessages,
  maxSubjectCharacters,
  maxUnsubscribeCharacters,
} from '../../shared/engine/limits.ts';
import type { VariableReport } from '../../shared/engine/render/report.ts';
import type { Verification } from '../../shared/engine/verify/verify-address.ts';
import type { AttachmentEntry } from '../../shared/execute/attachments/entries.ts';
import type { CopiedFile, ListedFile } from '../../shared/message/attachment.ts';

/** The meaning of a field, and the limits of its value if there are some. */
interface FieldWord {
  description: string;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}

export type FieldWords<Field extends string = string> = Record<Field, FieldWord>;

interface Words<Field extends string> {
  description: string;
  fields: FieldWords<Field>;
}

/** The names that a type declares, without an index signature. */
type FieldOf<T> = keyof {
  [K in keyof T as string extends K ? never : K]: T[K];
} &
  string;

type Outcome<T extends FlowOutcome['type']> = Extract<FlowOutcome, { type: T }> & {
  trace: unknown;
};

const said = (description: string): FieldWord => ({ description });

const MB = (bytes: number) => `${bytes / 2 ** 20} MB`;

const html: FieldWord = {
  description: 'The rendered HTML, without any `{{`.',
  maxLength: maxRenderedBytes,
};
const subject: FieldWord = {
  description: 'The rendered subject, on one line.',
  maxLength: maxSubjectCharacters,
};
const success = said('Whether the flow reached its output.');
const type = said('Which of the outcomes this is.');
const trace = said('Only with `_trace: true`: the steps of the flow, in order.');
const id = said(
  'Only in the answer of batch: postrider’s own id of the message, if its refusal was recorded. Execute has it in the header `x-message-id`.',
);
const addresses = `Addresses, separated by commas: each \`a@b\` or \`Name <a@b>\`. At most ${maxRecipients} in \`_to\`, \`_cc\` and \`_bcc\` together.`;

const templateId = (elsewhere: string) =>
  said(
    `Id of the template: \`[A-Za-z0-9][A-Za-z0-9_-]{0,63}\`. For an id of another form the answer is 404, as for an unknown id. ${elsewhere}`,
  );

const language: FieldWord = {
  description:
    'The language that the content is wanted in: a language tag such as `pt-BR`. The template’s languages are looked up from this one to the more general: `pt-BR`, `pt`. Default, also if none fits: the template’s own language.',
  maxLength: maxLanguageTagCharacters,
};

/** The recipients of a message. */
const recipients = {
  _to: said(
    'The recipient, `a@b` or `Name <a@b>`. Required if the flow sends. `""` counts as not given, as in every field that starts with `_` except `_sendAt`.',
  ),
  _cc: said(addresses),
  _bcc: said(addresses),
};

/** The fields of a message beside its recipients and variables. */
const sendWords = {
  templateId: templateId('Render calls it `template_id`.'),
  _subject: said('Replaces the template’s subject, taken literally.'),
  _replyTo: said('The address for replies. Replaces the flow’s.'),
  _reference: {
    description:
      'Your own name of the message, such as an order’s number, in any script without control characters. It is part of the message’s record.',
    maxLength: maxReferenceCharacters,
  },
  _language: language,
  _sendAt: said(
    'When to send the mail: a time with its offset, `2026-12-24T09:00:00Z`, at most 365 days ahead. The answer is then `scheduled`. Default: now.',
  ),
  _attachments: {
    description: `The files of the mail: up to ${maxAttachments}, up to ${MB(maxInlineFilesBytes)} together in \`content\`, and up to ${MB(maxFilesBytes)} together with those in \`s3\`.`,
    maxItems: maxAttachments,
  },
  _trace: said('Adds the steps of the flow to the answer. Default: `false`.'),
  _headers: said(
    `Further headers of the mail, at most ${maxHeaders}: \`X-…\`, \`In-Reply-To\`, \`References\`, \`Auto-Submitted\`, \`Importance\`, \`List-Id\` and \`Feedback-ID\`. A value is 1 to ${maxHeaderValueCharacters} printable ASCII characters.`,
  ),
  _unsubscribe: {
    description:
      'The https address of one-click unsubscribe (RFC 8058). The mail gets `List-Unsubscribe` and `List-Unsubscribe-Post`. Replaces the flow’s.',
    maxLength: maxUnsubscribeCharacters,
  },
};

/** Descriptions of every schema and every field of the document. */
export const words: {
  RenderRequest: Words<FieldOf<RenderRequest>>;
  ExecuteRequest: Words<FieldOf<z.input<typeof executeRequest>>>;
  VerifyRequest: Words<FieldOf<VerifyRequest>>;
  MessageRequest: Words<FieldOf<MessageRequest>>;
  CancelRequest: Words<FieldOf<CancelRequest>>;
  BatchRequest: Words<FieldOf<BatchRequest>>;
  BatchMessage: Words<FieldOf<z.input<typeof batchMessage>>>;
  Attachment: Words<keyof AttachmentEntry>;
  Rendered: Words<FieldOf<RenderResponse>>;
  VariableReport: Words<FieldOf<VariableReport>>;
  ExecuteOutcome: Words<never>;
  Sent: Words<FieldOf<Outcome<'sent'>>>;
  Scheduled: Words<FieldOf<Outcome<'scheduled'>>>;
  Callback: Words<FieldOf<Outcome<'callback'>>>;
  ValidationFailed: Words<FieldOf<Outcome<'validation_failed'>> | 'id'>;
  SendFailed: Words<FieldOf<Outcome<'send_failed'>> | 'id'>;
  FlowError: Words<FieldOf<Outcome<'flow_error'>> | 'id'>;
  TraceStep: Words<FieldOf<TraceStep>>;
  Verified: Words<FieldOf<VerifyResponse>>;
  Verification: Words<FieldOf<Verification>>;
  Messages: Words<FieldOf<Messages>>;
  Message: Words<FieldOf<Message>>;
  MessageRecipient: Words<FieldOf<MessageRecipient>>;
  ListedFile: Words<keyof ListedFile>;
  CopiedFile: Words<keyof CopiedFile>;
  MessageContent: Words<FieldOf<MessageContent>>;
  Cancelled: Words<FieldOf<Cancelled>>;
  TooLate: Words<FieldOf<TooLate>>;
  Batch: Words<FieldOf<Batch>>;
  BatchEntry: Words<never>;
  RefusedMessage: Words<FieldOf<RefusedMessage>>;
  Refused: Words<'error'>;
} = {
  RenderRequest: {
    description: 'A template and the values for its placeholders. Unknown fields are ignored.',
    fields: {
      template_id: templateId('Execute calls it `templateId`.'),
      variables: said('Values for the placeholders.'),
      language,
      report: said('Adds a report on the variables to the answer. Default: `false`.'),
      draft: said('Renders the draft of the template; only for test keys. Default: `false`.'),
    },
  },
  ExecuteRequest: {
    description:
      'A template, the values for its placeholders, and the recipients of its mail. Fields that start with `_` are reserved: the API refuses an unknown one and names it. Other unknown fields are ignored.',
    fields: {
      ...sendWords,
      variables: said('Values for the placeholders; `{}` if there are none.'),
      ...recipients,
      _dryRun: said(
        'Does everything except the send: a flow that would send returns `callback`. Default: `false`.',
      ),
    },
  },
  VerifyRequest: {
    description: 'An address to verify. Unknown fields are ignored.',
    fields: { email: said('One bare address, without a name.') },
  },
  MessageRequest: {
    description: `Names messages by exactly one of \`id\`, \`messageId\`, \`reference\` and \`to\`. The last two search the newest ${maxSearchedMessages.toLocaleString('en')} messages. Unknown fields are ignored.`,
    fields: {
      id: said('postrider’s own id of the message: the header `x-message-id` of execute’s answer.'),
      messageId: said('`messageId` of execute’s answer.'),
      reference: said('The caller’s own name of the message, `_reference` of execute.'),
      to: said('The address of a recipient, without a name, in upper or lower case.'),
      since: said(
        'Only with `reference` and `to`: the earliest time, `2026-05-01T10:00:00Z`, or a span before now: `30m`, `2h`, `2d`.',
      ),
    },
  },
  CancelRequest: {
    description:
      'Names scheduled messages by exactly one of `id` and `reference`. Unknown fields are ignored.',
    fields: {
      id: said(
        'postrider’s own id of the message: `id` in the answer of execute or in an entry of batch.',
      ),
      reference: said('The caller’s own name of the messages, `_reference` of execute.'),
    },
  },
  BatchRequest: {
    description: `1 to ${maxBatchMessages} messages. The other fields are those of each message that does not have its own. Fields that start with \`_\` are reserved: the API refuses an unknown one and names it. Other unknown fields are ignored.`,
    fields: {
      messages: said('The messages. An address that is in two messages gets two mails.'),
      ...sendWords,
      variables: said(
        'Values for the placeholders of each message. A message’s own `variables` are merged into them, one level deep.',
      ),
    },
  },
  BatchMessage: {
    description:
      'A message, with the fields of execute except `_dryRun`. `templateId` and `variables` are required here or beside `messages`.',
    fields: { ...sendWords, variables: said('Values for the placeholders.'), ...recipients },
  },
  Attachment: {
    description:
      'A file of a mail, with exactly one of `content` and `s3`. The API refuses other fields and names them.',
    fields: {
      name: {
        description: `The name of the file in the mail, at most ${maxFileNameBytes} bytes of UTF-8: with an extension that SES sends, and without \`/\`, \`\\\` and control characters.`,
        maxLength: maxFileNameBytes,
      },
      content: said('The file in standard base64, on one line and with its padding.'),
      s3: said(
        'The file in a bucket of the deployment’s `attachmentBuckets`: `s3://bucket/key`. It is read when the mail is sent.',
      ),
      cid: {
        description:
          'The Content-ID of a file that the HTML shows: `logo` for `<img src="cid:logo">`. No two files of a mail have the same. Default: the HTML does not show the file.',
        pattern: `^[A-Za-z0-9._-]{1,${maxContentIdCharacters}}$`,
      },
      type: {
        description:
          'The media type, such as `text/calendar; method=REQUEST`. Default: by the extension of the name.',
        maxLength: maxMediaTypeCharacters,
      },
    },
  },
  Rendered: {
    description: 'The rendered template. The caller sends the mail.',
    fields: {
      html,
      subject,
      text: {
        description:
          'Only with `report: true`: the plain text. `null` if the template prints a variable as raw HTML and has no separate text.',
        maxLength: maxRenderedBytes,
      },
      language: said(
        'Only with `report: true`: the language that the content was taken in; `null` if the template does not say its language.',
      ),
      variables: said('Only with `report: true`: the report on each variable.'),
    },
  },
  VariableReport: {
    description: 'A report on each variable, by its name in the template.',
    fields: {
      used: said('Rendered with a value.'),
      defaulted: said('Rendered with their defaults.'),
      missing: said(
        'Rendered with neither a value nor a default: nothing is printed in their place.',
      ),
      unknown: said('Given, but not named in the template.'),
    },
  },
  ExecuteOutcome: {
    description:
      'One of six outcomes, distinguished by `type`. Check `success`: the status is 200 for all of them.',
    fields: {},
  },
  Sent: {
    description: 'SES accepted the mail.',
    fields: { success, type, messageId: said('The id that SES gave the mail.'), trace },
  },
  Scheduled: {
    description:
      'The mail was accepted and will be sent at its time. Only a request with `_sendAt`, or a message of a batch, gets this outcome. Everything was checked as for a mail that is sent now.',
    fields: {
      success,
      type,
      id: said('postrider’s id of the message, as in the header `x-message-id`.'),
      sendAt: said('When the mail is sent: RFC 3339, in UTC.'),
      trace,
    },
  },
  Callback: {
    description: 'The flow returns the rendered mail; nothing was sent.',
    fields: {
      ...{ success, type, html, subject, trace },
      text: { description: 'The plain text of the mail.', maxLength: maxRenderedBytes },
    },
  },
  ValidationFailed: {
    description:
      'A verification failed, a delivery field is missing or bad, an address is suppressed, or a variable is missing. Nothing was sent.',
    fields: {
      ...{ success, type, id, trace },
      error: said('The fault, in one sentence.'),
      field: said(
        'The first offending input: a variable’s name, or a delivery field such as `_to`.',
      ),
    },
  },
  SendFailed: {
    description:
      'SES refused the mail, or its answer was lost: then, and only then, `error` contains `may have been sent`.',
    fields: {
      success,
      type,
      error: said('SES’s message, or that its answer was lost.'),
      id,
      trace,
    },
  },
  FlowError: {
    description:
      'The deployment cannot run this flow: its sender is not an identity of the deployment, sending is switched off, or the stored flow cannot be read. Nothing was sent.',
    fields: { success, type, error: said('What to fix, in one sentence.'), id, trace },
  },
  TraceStep: {
    description: 'One step of a flow. It never holds a value or an address.',
    fields: {
      node: said('The node’s id; `null` if the flow has no node for the step.'),
      type: said(
        'The node’s type; `delivery` is the reading of the delivery fields, `attachments` that of the files.',
      ),
      outcome: said('The result of the step.'),
      ms: said('The duration of the step, in milliseconds.'),
      warnings: said(
        'Only where there are some: likely mistakes, such as a picture in the HTML that no attachment is.',
      ),
    },
  },
  Verified: {
    description: 'The result for the address.',
    fields: {
      email: said('The address from the request, unchanged.'),
      verification: said('The checks, each with its result.'),
    },
  },
  Verification: {
    description: 'The checks of one address.',
    fields: {
      valid: said(
        'The domain accepts mail and does not belong to a throwaway provider. A deployment can also refuse role addresses, or allow throwaway providers.',
      ),
      format: said(
        'The address is well-formed. Always true here: for a malformed address the answer is 400.',
      ),
      domain: said('The domain exists.'),
      mxRecords: said('The domain has an MX record that names a usable host.'),
      disposable: said('The domain, or a parent of it, is a known throwaway provider.'),
      role: said('The local part is a role such as info, support or postmaster.'),
    },
  },
  Messages: {
    description: 'The messages that were found.',
    fields: {
      messages: said(`Newest first, at most ${maxFoundMessages}.`),
      more: said('Only if there are older messages that the search did not look at.'),
    },
  },
  Message: {
    description: 'A message, and what became of it.',
    fields: {
      id: said('postrider’s own id.'),
      messageId: said(
        'SES’s id, or `captured-…` of a mail that a test key captured; `null` if SES did not accept the mail.',
      ),
      reference: said('The caller’s own name of the message; `null` if it gave none.'),
      templateId: said('Id of the template.'),
      revision: said('The template’s revision.'),
      language: said(
        'The language that its content was taken in; `null` if the template does not say its language.',
      ),
      state: said(
        'The worst of the recipients’ states; before the first report, how far the send has come.',
      ),
      createdAt: said('When the request came, in ISO 8601.'),
      sendAt: said('`null`: messages cannot be scheduled yet.'),
      recipients: said('The recipients, each with what was reported.'),
      why: said('What became of it, in whole sentences.'),
      error: said('Only if the mail was not sent, or may not have been sent: execute’s `error`.'),
      field: said('Only if the request was refused: execute’s `field`.'),
      attachments: said('Only if the mail has files: their names and sizes.'),
      content: said('Only for a test key, as long as the mail’s copy is kept; else `null`.'),
    },
  },
  MessageRecipient: {
    description: 'A recipient, and what SES reported.',
    fields: {
      address: said('The address. Of a refused request, as the caller gave it.'),
      field: said('The field that named the recipient.'),
      state: said('`null` until SES reports something.'),
      at: said('The time of the report, in ISO 8601.'),
      reason: said('The words of the recipient’s mail server, or of SES.'),
      suppressed: said('Whether the address is on the suppression list because of this message.'),
    },
  },
  MessageContent: {
    description: 'What a test key’s mail was.',
    fields: {
      subject: said(
        'The subject; `null`, as are `html` and `text`, if the mail was too large to be kept.',
      ),
      html: said('The HTML.'),
      text: said('The plain text.'),
      variables: said('The variables of the request.'),
      links: said('The addresses of the links in the HTML, in its order, each once.'),
      headers: said('The further headers of the mail, by their names; only if it had any.'),
      attachments: said('Only if the mail has files: what they were, without their contents.'),
    },
  },
  ListedFile: {
    description: 'A file of a mail.',
    fields: {
      name: said('The name, as the caller gave it.'),
      bytes: said('The size of the file itself, before base64.'),
    },
  },
  CopiedFile: {
    description: 'A file of a mail, without its content.',
    fields: {
      name: said('The name, as the caller gave it.'),
      bytes: said('The size of the file itself, before base64.'),
      type: said('The media type that the mail gives it.'),
      sha256: said('SHA-256 of the file, in hex.'),
      cid: said('Only if the HTML shows the file: its Content-ID.'),
    },
  },
  Cancelled: {
    description: 'What became of each message that the request names.',
    fields: {
      cancelled: said(
        'The ids of messages that will not be sent. A message that was cancelled before is among them.',
      ),
      tooLate: said('The messages that are not cancelled, and cannot be any more.'),
      more: said(
        `Only if the reference has more scheduled messages than the ${maxCancelledMessages} that one request cancels: send the request again.`,
      ),
    },
  },
  TooLate: {
    description: 'A message that is being sent, has been sent, or was never scheduled.',
    fields: {
      id: said('postrider’s own id of the message.'),
      state: said('The message’s state.'),
    },
  },
  Batch: {
    description: 'What became of each message of the batch.',
    fields: { messages: said('An entry for each message, in the order of the request.') },
  },
  BatchEntry: {
    description:
      'What became of one message, distinguished by `type`: `scheduled` if it was accepted.',
    fields: {},
  },
  RefusedMessage: {
    description: 'The message was refused before its flow ran. Nothing is sent.',
    fields: {
      success: said('`false`: nothing is sent.'),
      type: said('Always `refused`.'),
      status: said('The status that execute would answer.'),
      error: said('The sentence that execute would answer.'),
    },
  },
  Refused: {
    description: 'Why the request was refused.',
    fields: { error: said('One sentence.') },
  },
};
