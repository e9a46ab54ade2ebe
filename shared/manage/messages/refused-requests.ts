import type { Advice } from './ses-refusals.ts';

type Row = Advice & {
  /** Words of the error. */
  words: RegExp;
};

/** The reasons of postrider's own for not sending a mail that need more than a correction of what the error names. */
const rows: readonly Row[] = [
  {
    words: /is suppressed since/,
    meaning: "The address is on the account's suppression list, so execute sends nothing to it.",
    todo: 'Ask for another address. If this one works again, remove it from the suppression list, and send the request again.',
    // ADDRESS stands for the suppressed recipient.
    commands: ['postrider suppression remove ADDRESS'],
  },
  {
    words: /^The domain of _to (does not exist|has no MX records)/,
    meaning: 'The domain of the recipient accepts no mail: the address is probably mistyped.',
    todo: 'Ask the recipient for another address, and send the request again.',
  },
  {
    words: /^Missing required variables|^Required fields are missing or empty/,
    meaning: 'The template or its flow requires values that the request does not have.',
    todo: 'Send a value for each name in the error, or give it a default in the template, and send the request again.',
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
    words: /^from must be \S+, the sender of the flow of /,
    meaning:
      "The request names another sender than the template's flow, which alone decides the sender.",
    todo: 'Name the sender of the flow in the request, change it in the flow, or name a template with the wanted sender. Then send the request again.',
  },
  {
    words: /^The template \S+ was paused at /,
    meaning: 'A person paused the template, so nothing is sent with it.',
    todo: 'When what went wrong is repaired, resume the template, and send the request again: postrider does not send it later.',
  },
  {
    words: /^Template not found/,
    meaning: 'The template was deleted before the time of the mail.',
    todo: 'Bring the template back, and send the request again.',
  },
];

/**
 * Advice on a reason of postrider's own for not sending, by the sentence that the caller got: the record has the reason
 * in no other form. Null for a sentence that needs no further advice.
 *
 * @param suppressed the recipients that are suppressed now
 */
export function adviceOnOwnReason(
  error: string | null,
  suppressed: ReadonlySet<string>,
): Advice | null {
  const row = rows.find(({ words }) => words.test(error ?? ''));
  if (!row) return null;
  const [address = 'ADDRESS'] = suppressed;
  const { meaning, todo, commands } = row;
  const filled = commands?.map((command) => command.replace('ADDRESS', address));
  return { meaning, todo, ...(filled && { commands: filled }) };
}
