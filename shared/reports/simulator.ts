export const simulatorDomain = 'simulator.amazonses.com';

/** An event about one recipient, in SES's own word for its type. */
export type Happening =
  | { type: 'delivery' }
  | { type: 'bounce'; subType: 'General' | 'Suppressed'; words: string }
  | { type: 'complaint' }
  | { type: 'deliveryDelay'; delayType: 'MailboxFull'; words: string }
  | { type: 'reject'; words: string };

/** An event about a mail, with the recipients that SES names in its report. */
export interface MailHappening {
  happening: Happening;
  addresses: string[];
  /** How many events about the same recipient came before. */
  earlier: number;
}

/** Whether an address, with a name or without, is of the mailbox simulator. */
export function isSimulated(mailbox: string): boolean {
  return mailbox.toLowerCase().replace(/>\s*$/, '').endsWith(`@${simulatorDomain}`);
}

const unknownUser = 'smtp; 550 5.1.1 user unknown';
const delivery: Happening = { type: 'delivery' };

/** The events of each address of the simulator, in this order. SES has no `delayed` and no `rejected`. */
const mailboxes: Readonly<Record<string, readonly Happening[]>> = {
  success: [delivery],
  bounce: [{ type: 'bounce', subType: 'General', words: unknownUser }],
  complaint: [delivery, { type: 'complaint' }],
  // The mailbox sends the sender an automatic reply, which SES does not report.
  ooto: [delivery],
  suppressionlist: [{ type: 'bounce', subType: 'Suppressed', words: unknownUser }],
  delayed: [
    { type: 'deliveryDelay', delayType: 'MailboxFull', words: 'smtp; 452 4.2.2 mailbox full' },
  ],
  rejected: [{ type: 'reject', words: 'Bad content' }],
};

/**
 * The events of a mail to an address of the simulator, with or without `+label`; a delivery for any other.
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-test-email
 */
export function happeningsFor(address: string): readonly Happening[] {
  return simulatedBy(address, mailboxes) ?? [delivery];
}

/** The row of a simulator's address, with or without `+label`, in a table by mailbox; undefined for any other. */
export function simulatedBy<Row>(
  address: string,
  rows: Readonly<Record<string, Row>>,
): Row | undefined {
  const [localPart = '', domain] = address.toLowerCase().split('@');
  const [mailbox = ''] = localPart.split('+');
  return domain === simulatorDomain && Object.hasOwn(rows, mailbox) ? rows[mailbox] : undefined;
}

/** The events of a mail to several addresses, in their order. SES rejects a mail for all its recipients. */
export function happeningsOf(addresses: readonly string[]): MailHappening[] {
  const each = addresses.map((address) => ({ address, happenings: happeningsFor(address) }));
  const rejected = each.flatMap(({ happenings }) => happenings).find(isReject);
  if (rejected) return [{ happening: rejected, addresses: [...addresses], earlier: 0 }];
  return each.flatMap(({ address, happenings }) =>
    happenings.map((happening, earlier) => {
      return { happening, addresses: namedIn(happening, address, addresses), earlier };
    }),
  );
}

const isReject = ({ type }: Happening) => type === 'reject';

/** SES names all of the mail's recipients on the complaining domain, because providers do not say who complained. */
function namedIn({ type }: Happening, address: string, all: readonly string[]): string[] {
  if (type !== 'complaint') return [address];
  const domainOf = (one: string) => one.slice(one.lastIndexOf('@') + 1).toLowerCase();
  return [...new Set(all.filter((one) => domainOf(one) === domainOf(address)))];
}
