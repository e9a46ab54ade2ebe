import type { Batch, RefusedMessage } from '../../functions/batch/contract.ts';
import type { Cancelled, TooLate } from '../../functions/cancel/contract.ts';
import type {
  Message,
  MessageContent,
  MessageRecipient,
  Messages,
} from '../../functions/message/contract.ts';
import type { RenderResponse } from '../../functions/render/contract.ts';
import type { VerifyResponse } from '../../functions/verify/contract.ts';
import type { FlowOutcome } from '../../shared/engine/flow/outcome.ts';
import type { TraceStep } from '../../shared/engine/flow/trace.ts';
import {
  maxCancelledMessages,
  maxFoundMessages,
  maxRenderedBytes,
  maxSubjectCharacters,
} from '../../shared/engine/limits.ts';
import type { VariableReport } from '../../shared/engine/render/report.ts';
import type { Verification } from '../../shared/engine/verify/verify-address.ts';
import type { CopiedFile, ListedFile } from '../../shared/message/attachment.ts';
import { type FieldOf, type FieldWord, said, type Words } from './words.ts';

type Outcome<T extends FlowOutcome['type']> = Extract<FlowOutcome, { type: T }> & {
  trace: unknown;
};

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

/** Descriptions of the answers' schemas and of all their fields. */
export const answerWords: {
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
      sendAt: said('When the mail is to be sent, in ISO 8601; `null` if it was not scheduled.'),
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
