import type { DeliveryState } from '../../message/message.ts';
import type { Advice } from './ses-refusals.ts';

/** What SES reported of one recipient, as far as advice depends on it. */
export interface SesReport {
  address: string;
  state: DeliveryState;
  /** SES's own category, such as `Permanent/General`; null if SES gave none. */
  category: string | null;
  /** Whether the address is on the account's suppression list now. */
  suppressed: boolean;
}

type Row = {
  state: DeliveryState;
  /** The categories that this row is for; absent: all. */
  category?: RegExp;
  meaning: string;
  todo: (report: SesReport) => string;
  page: string | null;
};

const contents =
  'https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html';
const bounceTypes = `${contents}#event-publishing-retrieving-sns-contents-bounce-object`;
const delayTypes = `${contents}#event-publishing-retrieving-sns-contents-delivery-delay-object`;
const complaints = `${contents}#event-publishing-retrieving-sns-contents-complaint-object`;
const sesSuppression =
  'https://docs.aws.amazon.com/ses/latest/dg/sending-email-suppression-list.html';

const wait = () =>
  'Wait: SES goes on trying, for 14 hours if nothing else is set, and reports a bounce if it gives up. Do not send it again meanwhile.';
const askForAnother = 'Ask for another address.';
const later = () => 'Send it again later; after a few such bounces ask for another address.';

/**
 * Advice on each kind of report, by the types that AWS lists on the linked pages. The first row that
 * fits is used; the last row of each state always fits.
 */
const rows: readonly Row[] = [
  {
    state: 'DELIVERED',
    meaning: "The recipient's mail server accepted the mail.",
    todo: () =>
      'Nothing. If it is not in the inbox, it is in a spam or quarantine folder: only that mail server knows more.',
    page: null,
  },
  {
    state: 'DELAYED',
    category: /MailboxFull/i,
    meaning: "The recipient's mailbox is full.",
    todo: wait,
    page: delayTypes,
  },
  {
    state: 'DELAYED',
    category: /SpamDetected/i,
    meaning: "The recipient's mail server finds much spam from this account and takes no more now.",
    todo: () =>
      'Wait, SES goes on trying; look at what is sent to whom, for the next mails will fare no better.',
    page: delayTypes,
  },
  {
    state: 'DELAYED',
    category: /IPFailure/i,
    meaning: "The recipient's mail server blocks the address that SES sends from.",
    todo: wait,
    page: delayTypes,
  },
  {
    state: 'DELAYED',
    meaning: "The recipient's mail server does not take the mail for now.",
    todo: wait,
    page: delayTypes,
  },
  {
    state: 'BOUNCED',
    category: /OnAccountSuppressionList/i,
    meaning:
      "The address is on the AWS account's own suppression list in SES, so that SES did not try: it bounced or complained before.",
    todo: (report) =>
      `Only if the address works again: delete it from SES's list (aws sesv2 delete-suppressed-destination --email-address ${report.address})${alsoOurs(report)}, and send again.`,
    page: sesSuppression,
  },
  {
    state: 'BOUNCED',
    category: /Suppressed/i,
    meaning:
      "The address is on SES's global suppression list, so that SES did not try: it bounced for somebody lately.",
    todo: (report) =>
      `${askForAnother} If you know that this one works, wait until SES forgets it, after 14 days at most${alsoOurs(report)}, and send again.`,
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    category: /Unsubscribed/i,
    meaning: "The recipient has unsubscribed through SES's subscription management.",
    todo: suppressed,
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    category: /^Permanent/i,
    meaning: 'The address does not exist, or its mail server refuses it for good.',
    todo: suppressed,
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    category: /MailboxFull/i,
    meaning: "The recipient's mailbox stayed full until SES gave up.",
    todo: later,
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    category: /MessageTooLarge/i,
    meaning: "The mail is larger than the recipient's mail server takes.",
    todo: () => 'Make the template or its variables smaller, and send again.',
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    category: /ContentRejected|AttachmentRejected/i,
    meaning: "The recipient's mail server did not like what the mail holds.",
    todo: () =>
      "Look at the template as that server sees it (links to strange domains, words of spam) and at the sender's SPF, DKIM and DMARC, and send again.",
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    category: /^Transient/i,
    meaning:
      "The recipient's mail server did not take the mail until SES gave up, or an absence note came back: the address itself may well exist.",
    todo: later,
    page: bounceTypes,
  },
  {
    state: 'BOUNCED',
    meaning: 'The mail came back, and SES could not tell why.',
    todo: (report) => `Read the reason above. ${later()}${suppressedToo(report)}`,
    page: bounceTypes,
  },
  {
    state: 'REJECTED',
    meaning: 'SES accepted the mail, found a virus in it, and did not deliver it.',
    todo: () =>
      'Look at what the variables brought into the mail, such as links or encoded files; take it out and send again.',
    page: `${contents}#event-publishing-retrieving-sns-contents-reject-object`,
  },
  {
    state: 'COMPLAINED',
    category: /not-spam/i,
    meaning: 'The recipient marked the mail as no spam after all.',
    todo: (report) => `Nothing.${suppressedToo(report)}`,
    page: complaints,
  },
  {
    state: 'COMPLAINED',
    meaning: 'The mail arrived, and the recipient marked it as spam.',
    todo: suppressed,
    page: complaints,
  },
];

/** What a report of SES means and what to do. */
export function adviceOnReport(report: SesReport): Advice {
  const kind = report.category ?? '';
  const row = rows.find(
    ({ state, category }) => state === report.state && (!category || category.test(kind)),
  );
  if (!row) throw new Error(`No advice on ${report.state}`);
  return { meaning: row.meaning, todo: row.todo(report), page: row.page };
}

/** Advice on a complaint that names several recipients: only one of them may have complained. */
export const adviceOnOneOfSeveral: Advice = {
  meaning:
    'One of these recipients may have marked the mail as spam. Their provider does not say which: SES names everyone at the provider who got the mail.',
  todo: 'None of them is suppressed, and none has another state. If you know who complained: suppression add ADDRESS. Send to each recipient a mail of their own, so that a complaint names one.',
  page: complaints,
};

/** Advice on an address that a report names although the mail did not go to it. */
export const adviceOnStranger: Advice = {
  meaning:
    'A report on this mail names this address, and the mail did not go to it. The mail server of a recipient chooses what a bounce names: often the address that the recipient forwards to.',
  todo: 'It was not suppressed. If a recipient forwards the mail to it, ask them for another address.',
  page: bounceTypes,
};

/** What to do about an address that should get no more mail. */
function suppressed(report: SesReport): string {
  return report.suppressed
    ? `Send nothing more to this address.${suppressedToo(report)}`
    : 'Send nothing more to this address. It is not on the suppression list: it was taken off, or suppression is switched off.';
}

function suppressedToo({ address, suppressed }: SesReport): string {
  return suppressed
    ? ` It is suppressed: execute refuses it. If that is wrong: suppression remove ${address}`
    : '';
}

function alsoOurs({ address, suppressed }: SesReport): string {
  return suppressed ? `, take it off ours (suppression remove ${address})` : '';
}
