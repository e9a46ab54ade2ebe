import * as z from 'zod';
import { explainMessage as explain } from '../../../shared/manage/messages/explain-message.ts';
import { type ExplainedMessage, listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { stateNames, states } from '../message/message-options.ts';
import { apart, cursor, limit, since, timeOf, untrusted } from './fields.ts';
import { tool } from './tool.ts';

export const findMessages = tool({
  name: 'find_messages',
  title: 'Find messages',
  about:
    'Finds messages, newest first, a page at a time: what was sent, refused, scheduled or cancelled. Every filter that is given has to match. A search looks through 1,000 messages and then returns a cursor, even if it found nothing yet.',
  untrusted: "addresses, subjects, references, names of files, and errors in SES's words",
  input: z.strictObject({
    to: z.string().optional().describe('The address of a recipient'),
    text: z
      .string()
      .optional()
      .describe(
        'An id, or a part of an address, a subject, a reference, a template id or an error',
      ),
    state: z.enum(stateNames).optional(),
    template: z.string().optional().describe("A template's id"),
    key: z.string().optional().describe('The id of an API key'),
    reference: z.string().optional().describe("The caller's own name of the message"),
    test: z.boolean().default(false).describe('Messages of test keys, and no others'),
    since,
    until: since,
    limit: limit('messages', 20),
    cursor,
  }),
  output: z.object({
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
  }),
  run: async ({ state, template, key, since: from, until, ...search }, access) => {
    const { ports, accountId } = await access.open();
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
      messages: messages.map(({ messageId: id, sesMessageId, templateId, keyId, ...message }) =>
        apart({
          ...{ ...message, id, messageId: sesMessageId, template: templateId, key: keyId },
          files: (message.attachments ?? []).map(({ name }) => name),
        }),
      ),
      ...{ nextCursor, unreadable },
      suppressed: suppressed ? apart({ ...suppressed, message: suppressed.messageId }) : null,
    };
  },
});

export const explainMessage = tool({
  name: 'explain_message',
  title: 'Explain a message',
  about:
    'Explains what happened to one message, why, and what to do about it. It does not show the content of the mail.',
  untrusted:
    "addresses, the subject, the reference, names of files, and the words of SES and of the recipient's mail server",
  input: z.strictObject({
    id: z.string().describe("The message's id, or SES's id of the mail"),
  }),
  output: z.object({
    id: z.string(),
    messageId: z.string().nullable().describe("SES's id of the mail"),
    state: z.string(),
    summary: z.string(),
    createdAt: z.string(),
    template: z.string(),
    revision: z.int(),
    key: z.string(),
    findings: z
      .array(
        z.object({
          state: z.string(),
          addresses: z.array(z.string()).describe('Names such as address-1: `untrusted` has them'),
          meaning: z.string(),
          todo: z.string(),
          commands: z.array(z.string()).describe('Commands that an operator may run'),
          page: z.string().nullable().describe("AWS's page about it"),
        }),
      )
      .describe("postrider's own words about what it means and what to do"),
    suppressed: z
      .array(z.object({ address: z.string(), reason: z.string(), at: z.string() }))
      .describe('Recipients that the account sends nothing to any more'),
    untrusted: untrusted({
      addresses: z
        .record(z.string(), z.string())
        .describe('The addresses, by the names used above'),
      recipients: z.array(
        z.object({
          field: z.string(),
          address: z.string(),
          state: z.string().nullable(),
          reason: z.string().nullable().describe("SES's or a mail server's words"),
        }),
      ),
      subject: z.string(),
      reference: z.string().nullable(),
      error: z.string().nullable(),
      field: z.string().nullable().describe('Of a refused request: the wrong input'),
      files: z.array(z.string()),
      timeline: z.array(z.object({ at: z.string().nullable(), text: z.string() })),
    }),
  }),
  run: async ({ id }, access) => {
    const { ports, accountId } = await access.open();
    return explained(await showWithDeliveries(ports, accountId, id), ports.now().getTime());
  },
});

/** Keeps what other people wrote out of postrider's own sentences. */
function explained(shown: ExplainedMessage, nowMs: number) {
  const { record, suppressed } = shown;
  const { timeline } = shown.explanation;
  // The advice on a refused input contains the input's name, which comes from the template.
  const { state, summary, findings } =
    record.field === undefined
      ? shown.explanation
      : explain({ ...record, field: undefined }, { nowMs, suppressed });
  const names = namesOf([
    ...record.recipients.map(({ address }) => address),
    ...(record.redirectedTo === undefined ? [] : [record.redirectedTo]),
    ...suppressed.map(({ address }) => address),
    ...findings.flatMap(({ addresses }) => addresses),
  ]);
  const own = (text: string) =>
    names.reduce((said, [name, address]) => said.replaceAll(address, name), text);
  return {
    ...{ id: record.messageId, messageId: record.sesMessageId, state, summary: own(summary) },
    ...{ createdAt: record.createdAt, template: record.templateId },
    ...{ revision: record.revision, key: record.keyId },
    findings: findings.map(({ addresses, meaning, todo, commands = [], ...finding }) => ({
      ...{ ...finding, meaning: own(meaning), todo: own(todo) },
      ...{ addresses: addresses.map(own), commands: commands.map(own) },
    })),
    suppressed: suppressed.map(({ address, ...why }) => ({ ...why, address: own(address) })),
    untrusted: {
      ...{ recipients: record.recipients, subject: record.subject, error: record.error },
      addresses: Object.fromEntries(names),
      ...{ reference: record.reference ?? null, field: record.field ?? null },
      files: (record.attachments ?? []).map(({ name }) => name),
      timeline,
    },
  };
}

/** A name for each address, the longest address first: it may contain a shorter one. */
function namesOf(addresses: readonly string[]): [name: string, address: string][] {
  return [...new Set(addresses)]
    .map((address, index): [string, string] => [`address-${index + 1}`, address])
    .sort(([, one], [, other]) => other.length - one.length);
}
