import type { Command } from 'commander';
import {
  type Account,
  accountRecord,
  changeAccount,
  createAccount,
  listAccounts,
  showAccount,
} from '../../../shared/manage/accounts.ts';
import type { Plan } from '../../../shared/plans.ts';
import { inAccount, inSession } from '../../connection/session.ts';
import { checkAddresses, commaSeparated, maxAddresses } from '../../terminal/address-list.ts';
import { accountSubcommand, planOption, subcommand } from '../../terminal/options.ts';
import { fields, table } from '../../terminal/result.ts';
import { setPlan } from '../../upkeep/account-plans.ts';
import { addApprovals } from './account-approvals.ts';
import { addDelete } from './account-delete.ts';
import { addAccountMoves } from './account-move.ts';
import { addSpread } from './account-spread.ts';
import { addTenants } from './account-tenants.ts';

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('manage accounts and their plans');
  addCreate(account);
  addList(account);
  addShow(account);
  addRename(account);
  addSetPlan(account);
  addSeeds(account);
  addApprovals(account);
  addSpread(account);
  addTenants(account);
  addDelete(account);
  addAccountMoves(account);
}

function addCreate(account: Command): void {
  subcommand(account, 'create', {
    about: 'create an account',
    example: 'account create --name Acme --plan free',
  })
    .requiredOption('--name <name>', 'a name for the account')
    .addOption(planOption())
    .action((options: { name: string; plan: Plan }, command: Command) =>
      inSession(command, 'Creating the account', async ({ ports }) => {
        const created = await createAccount(ports, options);
        const note = `A command about one account now needs --account ${created.accountId}, or POSTRIDER_ACCOUNT.`;
        return { json: created, text: `Created the account:\n\n${describe(created)}`, note };
      }),
    );
}

function addList(account: Command): void {
  subcommand(account, 'list', { about: 'list the accounts', example: 'account list' }).action(
    (_: object, command: Command) =>
      inSession(command, 'Reading the accounts', async ({ ports }) => {
        const accounts = await listAccounts(ports);
        const rows = accounts.map(({ accountId, name, plan, createdAt }) => [
          ...[accountId, name, plan, createdAt],
        ]);
        return { json: { accounts }, text: table(['ACCOUNT', 'NAME', 'PLAN', 'CREATED'], rows) };
      }),
  );
}

function addShow(account: Command): void {
  accountSubcommand(account, 'show', {
    about: 'show an account',
    example: 'account show acc_0a1B2c3D4e5F6g7H',
  }).action((_id: string | undefined, _: object, command: Command) =>
    inAccount(command, 'Reading the account', async ({ ports, accountId }) => {
      const shown = await showAccount(ports, accountId);
      return { json: shown, text: describe(shown) };
    }),
  );
}

function addRename(account: Command): void {
  accountSubcommand(account, 'rename', {
    about: 'change the name of an account, which is for people only',
    example: 'account rename acc_0a1B2c3D4e5F6g7H --name "Acme Shop"',
  })
    .requiredOption('--name <name>', 'the new name')
    .action((_id: string | undefined, { name }: { name: string }, command: Command) =>
      inAccount(command, 'Renaming the account', async ({ ports, accountId }) => {
        const renamed = await changeAccount(ports, accountId, { name });
        return { json: renamed, text: `Account ${accountId} is now ${renamed.name}.` };
      }),
    );
}

function addSetPlan(account: Command): void {
  accountSubcommand(account, 'set-plan', {
    about: 'move an account to another plan; for a moment its requests get 503',
    example: 'account set-plan acc_0a1B2c3D4e5F6g7H --plan pro',
  })
    .addOption(planOption())
    .action((_id: string | undefined, { plan }: { plan: Plan }, command: Command) =>
      inAccount(command, 'Moving the account to its plan', async ({ ports, accountId }) => {
        const { account: moved, changed } = await setPlan(ports, accountId, plan);
        const when = changed ? 'now' : 'already';
        const text = `Account ${accountId} is on plan ${moved.plan} ${when}.`;
        return { json: { ...moved, changed }, text };
      }),
    );
}

function describe(account: Account): string {
  const { accountId, name, plan, requestsPerMinute, messageParts, createdAt } = account;
  const spread = `in ${messageParts} parts: a page of messages takes ${messageParts} DynamoDB queries`;
  return fields([
    ['account', accountId],
    ['name', name],
    ['plan', `${plan}, ${requestsPerMinute} requests a minute`],
    ...(messageParts > 1 ? [['messages', spread] as const] : []),
    ['created', createdAt],
    ...pauseFields(account),
  ]);
}

function pauseFields({ state, pausedBy, pausedAt, pauseReason }: Account): [string, string][] {
  if (state !== 'PAUSED') return [];
  const by = pausedBy === 'ses' ? 'SES' : 'an operator';
  return [['sending', `PAUSED since ${pausedAt} by ${by}${pauseReason ? `: ${pauseReason}` : ''}`]];
}

interface SeedsOptions {
  set?: string;
  clear?: boolean;
}

/** `account seeds`: shows the addresses that `template test --to @seeds` mails, or replaces them. */
function addSeeds(account: Command): void {
  accountSubcommand(account, 'seeds', {
    about: "show or replace an account's seed list: the addresses of template test --to @seeds",
    example: 'account seeds --set qa@gmail.example,qa@outlook.example',
  })
    .option(
      '--set <addresses>',
      `the new list: 1 to ${maxAddresses} addresses, separated by commas`,
    )
    .option('--clear', 'empty the list')
    .action((_id: string | undefined, { set, clear }: SeedsOptions, command: Command) => {
      if (set !== undefined && clear) {
        command.error('error: --set and --clear exclude each other: leave one out');
      }
      const given = set === undefined ? [] : commaSeparated(set);
      if (set !== undefined && given.length === 0) {
        command.error('error: --set needs at least one address; --clear empties it');
      }
      const wanted = set === undefined && !clear ? undefined : given;
      return inAccount(command, 'Reading the account', async ({ ports, accountId }) => {
        const { seeds: before = [] } = await accountRecord(ports, accountId);
        const seeds = wanted ? checkAddresses(wanted, 'Nothing was changed') : before;
        if (wanted) await changeAccount(ports, accountId, { seeds });
        return {
          json: { accountId, seeds },
          text: seeds.join('\n') || `The seed list of ${accountId} is empty: --set fills it.`,
        };
      });
    });
}
