import { itemsOf } from '../operate/cost/bill.ts';
import { sesPrices } from '../operate/cost/prices.ts';
import { scaled, total, usageOf } from '../operate/cost/usage.ts';
import type { Step } from './step.ts';

export interface Estimate {
  requests: number;
  mails: number;
  /** At the prices of us-east-1, without the free tiers. */
  dollars: number;
}

/** What steps cost at most, by what each says of itself and the prices of docs/cost.md. */
export function estimateOf(steps: readonly Step[]): Estimate {
  const sum = (pick: (step: Step) => number | undefined) =>
    steps.reduce((all, step) => all + (pick(step) ?? 0), 0);
  const [requests, verifications] = [
    sum(({ costs }) => costs.requests),
    sum(({ costs }) => costs.verifications),
  ];
  const mails = sum(({ costs }) => costs.mails);
  const usage = total([
    // What is refused costs less than what is rendered.
    scaled(usageOf('render'), requests),
    scaled(usageOf('verification'), verifications),
    scaled(usageOf('send'), mails),
  ]);
  const aws = itemsOf(usage).reduce((all, { dollars }) => all + dollars, 0);
  const ses = (mails / sesPrices.Essentials.per) * sesPrices.Essentials.dollars;
  return { requests: requests + verifications + mails, mails, dollars: aws + ses };
}

/** In cents, rounded up to a tenth. */
export function cents({ dollars }: Estimate): string {
  return `${(Math.ceil(dollars * 1000) / 10).toFixed(1)} cents`;
}
