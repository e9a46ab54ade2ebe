import type { Command } from 'commander';
import {
  type Account,
  chosenAccount,
  createAccount,
  listAccounts,
  setPlan,
  showAccount,
} from '../../shared/manage/accounts.ts';
import type { Plan } from '../../shared/plans.ts';
import { addAccountMoves } from '../account/account-move.ts';
import { addSpread } from '../account/account-spread.ts';
import { inSession } from '../connection/session.ts';
import { type AccountOption, accountOption, example, planOption } from '../terminal/options.ts';
import { fields, table } from '../terminal/result.ts';

/** `account …`: who uses the service, and how much of it. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts and their plans');
  addCreate(account);
  addList(account);
  addShow(account);
  addSetPlan(account);
  addSpread(account);
  addAccountMoves(account);
}

function addCreate(account: Command): void {
  account
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'what people call it')
    .addOption(planOption())
    .addHelpText(...example('account create --name Acme --plan free'))
    .action((options: { name: string; plan: Plan }, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Creating the account');
        const created = await createAccount(ports, options);
        return { json: created, text: `Created the account:\n\n${describe(created)}` };
      }),
    );
}

function addList(account: Command): void {
  account
    .command('list')
    .description('list the accounts')
    .addHelpText(...example('account list'))
    .action((_: object, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the accounts');
        const accounts = await listAccounts(ports);
        const rows = accounts.map(({ accountId, name, plan, createdAt }) => [
          accountId,
          name,
          plan,
          createdAt,
        ]);
        return { json: { accounts }, text: table(['ACCOUNT', 'NAME', 'PLAN', 'CREATED'], rows) };
      }),
    );
}

function addShow(account: Command): void {
  account
    .command('show')
    .description('show an account')
    .argument('[account]', accountOption[1])
    .option(...accountOption)
    .addHelpText(...example('account show acc_0a1B2c3D4e5F6g7H'))
    .action((id: string | undefined, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the account');
        const accountId = await chosenAccount(ports, id ?? options.account);
        const shown = await showAccount(ports, accountId);
        return { json: shown, text: describe(shown) };
      }),
    );
}

function addSetPlan(account: Command): void {
  account
    .command('set-plan')
    .description('move an account to another plan; for a moment its requests are answered with 503')
    .argument('[account]', accountOption[1])
    .option(...accountOption)
    .addOption(planOption())
    .addHelpText(...example('account set-plan acc_0a1B2c3D4e5F6g7H --plan pro'))
    .action((id: string | undefined, options: AccountOption & { plan: Plan }, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Moving the account to its plan');
        const accountId = await chosenAccount(ports, id ?? options.account);
        const { account: moved, changed } = await setPlan(ports, accountId, options.plan);
        const when = changed ? 'now' : 'already';
        const text = `Account ${accountId} is on plan ${moved.plan} ${when}.`;
        return { json: { ...moved, changed }, text };
      }),
    );
}

function describe(account: Account): string {
  const { accountId, name, plan, requestsPerMinute, messageParts, createdAt } = account;
  return fields([
    ['account', accountId],
    ['name', name],
    ['plan', `${plan}, ${requestsPerMinute} requests a minute`],
    ...(messageParts > 1
      ? [
          [
            'messages',
            `in ${messageParts} parts: a page of them takes ${messageParts} Queries`,
          ] as const,
        ]
      : []),
    ['created', createdAt],
  ]);
}
