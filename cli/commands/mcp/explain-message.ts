import * as z from 'zod';
import { explainMessage as explain } from '../../../shared/manage/messages/explain-message.ts';
import type { ExplainedMessage } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { untrusted } from './fields.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({
  id: z.string().describe("The message's id, or SES's id of the mail"),
});

const output = z.object({
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
    addresses: z.record(z.string(), z.string()).describe('The addresses, by the names used above'),
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
});

export const explainMessage = tool({
  name: 'explain_message',
  title: 'Explain a message',
  about:
    'Explains what happened to one message, why, and what to do about it. It does not show the content of the mail.',
  untrusted:
    "addresses, the subject, the reference, names of files, and the words of SES and of the recipient's mail server",
  input,
  output,
  annotations: reads,
  run: async ({ id }, desk) => {
    const { ports, accountId } = await desk.open();
    return explained(await showWithDeliveries(ports, accountId, id), ports.now().getTime());
  },
});

/** Keeps what other people wrote out of postrider's own sentences. */
function explained(shown: ExplainedMessage, nowMs: number) {
  const { record, suppressed } = shown;
  const { timeline } = shown.explanation;
  // The advice on a refused input names the input, whose name is the template's.
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
    findings: findings.map((finding) => ({
      ...{ state: finding.state, addresses: finding.addresses.map(own) },
      ...{ meaning: own(finding.meaning), todo: own(finding.todo), page: finding.page },
      commands: (finding.commands ?? []).map(own),
    })),
    suppressed: suppressed.map(({ address, reason, at }) => ({
      address: own(address),
      reason,
      at,
    })),
    untrusted: {
      addresses: Object.fromEntries(names),
      recipients: record.recipients.map(({ field, address, state, reason }) => ({
        ...{ field, address, state, reason },
      })),
      ...{ subject: record.subject, error: record.error },
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
