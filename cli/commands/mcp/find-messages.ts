import * as z from 'zod';
import { listMessages, type MessageSummary } from '../../../shared/manage/messages/messages.ts';
import { stateNames, states } from '../message/message-options.ts';
import { cursor, limit, since, timeOf, untrusted } from './fields.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({
  to: z.string().optional().describe('The address of a recipient'),
  text: z
    .string()
    .optional()
    .describe('An id, or a part of an address, a subject, a reference, a template id or an error'),
  state: z.enum(stateNames).optional(),
  template: z.string().optional().describe("A template's id"),
  key: z.string().optional().describe('The id of an API key'),
  reference: z.string().optional().describe("The caller's own name of the message"),
  test: z.boolean().default(false).describe('Messages of test keys, and no others'),
  since,
  until: since,
  limit: limit('messages', 20),
  cursor,
});

const output = z.object({
  messages: z.array(
    z.object({
      id: z.string().describe('For explain_message'),
      messageId: z.string().nullable().describe("SES's id of the mail"),
      state: z.string(),
      createdAt: z.string(),
      sendAt: z.string().nullable().describe('When a scheduled message is to be sent'),
      template: z.string(),
      revision: z.int(),
      key: z.string(),
      untrusted: untrusted({
        to: z.array(z.string()),
        subject: z.string(),
        reference: z.string().nullable(),
        error: z.string().nullable(),
        files: z.array(z.string()),
      }),
    }),
  ),
  nextCursor: z.string().nullable().describe('Null at the end; else there may be more'),
  suppressed: z
    .object({
      reason: z.enum(['bounce', 'complaint', 'manual']),
      at: z.string(),
      message: z.string().nullable().describe('The message that caused it'),
      untrusted: untrusted({ address: z.string(), detail: z.string().nullable() }),
    })
    .nullable()
    .describe('Whether the account sends nothing to the address in `to` any more'),
  unreadable: z.array(z.string()).describe('Messages that a newer version recorded'),
});

export const findMessages = tool({
  name: 'find_messages',
  title: 'Find messages',
  about:
    'Finds messages, newest first, a page at a time: what was sent, refused, scheduled or cancelled. Every filter that is given has to match. A search looks through 1,000 messages and then returns a cursor, even if it found nothing yet.',
  untrusted: "addresses, subjects, references, names of files, and errors in SES's words",
  input,
  output,
  annotations: reads,
  run: async ({ state, template, key, since: from, until, ...search }, desk) => {
    const { ports, accountId } = await desk.open();
    const now = ports.now();
    const { messages, nextCursor, unreadable, suppressed } = await listMessages(ports, accountId, {
      ...search,
      state: states.find((one) => one.toLowerCase() === state),
      templateId: template,
      keyId: key,
      since: timeOf(from, 'since', now),
      until: timeOf(until, 'until', now),
    });
    return {
      messages: messages.map(found),
      ...{ nextCursor, unreadable },
      suppressed: suppressed
        ? {
            ...{ reason: suppressed.reason, at: suppressed.at, message: suppressed.messageId },
            untrusted: { address: suppressed.address, detail: suppressed.detail },
          }
        : null,
    };
  },
});

function found({ messageId: id, sesMessageId, templateId, keyId, ...message }: MessageSummary) {
  const { to, subject, reference, error, attachments = [], ...facts } = message;
  const files = attachments.map(({ name }) => name);
  return {
    ...{ id, messageId: sesMessageId, state: facts.state, createdAt: facts.createdAt },
    ...{ sendAt: facts.sendAt, template: templateId, revision: facts.revision, key: keyId },
    untrusted: { to, subject, reference, error, files },
  };
}
