import type { DeliveryState } from '../message/message.ts';
import type { Report } from './report.ts';
import { type Happening, happeningsOf, type MailHappening } from './simulator.ts';

/**
 * The reports that SES would make about a mail to these addresses. Recipients with the same state share a report, so
 * that many need no more writes. They suppress no address.
 */
export function simulatedReports(addresses: readonly string[], at: string): Report[] {
  const kinds = Map.groupBy(happeningsOf(addresses), ({ happening }) => kindOf(happening));
  return [...kinds.values()].flatMap((same) => {
    const [first] = same;
    return first ? [toReport(first.happening, same, at)] : [];
  });
}

const states: Record<Happening['type'], DeliveryState> = {
  delivery: 'DELIVERED',
  bounce: 'BOUNCED',
  complaint: 'COMPLAINED',
  deliveryDelay: 'DELAYED',
  reject: 'REJECTED',
};

function toReport(happening: Happening, same: readonly MailHappening[], at: string): Report {
  const reason = 'words' in happening ? happening.words : null;
  const addresses = new Set(same.flatMap((each) => each.addresses));
  return {
    state: states[happening.type],
    at,
    category: categoryOf(happening),
    recipients: [...addresses].map((address) => ({ address, reason })),
    suppression: null,
  };
}

const kindOf = (happening: Happening) => `${happening.type} ${categoryOf(happening)}`;

/** As `functions/events` reads it from SES's report. */
function categoryOf(happening: Happening): string | null {
  switch (happening.type) {
    case 'bounce':
      return `Permanent/${happening.subType}`;
    case 'complaint':
      return 'abuse';
    case 'deliveryDelay':
      return happening.delayType;
    default:
      return null;
  }
}
