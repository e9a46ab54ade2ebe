import { addressesOf, type MessageRecord } from '../../message/message.ts';

/** What a message's state means and what to do about it, each in whole sentences. */
export interface Advice {
  meaning: string;
  todo: string;
  commands?: readonly string[];
  /** Absent if the advice is postrider's own. */
  page?: string | undefined;
}

type Refusal = Advice & { words: RegExp };

/** A page of SES's guide. */
export const sesPage = (name: string) => `https://docs.aws.amazon.com/ses/latest/dg/${name}.html`;

/** Advice on SES's refusals; the first row whose `words` are in the error applies. Nothing was sent in any case. */
const refusals: readonly Refusal[] = [
  {
    words: /sending rate exceeded|throttl|too many requests|rate exceeded/i,
    meaning:
      'This AWS account sends more mails a second than SES allows, and every try met that limit. The limit is for the whole account in the region, not only for this deployment.',
    todo: 'Send it again in a few seconds. If this happens often, spread the sends or ask AWS for a higher sending rate.',
    page: sesPage('manage-sending-quotas-errors'),
  },
  {
    words: /daily message quota exceeded/i,
    meaning: 'This AWS account has used up the mails that SES allows it in 24 hours.',
    todo: 'Send it again when mails of 24 hours ago no longer count, or ask AWS for a higher daily quota.',
    page: sesPage('manage-sending-quotas-request-increase'),
  },
  {
    words: /mail from domain/i,
    meaning: "The sender's custom MAIL FROM domain is not set up as SES expects it.",
    todo: 'Publish the MX record that SES shows for the MAIL FROM domain, wait until SES has found it, and send again.',
    page: sesPage('mail-from'),
  },
  {
    words: /suspended|shut down|paused|sending (is )?disabled/i,
    meaning:
      'Sending is paused: for this AWS account, by AWS after a review (bounces, complaints) or by someone with access to it, or for the configuration set or tenant that the error names.',
    todo: 'Read the account dashboard of SES and what AWS wrote to the address of the AWS account; for a tenant, account show. Fix what they name, and send again when sending is on.',
    page: sesPage('faqs-enforcement'),
  },
  {
    words: /configuration set .*(does not|doesn't) exist/i,
    meaning: "This deployment's configuration set is gone.",
    todo: 'Deploy the stack again and send again.',
    page: sesPage('managing-configuration-sets'),
  },
  {
    words: /not authorized to perform|access denied/i,
    meaning: 'The sending function may not send from this address or with this configuration set.',
    todo: 'Add the sender to senders in postrider.json, in the same upper and lower case as in the flow, and deploy the stack again. If it is there already, check whether a policy of your AWS organisation forbids sending.',
    page: sesPage('control-user-access'),
  },
  {
    words: /could not be reached/i,
    meaning: 'SES could not be reached in any try.',
    todo: "Send it again. If that fails too, check AWS's health page for the region and the function's network access.",
  },
];

const otherRefusal: Advice = {
  meaning: 'SES refused the mail. Its error gives the reason.',
  todo: 'Fix what the error names and send again.',
  page: sesPage('troubleshoot-error-messages'),
};

const unverifiedSender: Advice = {
  meaning: 'The sender is not verified with SES in this region.',
  todo: 'Verify the address or its domain (SES mails a link to an address and shows DNS records for a domain), and send again when SES shows it as verified.',
  page: sesPage('verify-addresses-and-domains'),
};

const sandbox: Advice = {
  meaning:
    "This AWS account is still in SES's sandbox: it may send to verified addresses only, and the recipient is not verified.",
  todo: "Ask AWS for production access, verify the recipient for a trial, or send to SES's mailbox simulator.",
  page: sesPage('request-production-access'),
};

export function adviceOnRefusal(
  record: Pick<MessageRecord, 'error' | 'recipients' | 'redirectedTo'>,
): Advice {
  const sentence = record.error ?? '';
  if (/not verified/i.test(sentence) && !/mail from domain/i.test(sentence)) {
    return namesAny(sentence, addressesOf(record)) ? sandbox : unverifiedSender;
  }
  const refusal = refusals.find(({ words }) => words.test(sentence));
  if (!refusal) return otherRefusal;
  const { words: _, ...advice } = refusal;
  return advice;
}

/** SES's "… failed the check in region X: a@b, c@d" names recipients only in the sandbox. */
function namesAny(sentence: string, recipients: readonly string[]): boolean {
  const named = sentence
    .slice(sentence.lastIndexOf(': ') + 1)
    .toLowerCase()
    .split(/[\s,<>]+/);
  return recipients.some((address) => named.includes(address.toLowerCase()));
}
