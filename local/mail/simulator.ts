/** The domain of SES's mailbox simulator. */
export const simulatorDomain = 'simulator.amazonses.com';

/** An event that SES reports about one recipient. */
export type Happening =
  | { type: 'delivery' }
  | { type: 'bounce'; subType: 'General' | 'Suppressed'; words: string }
  | { type: 'complaint' };

/** Whether an address, with a name or without, is of the mailbox simulator. */
export function isSimulated(mailbox: string): boolean {
  return mailbox.toLowerCase().replace(/>\s*$/, '').endsWith(`@${simulatorDomain}`);
}

const unknownUser = 'smtp; 550 5.1.1 user unknown';

/** The events of each address of the simulator, in this order. */
const mailboxes: Readonly<Record<string, readonly Happening[]>> = {
  success: [{ type: 'delivery' }],
  bounce: [{ type: 'bounce', subType: 'General', words: unknownUser }],
  complaint: [{ type: 'delivery' }, { type: 'complaint' }],
  // The mailbox sends the sender an automatic reply, which SES does not report.
  ooto: [{ type: 'delivery' }],
  suppressionlist: [{ type: 'bounce', subType: 'Suppressed', words: unknownUser }],
};

/**
 * The events of a mail to an address: those of the simulator's address, with or without `+label`; for any other
 * address a delivery, because the inbox has the mail.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-test-email
 */
export function happeningsFor(address: string): readonly Happening[] {
  const [localPart = '', domain = ''] = address.toLowerCase().split('@');
  const [mailbox = ''] = localPart.split('+');
  const known = domain === simulatorDomain && Object.hasOwn(mailboxes, mailbox);
  return (known ? mailboxes[mailbox] : undefined) ?? [{ type: 'delivery' }];
}
