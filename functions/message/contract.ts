import * as z from 'zod/mini';
import { requiredString } from '../../shared/http/contract.ts';
import type { CopiedFile, ListedFile } from '../../shared/message/attachment.ts';
import type {
  DeliveryState,
  MessageState,
  MessageRecipient as Recipient,
} from '../../shared/message/message.ts';
import type { Reply } from '../../shared/message/reply.ts';

/** The body of POST /v1/message: exactly one of the first four fields. */
export const messageRequest = z.object({
  /** Our id: the header `x-message-id` of execute's answer. */
  id: z.optional(requiredString),
  /** `messageId` of execute's answer. */
  messageId: z.optional(requiredString),
  /** The caller's own name of messages. */
  reference: z.optional(requiredString),
  to: z.optional(requiredString),
  /** Only with `reference` and `to`: see `readSince`. */
  since: z.optional(requiredString),
});

export type MessageRequest = z.output<typeof messageRequest>;

export interface MessageRecipient {
  /** The address as SES writes it; for a refused request, as the caller gave it. */
  address: string;
  field: Recipient['field'];
  /** Null until something is reported. */
  state: DeliveryState | null;
  /** ISO 8601, the time of the report. */
  at: string | null;
  /** The words of the recipient's mail server, or of SES. */
  reason: string | null;
  /** Whether the address is on the suppression list because of this message. */
  suppressed: boolean;
}

/** The contents of a mail. `subject`, `html` and `text` are null if they were too large to be kept. */
export interface MessageContent {
  subject: string | null;
  html: string | null;
  text: string | null;
  variables: Record<string, unknown>;
  /** The addresses of the links in the HTML, in its order, each once. */
  links: string[];
  /** The further headers of the mail, by their names; absent if it had none. */
  headers?: Record<string, string> | undefined;
  attachments?: readonly CopiedFile[] | undefined;
}

export interface Message {
  id: string;
  /** SES's id, or `captured-` and our id; null if there is none. */
  messageId: string | null;
  /** The mail's header `Message-ID`; null if there is no `messageId`, or the mail was captured. */
  messageIdHeader: string | null;
  reference: string | null;
  templateId: string;
  revision: number;
  /** The template that the mail was made of, if a branch of the flow led to it; absent otherwise. */
  branchedTo?: { templateId: string; revision: number } | undefined;
  /** The tag of the language that its content was taken in; null if the template does not say it. */
  language: string | null;
  /** The worst of the recipients' states, or if SES has reported nothing, the state of the send. */
  state: MessageState;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; null if the message was not scheduled. */
  sendAt: string | null;
  recipients: MessageRecipient[];
  /** Its state in whole sentences. */
  why: string;
  /** Only if it was refused or not sent. */
  error?: string | undefined;
  /** Only if the request was refused: the wrong input. */
  field?: string | undefined;
  attachments?: readonly ListedFile[] | undefined;
  /** The address of its thread; only if it has one. */
  replyTo?: string | undefined;
  /** The replies to it, the oldest first, at most 100; only if it has a thread. */
  replies?: Reply[] | undefined;
  /** Only for a test key, and only while the copy of the mail is kept; else null. */
  content: MessageContent | null;
}

export interface Messages {
  /** Newest first. */
  messages: Message[];
  /** Only if there are older messages that the search did not look at. */
  more?: true | undefined;
}

const found: Message = {
  id: '01KAVXC5T0Q7ZJ3M8R2W9YB4FD',
  messageId: '0100018f-example',
  messageIdHeader: '<0100018f-example@email.amazonses.com>',
  reference: 'order-1001',
  templateId: 'welcome',
  revision: 7,
  language: null,
  state: 'BOUNCED',
  createdAt: '2026-11-22T10:00:00.000Z',
  sendAt: null,
  recipients: [
    {
      address: 'ada@example.com',
      field: '_to',
      state: 'BOUNCED',
      at: '2026-11-22T10:00:02.000Z',
      reason: 'smtp; 550 5.1.1 user unknown',
      suppressed: true,
    },
  ],
  why: 'It came back. The address does not exist, or its mail server refuses it permanently.',
  content: null,
};

export const messageExample: { request: MessageRequest; response: Messages } = {
  request: { reference: 'order-1001' },
  response: { messages: [found] },
};
