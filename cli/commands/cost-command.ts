import type { Command } from 'commander';
import { atDesk } from '../connection/session.ts';
import { type Bill, billOf } from '../operate/cost/bill.ts';
import { money, quantity } from '../operate/cost/page.ts';
import { example } from '../terminal/options.ts';
import { table } from '../terminal/result.ts';

interface CostOptions {
  sends: string;
  renders: string;
  verifications: string;
}

/** `cost`: what a month costs; it asks nobody. */
export function addCostCommand(program: Command): void {
  program
    .command('cost')
    .description(
      'what a month costs at the prices of us-east-1, free tiers left out (docs/cost.md)',
    )
    .option('--sends <number>', 'mails, each to one recipient', '0')
    .option('--renders <number>', 'rendered templates that are not sent', '0')
    .option('--verifications <number>', 'verified addresses', '0')
    .addHelpText(...example('cost --sends 100000 --renders 20000'))
    .action((options: CostOptions, command: Command) => {
      const month = {
        render: readCount('renders', options, command),
        send: readCount('sends', options, command),
        verification: readCount('verifications', options, command),
      };
      return atDesk(command, async () => {
        const bill = billOf(month);
        return { json: { month, ...bill }, text: billText(bill) };
      });
    });
}

function readCount(name: keyof CostOptions, options: CostOptions, command: Command): number {
  const text = options[name];
  if (/^\d{1,12}$/.test(text)) return Number(text);
  return command.error(
    `error: --${name} is a whole number such as 100000, found ${JSON.stringify(text)}`,
  );
}

function billText({ items, dollars, ses }: Bill): string {
  const rows = items.map(({ what, amount, unit, dollars: cost }) => [
    what,
    quantity(amount, unit),
    money(cost),
  ]);
  const mails = ses.flatMap(({ plan, dollars: cost, total }) => [
    [`SES, ${plan}`, '', money(cost)],
    ['  all together', '', money(total)],
  ]);
  return table(
    ['ITEM', 'AMOUNT', 'A MONTH'],
    [...rows, ['All of it but SES', '', money(dollars)], ...mails],
  );
}
