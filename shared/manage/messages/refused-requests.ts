import type { ReportedMessage } from '../../message/message.ts';
import type { Advice } from './ses-refusals.ts';

type Row = {
  /** Words of the error. */
  words: RegExp;
  meaning: string;
  todo: string;
  /** In the command, ADDRESS stands for the suppressed recipient. */
  command?: string;
};

const askForAnother = 'Ask the recipient for another address, and send the request again.';

/**
 * Advice on the reasons for which a flow refuses a request, by the sentence that the caller got: the record has the
 * reason in no other form. The first row that fits is used.
 */
const rows: readonly Row[] = [
  {
    words: /is suppressed since/,
    meaning: "The address is on the account's suppression list, so execute sends nothing to it.",
    todo: 'Ask for another address. If this one works again, remove it from the suppression list, and send the request again.',
    command: 'postrider suppression remove ADDRESS',
  },
  {
    words: /^The domain of _to does not exist/,
    meaning: 'The domain of the recipient does not exist, so the address cannot get mail.',
    todo: `It is probably mistyped. ${askForAnother}`,
  },
  {
    words: /^The domain of _to has no MX records/,
    meaning: 'The domain of the recipient accepts no mail.',
    todo: `It is probably mistyped. ${askForAnother}`,
  },
  {
    words: /^The flow's sender is not a valid email address/,
    meaning: 'The sender of the flow is no address.',
    todo: 'Correct from in the flow, and send the request again.',
  },
  {
    words: /is not a valid email address|must be one address/,
    meaning: 'A recipient or the reply address is no address.',
    todo: 'Correct what the caller sends in this field, and send the request again.',
  },
  {
    words: /has too many addresses/,
    meaning: 'The request has more recipients than SES accepts for one mail.',
    todo: 'Send several requests, with fewer recipients each.',
  },
  {
    words: /^_to is required/,
    meaning: 'The request names no recipient, and its flow sends.',
    todo: 'Send _to, and send the request again.',
  },
  {
    words: /^_reference must be/,
    meaning: "The caller's own name of the message is too long or has control characters.",
    todo: 'Correct _reference, and send the request again.',
  },
  {
    words: /^_attachments\b/,
    meaning: 'A file of the request cannot be sent.',
    todo: 'Correct what the error names in _attachments, and send the request again.',
  },
  {
    words: /^_headers\b/,
    meaning: 'The request asks for a header that may not be set, or gives one a wrong value.',
    todo: 'Correct what the error names in _headers, and send the request again.',
  },
  {
    words: /^_unsubscribe\b/,
    meaning: 'The address to unsubscribe is not one that mail programs accept.',
    todo: 'Correct _unsubscribe, and send the request again.',
  },
  {
    words: /^The address to unsubscribe of the flow/,
    meaning: "The flow's address to unsubscribe is not one that mail programs accept.",
    todo: 'Correct unsubscribe in the flow, or the variables in it, and send the request again.',
  },
  {
    words: /^_language must be/,
    meaning: 'The language that the request asks for is no language tag.',
    todo: 'Write _language as a tag with hyphens, such as pt-BR, and send the request again.',
  },
  {
    words: /^Missing required variables/,
    meaning: 'The template has placeholders without a value and without a default.',
    todo: 'Send a value for each variable that the error names, or give it a default in the template, and send the request again.',
  },
  {
    words: /^Required fields are missing or empty/,
    meaning: 'A node of the flow requires fields that the request leaves out or leaves empty.',
    todo: 'Send a value for each field that the error names, and send the request again.',
  },
  {
    words: /^Sending is switched off/,
    meaning: 'Sending is switched off for the whole deployment.',
    todo: 'Set sending to true in postrider.json, deploy the stack again, and send the request again.',
  },
  {
    words: /is not a sender identity of this deployment/,
    meaning: 'The sender of the flow is not one of this deployment.',
    todo: 'Add the sender to senders in postrider.json and deploy the stack again, or change from in the flow. Then send the request again.',
  },
  {
    words: /^The stored flow cannot be read|^A stored pattern does not compile/,
    meaning: 'This version of the service cannot run the stored flow.',
    todo: 'Save the template again, and send the request again.',
  },
  {
    words: /^Template not found$/,
    meaning: 'The template was deleted before the time of the mail.',
    todo: 'Bring the template back, and send the request again.',
  },
];

/**
 * Explains why a flow refused a request, and what to do about it. Nothing was sent. `suppressed`: those of its
 * recipients that are suppressed now.
 */
export function adviceOnRefusedRequest(
  { error, field }: Pick<ReportedMessage, 'error' | 'field'>,
  suppressed: ReadonlySet<string>,
): Advice {
  const named = field === undefined ? 'an input' : field;
  return (
    knownReason(error, suppressed) ?? {
      meaning: `A node of the flow does not accept ${named}. Its error is the sentence that the author of the flow wrote.`,
      todo: "Correct the value that the caller sends, or the node's pattern, and send the request again.",
    }
  );
}

/** Advice on a reason of postrider's own for not sending; null for any other sentence. */
export function knownReason(error: string | null, suppressed: ReadonlySet<string>): Advice | null {
  const row = rows.find(({ words }) => words.test(error ?? ''));
  if (!row) return null;
  const [address = 'ADDRESS'] = suppressed;
  const { meaning, todo, command } = row;
  const commands = command ? { commands: [command.replace('ADDRESS', address)] } : {};
  return { meaning, todo, ...commands };
}
