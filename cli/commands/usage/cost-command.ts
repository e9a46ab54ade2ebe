import type { Command } from 'commander';
import { type Bill, billOf } from '../../../shared/manage/cost/bill.ts';
import { withTerminal } from '../../connection/session.ts';
import { subcommand, wholeNumber } from '../../terminal/options.ts';
import { table } from '../../terminal/result.ts';
import { money, quantity } from './cost-page.ts';

type CostOptions = Record<
  'sends' | 'scheduled' | 'batched' | 'attachments' | 'webhooks' | 'renders' | 'verifications',
  string
>;

/** `cost`: what a month costs. It needs no deployment and no network. */
export function addCostCommand(program: Command): void {
  subcommand(program, 'cost', {
    about:
      'estimate what a month costs at the prices of us-east-1, without free tiers (docs/cost.md)',
    example: 'cost --sends 100000 --renders 20000',
  })
    .option('--sends <number>', 'mails in a month, each to one recipient', '0')
    .option('--scheduled <number>', 'mails in a month that are sent at a later time', '0')
    .option('--batched <number>', 'mails in a month that are sent in batches of 100', '0')
    .option(
      '--attachments <number>',
      'files of 100 KB in a month that mails have from a bucket',
      '0',
    )
    .option('--webhooks <number>', 'events in a month that webhooks accept at the first try', '0')
    .option('--renders <number>', 'templates rendered in a month without sending', '0')
    .option('--verifications <number>', 'addresses verified in a month', '0')
    .action((options: CostOptions, command: Command) => {
      const count = (name: keyof CostOptions) =>
        wholeNumber(options[name], command, { what: `--${name}`, least: 0, most: 1e12 - 1 });
      const month = {
        render: count('renders'),
        send: count('sends'),
        scheduled: count('scheduled'),
        batched: count('batched'),
        attachment: count('attachments'),
        webhook: count('webhooks'),
        verification: count('verifications'),
      };
      return withTerminal(command, async () => {
        const bill = billOf(month);
        return { json: { month, ...bill }, text: billText(bill) };
      });
    });
}

function billText({ items, dollars, ses }: Bill): string {
  const rows = items.map(({ what, amount, unit, dollars: cost }) => [
    what,
    quantity(amount, unit),
    money(cost),
  ]);
  const mails = ses.flatMap(({ plan, dollars: cost, total }) => [
    [`SES, ${plan}`, '', money(cost)],
    ['  total', '', money(total)],
  ]);
  return table(
    ['ITEM', 'AMOUNT', 'A MONTH'],
    [...rows, ['Everything but SES', '', money(dollars)], ...mails],
  );
}
