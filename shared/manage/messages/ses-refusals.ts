import { addressesOf, type MessageRecord } from '../../message/message.ts';

/** Explains a message's state to an operator: what it means, and what to do about it. */
export interface Advice {
  /** What it means: whole sentences. */
  meaning: string;
  /** What to do about it: whole sentences. */
  todo: string;
  /** The commands of the CLI that do it, if there are any. The dashboard has buttons for them. */
  commands?: readonly string[];
  /** AWS's page about it; absent if the advice is postrider's own. */
  page?: string | undefined;
}

type Refusal = Advice & { words: RegExp };

const guide = 'https://docs.aws.amazon.com/ses/latest/dg';
const errorsPage = `${guide}/troubleshoot-error-messages.html`;
const quotaErrorsPage = `${guide}/manage-sending-quotas-errors.html`;
const moreQuota = `${guide}/manage-sending-quotas-request-increase.html`;
const reviewPage = `${guide}/faqs-enforcement.html`;

/**
 * Advice on SES's refusals of a mail. The first row whose `words` occur in SES's error message applies. AWS lists the
 * messages on the page of each row, and the errors in the API reference of SendEmail. In every case nothing was sent.
 */
const refusals: readonly Refusal[] = [
  {
    words: /maximum sending rate exceeded/i,
    meaning:
      'This AWS account sends more mails a second than SES allows, and every try met that limit. The limit is for the whole account in the region, not only for this deployment.',
    todo: 'Send it again in a few seconds. If this happens often, spread the sends or ask AWS for a higher sending rate.',
    page: quotaErrorsPage,
  },
  {
    words: /^The address that this test key redirects to is suppressed/,
    meaning: 'The test key redirects its mails to an address on the suppression list.',
    todo: 'If the address works again, remove it from the suppression list. If not, create a test key that redirects to another one.',
    commands: ['postrider suppression remove ADDRESS'],
  },
  {
    words: /^_attachments\b/,
    meaning: 'A file of the scheduled mail could not be sent at its time: SES was not called.',
    todo: 'Correct what the error names, in S3 or in the request, and send the request again.',
  },
  {
    words: /daily message quota exceeded/i,
    meaning: 'This AWS account has used up the mails that SES allows it in 24 hours.',
    todo: 'Send it again when mails of 24 hours ago no longer count, or ask AWS for a higher daily quota.',
    page: moreQuota,
  },
  {
    words: /mail from domain/i,
    meaning: "The sender's custom MAIL FROM domain is not set up as SES expects it.",
    todo: 'Publish the MX record that SES shows for the MAIL FROM domain, wait until SES has found it, and send again.',
    page: `${guide}/mail-from.html`,
  },
  {
    words: /paused for (this |the )?configuration set|configuration set .*paused/i,
    meaning: "Sending is switched off for this deployment's configuration set.",
    todo: 'Switch it on again in SES, under Configuration sets, and send again.',
    page: `${guide}/managing-configuration-sets.html`,
  },
  {
    words: /suspended|shut down/i,
    meaning: 'AWS has suspended sending for this AWS account.',
    todo: 'Read what AWS wrote to the address of the AWS account and answer it; nothing is sent until AWS lifts the suspension.',
    page: reviewPage,
  },
  {
    words: /sending (is )?(paused|disabled)|account is paused/i,
    meaning:
      'Sending is paused for this AWS account: by AWS after a review (bounces, complaints), or by someone with access to it.',
    todo: 'Read the account dashboard of SES and what AWS wrote to the address of the AWS account. Fix what they name, and send again when sending is on.',
    page: reviewPage,
  },
  {
    words: /configuration set .*(does not|doesn't) exist/i,
    meaning: "This deployment's configuration set is gone.",
    todo: 'Deploy the stack again and send again.',
    page: `${guide}/managing-configuration-sets.html`,
  },
  {
    words: /not authorized to perform|access denied/i,
    meaning: 'The sending function may not send from this address or with this configuration set.',
    todo: 'Add the sender to senders in postrider.json, in the same upper and lower case as in the flow, and deploy the stack again. If it is there already, check whether a policy of your AWS organisation forbids sending.',
    page: `${guide}/control-user-access.html`,
  },
  {
    words: /security token|signature|credentials/i,
    meaning: 'SES did not accept the credentials of the sending function.',
    todo: 'Send it again. If that fails too, deploy the stack again.',
    page: `${guide}/troubleshoot-error-messages.html`,
  },
  {
    words: /message (length|too long|is too large)|maximum message size/i,
    meaning: 'The mail is larger than SES accepts.',
    todo: "Make the template or its variables smaller: SES's limit holds for the encoded mail.",
    page: `${guide}/quotas.html`,
  },
  {
    words: /throttl|too many requests|rate exceeded/i,
    meaning: 'SES throttled every try to send the mail.',
    todo: 'Send it again in a few seconds.',
    page: quotaErrorsPage,
  },
  {
    words: /could not be reached/i,
    meaning: 'SES could not be reached in any try.',
    todo: "Send it again. If that fails too, check AWS's health page for the region and the function's network access.",
  },
  {
    words: /illegal|missing final|invalid domain|local address|invalid.*address/i,
    meaning: 'SES cannot read one of the addresses.',
    todo: 'Fix the address that the error names and send again.',
    page: errorsPage,
  },
];

const otherRefusal: Advice = {
  meaning: 'SES refused the mail. Its error gives the reason.',
  todo: 'Fix what the error names and send again.',
  page: errorsPage,
};

const unverifiedSender: Advice = {
  meaning: 'The sender is not verified with SES in this region.',
  todo: 'Verify the address or its domain (SES mails a link to an address and shows DNS records for a domain), and send again when SES shows it as verified.',
  page: `${guide}/verify-addresses-and-domains.html`,
};

const sandbox: Advice = {
  meaning:
    "This AWS account is still in SES's sandbox: it may send to verified addresses only, and the recipient is not verified.",
  todo: "Ask AWS for production access, verify the recipient for a trial, or send to SES's mailbox simulator.",
  page: `${guide}/request-production-access.html`,
};

/** Explains why SES refused this message, and what to do about it. Certainly nothing was sent. */
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

/**
 * Whether SES's sentence names one of the mail's recipients. "The following identities failed the check in region X: a@b, c@d" names
 * both senders and recipients, because in the sandbox both must be verified.
 */
function namesAny(sentence: string, recipients: readonly string[]): boolean {
  const named = sentence
    .slice(sentence.lastIndexOf(': ') + 1)
    .toLowerCase()
    .split(/[\s,<>]+/);
  return recipients.some((address) => named.includes(address.toLowerCase()));
}
