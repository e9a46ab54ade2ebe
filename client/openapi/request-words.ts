import type * as z from 'zod/mini';
import type { BatchRequest, batchMessage } from '../../functions/batch/contract.ts';
import type { CancelRequest } from '../../functions/cancel/contract.ts';
import type { executeRequest } from '../../functions/execute/contract.ts';
import type { MessageRequest } from '../../functions/message/contract.ts';
import type { RenderRequest } from '../../functions/render/contract.ts';
import type { VerifyRequest } from '../../functions/verify/contract.ts';
import {
  maxAttachments,
  maxBatchMessages,
  maxContentIdCharacters,
  maxFileNameBytes,
  maxFilesBytes,
  maxHeaders,
  maxHeaderValueCharacters,
  maxInlineFilesBytes,
  maxLanguageTagCharacters,
  maxMediaTypeCharacters,
  maxRecipients,
  maxReferenceCharacters,
  maxSearchedMessages,
  maxUnsubscribeCharacters,
} from '../../shared/engine/limits.ts';
import type { AttachmentEntry } from '../../shared/execute/attachments/entries.ts';
import { type FieldOf, type FieldWord, said, type Words } from './words.ts';

const MB = (bytes: number) => `${bytes / 2 ** 20} MB`;

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

const recipients = {
  _to: said(
    'The recipient, `a@b` or `Name <a@b>`. Required if the flow sends. `""` counts as not given, as in every field that starts with `_` except `_sendAt`.',
  ),
  _cc: said(addresses),
  _bcc: said(addresses),
};

/** The fields of a message except its recipients and variables. */
const sendWords = {
  templateId: templateId('Render calls it `template_id`.'),
  _subject: said('Replaces the template’s subject, taken literally.'),
  _replyTo: said(
    'The address for replies, or `thread` for an address whose replies are recorded. Replaces the flow’s.',
  ),
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
  _strict: said(
    'Refuses fields that the endpoint does not know. Default: `false`: it ignores them, and names them in the header `x-postrider-ignored` of the answer.',
  ),
  _headers: said(
    `Further headers of the mail, at most ${maxHeaders}: \`X-…\`, \`In-Reply-To\`, \`References\`, \`Auto-Submitted\`, \`Importance\`, \`List-Id\` and \`Feedback-ID\`. A value is 1 to ${maxHeaderValueCharacters} printable ASCII characters.`,
  ),
  _inReplyTo: said(
    'The id of a reply or of a message of your account: the mail gets the headers `In-Reply-To` and `References` of an answer to it.',
  ),
  _unsubscribe: {
    description:
      'The https address of one-click unsubscribe (RFC 8058). The mail gets `List-Unsubscribe` and `List-Unsubscribe-Post`. Replaces the flow’s.',
    maxLength: maxUnsubscribeCharacters,
  },
};

/** Descriptions of the requests' schemas and of all their fields. */
export const requestWords: {
  RenderRequest: Words<FieldOf<RenderRequest>>;
  ExecuteRequest: Words<FieldOf<z.input<typeof executeRequest>>>;
  VerifyRequest: Words<FieldOf<VerifyRequest>>;
  MessageRequest: Words<FieldOf<MessageRequest>>;
  CancelRequest: Words<FieldOf<CancelRequest>>;
  BatchRequest: Words<FieldOf<BatchRequest>>;
  BatchMessage: Words<FieldOf<z.input<typeof batchMessage>>>;
  Attachment: Words<keyof AttachmentEntry>;
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
};
