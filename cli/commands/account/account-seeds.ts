import type { Command } from 'commander';
import { writeSeeds } from '../../../shared/adapters/tables/accounts-table.ts';
import { accountRecord } from '../../../shared/manage/accounts.ts';
import { inAccount } from '../../connection/session.ts';
import { checkAddresses, commaSeparated, maxAddresses } from '../../terminal/address-list.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';

interface SeedsOptions {
  set?: string;
  clear?: boolean;
}

/** `account seeds`: shows the addresses that `template test --to @seeds` mails, or replaces them. */
export function addSeeds(account: Command): void {
  subcommand(account, 'seeds', {
    about: "show or replace an account's seed list: the addresses of template test --to @seeds",
    example: 'account seeds --set qa@gmail.example,qa@outlook.example',
  })
    .argument('[account]', accountOption[1])
    .option(...accountOption)
    .option(
      '--set <addresses>',
      `the new list: 1 to ${maxAddresses} addresses, separated by commas`,
    )
    .option('--clear', 'empty the list')
    .action((id: string | undefined, { set, clear }: SeedsOptions, command: Command) => {
      if (set !== undefined && clear) {
        command.error('error: --set and --clear exclude each other: leave one out');
      }
      const given = set === undefined ? [] : commaSeparated(set);
      if (set !== undefined && given.length === 0) {
        command.error('error: --set needs at least one address; --clear empties it');
      }
      const wanted = set === undefined && !clear ? undefined : given;
      return inAccount(
        command,
        'Reading the account',
        async ({ ports, accountId }) => {
          const { seeds: before = [] } = await accountRecord(ports, accountId);
          const seeds = wanted ? checkAddresses(wanted, 'Nothing was changed') : before;
          if (wanted) await writeSeeds(ports.accounts, accountId, seeds);
          return {
            json: { accountId, seeds },
            text: seeds.join('\n') || `The seed list of ${accountId} is empty: --set fills it.`,
          };
        },
        id,
      );
    });
}
