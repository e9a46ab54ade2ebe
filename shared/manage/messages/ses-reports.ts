import type { DeliveryState } from '../../message/message.ts';
import { personIn } from '../../people/late-report.ts';
import { type Advice, sesPage } from './ses-refusals.ts';

/** What SES reported about one recipient, as far as advice depends on it. */
export interface SesReport {
  address: string;
  state: DeliveryState;
  /** Such as `Permanent/General`; null if SES gave none. */
  category: string | null;
  /** Whether the address is on the account's suppression list now. */
  suppressed: boolean;
  byTestKey: boolean;
}

type Row = {
  /** The categories that this row is for; absent: all. */
  category?: RegExp;
  meaning: string;
  todo: (report: SesReport) => string;
  /** Whether a suppressed address may be removed from the list. Default: false. */
  lifts?: true;
  /** AWS's page about it, if it is not that of the state. */
  page?: string;
};

const contents = sesPage('event-publishing-retrieving-sns-contents');
const objects = (name: string) =>
  `${contents}#event-publishing-retrieving-sns-contents-${name}-object`;
const bounceTypes = objects('bounce');
const delayTypes = objects('delivery-delay');
const complaints = objects('complaint');
const sesSuppression = sesPage('sending-email-suppression-list');

const later = () => 'Send it again later; after a few such bounces ask for another address.';

const pages: Partial<Record<DeliveryState, string>> = {
  DELAYED: delayTypes,
  BOUNCED: bounceTypes,
  REJECTED: objects('reject'),
  COMPLAINED: complaints,
};

/** Advice by the types on the linked pages. The first row that fits is used; the last one of a state always fits. */
const rows: Readonly<Record<DeliveryState, readonly Row[]>> = {
  DELIVERED: [
    {
      meaning: "The recipient's mail server accepted the mail.",
      todo: () =>
        'If the mail is not in the inbox, look in the spam and quarantine folders: only that mail server knows more.',
    },
  ],
  DELAYED: [
    {
      meaning: "The recipient's mail server does not accept the mail for now.",
      todo: () =>
        'Wait: SES keeps trying, for 14 hours by default, and reports a bounce if it gives up. Do not send it again before that.',
    },
  ],
  BOUNCED: [
    {
      category: /OnAccountSuppressionList/i,
      meaning:
        "The address bounced or complained before, so it is on the AWS account's own suppression list in SES. SES did not send the mail.",
      todo: (report) =>
        `Only if the address works again: delete it from SES's list (aws sesv2 delete-suppressed-destination --email-address ${report.address})${alsoOurs(report)}, and send again.`,
      lifts: true,
      page: sesSuppression,
    },
    {
      category: /Suppressed/i,
      meaning:
        "The address recently bounced for some SES customer, so it is on SES's global suppression list. SES did not send the mail.",
      todo: (report) =>
        `Ask for another address. If you know that this one works, wait until SES removes it from its list, after 14 days at most${alsoOurs(report)}, and send again.`,
      lifts: true,
    },
    {
      category: /^Permanent/i,
      meaning: 'The address does not exist, or its mail server refuses it permanently.',
      todo: suppressed,
      lifts: true,
    },
    {
      category: /MessageTooLarge|ContentRejected|AttachmentRejected/i,
      meaning: "The recipient's mail server refused the mail because of its size or its content.",
      todo: () =>
        "If it is too large, make the template or its variables smaller. If not, check the template for links to unknown domains and for words that spam uses, and check the sender's SPF, DKIM and DMARC. Then send again.",
    },
    {
      category: /^Transient/i,
      meaning:
        "The recipient's mail server did not accept the mail before SES gave up, for example because the mailbox is full, or an out-of-office reply came back. The address itself may well exist.",
      todo: later,
    },
    {
      meaning: 'The mail came back, and SES could not tell why.',
      todo: (report) => `Read the reason above. ${later()}${suppressedToo(report)}`,
      lifts: true,
    },
  ],
  REJECTED: [
    {
      meaning: 'SES accepted the mail, found a virus in it, and did not deliver it.',
      todo: () =>
        'Check what the variables put into the mail, such as links or encoded files. Remove the virus and send again.',
    },
  ],
  COMPLAINED: [
    {
      category: /not-spam/i,
      meaning: 'The recipient marked the mail as not spam after all.',
      todo: (report) => `Nothing.${suppressedToo(report)}`,
      lifts: true,
    },
    {
      meaning: 'The mail arrived, and the recipient marked it as spam.',
      todo: suppressed,
      lifts: true,
    },
  ],
};

export function adviceOnReport(report: SesReport): Advice {
  const kind = report.category ?? '';
  const row = rows[report.state].find(({ category }) => !category || category.test(kind));
  if (!row) throw new Error(`No advice on ${report.state}`);
  const { meaning, todo, lifts, page = pages[report.state] } = row;
  const commands =
    lifts && report.suppressed
      ? { commands: [`postrider suppression remove ${report.address}`] }
      : {};
  return { meaning, todo: todo(report), ...commands, page };
}

/** Only one of the recipients that a complaint names may have complained. */
export const adviceOnOneOfSeveral: Advice = {
  meaning:
    'One of these recipients may have marked the mail as spam. Their provider does not say which: SES names everyone at the provider who got the mail.',
  todo: "This complaint suppressed none of them and changed no recipient's state. If you know who complained, add their address to the suppression list. Send each recipient a mail of their own, so that a complaint names only one.",
  commands: ['postrider suppression add ADDRESS'],
  page: complaints,
};

/** Advice on an address that a report names although the mail did not go to it. */
export const adviceOnStranger: Advice = {
  meaning:
    "A report on this mail names this address, but the mail was not sent to it. A recipient's mail server chooses which addresses a bounce names: often the one that the recipient forwards mail to.",
  todo: 'It was not suppressed. If a recipient forwards the mail to it, ask them for another address.',
  page: bounceTypes,
};

function suppressed(report: SesReport): string {
  if (report.suppressed) return `Send nothing more to this address.${suppressedToo(report)}`;
  if (personIn(report.address) !== null) {
    return 'Nothing: this person was forgotten, and no mail can be sent to what stands for them.';
  }
  const reason = report.byTestKey
    ? 'a test key puts no recipient on it'
    : 'it was removed, or suppression is switched off';
  return `Send nothing more to this address. It is not on the suppression list: ${reason}.`;
}

function suppressedToo({ suppressed }: SesReport): string {
  return suppressed
    ? ' It is suppressed: execute refuses it. If that is wrong, remove it from the suppression list.'
    : '';
}

function alsoOurs({ suppressed }: SesReport): string {
  return suppressed ? ", remove it from postrider's list" : '';
}
