import type { DeliveryState, MessageRecipient } from './message.ts';
import { suppressionAddress } from './suppression.ts';

/** Whom a report names, as far as its mail is concerned. */
export interface Named<R> {
  /** Those that the mail went to, in the order of the record. */
  recipients: R[];
  /** Those that it did not go to, as the report writes them. */
  strangers: string[];
  /**
   * Whether somebody of several has complained. Most providers do not say who: SES then names everyone of the
   * provider's domain that the mail went to.
   *
   * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
   */
  isOneOfSeveral: boolean;
}

/**
 * Compares whom a report names with the recipients of the record, in the form in which suppressed addresses are
 * kept. A report is not to be trusted with addresses: those of a bounce come from the mail server of a
 * recipient, which may write any, and those of a complaint are a guess.
 */
export function readNamed<R extends Pick<MessageRecipient, 'address'>>(
  recipients: readonly R[],
  { state, addresses }: { state: DeliveryState | 'SENT'; addresses: readonly string[] },
): Named<R> {
  const named = new Set(addresses.map(suppressionAddress));
  const ours = new Set(recipients.map(({ address }) => suppressionAddress(address)));
  const several = [...ours].filter((address) => named.has(address)).length > 1;
  return {
    recipients: recipients.filter(({ address }) => named.has(suppressionAddress(address))),
    strangers: addresses.filter((address) => !ours.has(suppressionAddress(address))),
    isOneOfSeveral: state === 'COMPLAINED' && several,
  };
}
