import type { Delivery } from '../../../functions/manage/contracts/webhooks.ts';

export function deliveryWords({ status, error }: Delivery): string {
  if (error === null) return `The receiver accepted it: it answered ${status}.`;
  return `It was not accepted: ${error}.`;
}
