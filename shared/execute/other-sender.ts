import { type FlowOutcome, validationFailed } from '../engine/flow/outcome.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import { formatAddress } from '../engine/verify/address.ts';
import { parseMailbox } from '../message/mailbox.ts';

/** The outcome of a request that names another sender than the flow's; null if it names the same one, or none. */
export function otherSender(
  { from, templateId }: { from: string | undefined; templateId: string },
  plan: FlowPlan | null,
): FlowOutcome | null {
  if (from === undefined || plan?.output.type !== 'provider') return null;
  const own = addressIn(plan.output.from);
  if (own === null || addressIn(from) === own) return null;
  const error = `from must be ${own}, the sender of the flow of ${templateId}`;
  return validationFailed('from', error);
}

function addressIn(text: string): string | null {
  const parsed = parseMailbox(text);
  return parsed.ok ? formatAddress(parsed.mailbox.address) : null;
}
