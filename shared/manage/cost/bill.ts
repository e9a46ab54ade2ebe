import { type Price, type Priced, prices, type SesPlan, sesPrices } from './prices.ts';
import { mails, scaled, standing, total, type Usage, usageOf, type Work } from './usage.ts';

/** The number of calls in a month, by kind. A send is a mail to one recipient. */
export type Month = Record<Work, number>;

/** A line of a bill. */
export interface Item {
  what: string;
  amount: number;
  unit: string;
  kind: Price['kind'];
  dollars: number;
}

export interface Bill {
  items: Item[];
  /** The sum of the items: everything but SES. */
  dollars: number;
  /** What SES costs on each of its plans, and the sum with the items. */
  ses: { plan: SesPlan; dollars: number; total: number }[];
}

/** What the calls and the standing costs of a month cost, without free tiers. */
export function billOf(month: Month): Bill {
  const usage = total([
    ...(Object.entries(month) as [Work, number][]).map(([work, count]) =>
      scaled(usageOf(work), count),
    ),
    standing,
  ]);
  const items = itemsOf(usage);
  const dollars = sumOf(items);
  const sent = mails.reduce((sum, work) => sum + month[work], 0);
  const ses = Object.entries(sesPrices).map(([plan, price]) => {
    const cost = (sent / price.per) * price.dollars;
    return { plan: plan as SesPlan, dollars: cost, total: dollars + cost };
  });
  return { items, dollars, ses };
}

/** The cost of a million calls without SES; `done` leaves out storage and data sent to the caller. */
export function millionOf(work: Work): { items: Item[]; done: number; dollars: number } {
  const items = itemsOf(scaled(usageOf(work), 1_000_000));
  const done = sumOf(items.filter(({ kind }) => kind === 'done'));
  return { items, done, dollars: sumOf(items) };
}

/** What one call of a kind costs without SES, in dollars. */
export function costOf(work: Work): number {
  return sumOf(itemsOf(usageOf(work)));
}

/** The items of a usage whose amount is not 0, in the order of the price list. */
export function itemsOf(usage: Usage): Item[] {
  return (Object.entries(prices) as [Priced, Price][]).flatMap(
    ([name, { what, unit, kind, dollars, per }]) => {
      const amount = usage[name] ?? 0;
      return amount === 0 ? [] : [{ what, amount, unit, kind, dollars: (amount / per) * dollars }];
    },
  );
}

function sumOf(items: readonly Item[]): number {
  return items.reduce((sum, { dollars }) => sum + dollars, 0);
}
