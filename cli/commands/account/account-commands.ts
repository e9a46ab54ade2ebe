import type { Command } from 'commander';
import {
  type Account,
  createAccount,
  listAccounts,
  setPlan,
  showAccount,
} from '../../../shared/manage/accounts.ts';
import type { Plan } from '../../../shared/plans.ts';
import { inAccount, inSession } from '../../connection/session.ts';
import { accountOption, planOption, subcommand } from '../../terminal/options.ts';
import { fields, table } from '../../terminal/result.ts';
import { addDelete } from './account-delete.ts';
import { addAccountMoves } from './account-move.ts';
import { addSeeds } from './account-seeds.ts';
import { addSpread } from './account-spread.ts';

/** `account …`: the accounts of a deployment, and their plans. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('manage accounts and their plans');
  addCreate(account);
  addList(account);
  addShow(account);
  addSetPlan(account);
  addSeeds(account);
  addSpread(account);
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
  subcommand(account, 'show', {
    about: 'show an account',
    example: 'account show acc_0a1B2c3D4e5F6g7H',
  })
    .argument('[account]', accountOption[1])
    .option(...accountOption)
    .action((id: string | undefined, _: object, command: Command) =>
      inAccount(
        command,
        'Reading the account',
        async ({ ports, accountId }) => {
          const shown = await showAccount(ports, accountId);
          return { json: shown, text: describe(shown) };
        },
        id,
      ),
    );
}

function addSetPlan(account: Command): void {
  subcommand(account, 'set-plan', {
    about: 'move an account to another plan; for a moment its requests get 503',
    example: 'account set-plan acc_0a1B2c3D4e5F6g7H --plan pro',
  })
    .argument('[account]', accountOption[1])
    .option(...accountOption)
    .addOption(planOption())
    .action((id: string | undefined, { plan }: { plan: Plan }, command: Command) =>
      inAccount(
        command,
        'Moving the account to its plan',
        async ({ ports, accountId }) => {
          const { account: moved, changed } = await setPlan(ports, accountId, plan);
          const when = changed ? 'now' : 'already';
          const text = `Account ${accountId} is on plan ${moved.plan} ${when}.`;
          return { json: { ...moved, changed }, text };
        },
        id,
      ),
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
  ]);
}
