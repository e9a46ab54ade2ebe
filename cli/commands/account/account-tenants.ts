import type { Command } from 'commander';
import { accountRecord, listAccounts, toAccount } from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import {
  removeTenant,
  setUpTenant,
  type TenantSetUp,
  tenancyOf,
} from '../../../shared/manage/tenants.ts';
import { tenantCallsOf } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { inAccount, inSession } from '../../connection/session.ts';
import { accountSubcommand, subcommand } from '../../terminal/options.ts';
import type { Result } from '../../terminal/result.ts';
import { pauseAccount, resumeAccount } from '../../upkeep/pause-account.ts';

/** `account pause`, `account resume` and `account tenants`: an account as a tenant of SES. */
export function addTenants(account: Command): void {
  accountSubcommand(account, 'pause', {
    about: "stop an account's mails at SES; captured mails of test keys go on",
    example: 'account pause acc_0a1B2c3D4e5F6g7H --reason "A bought list"',
  })
    .option('--reason <text>', 'why, for webhooks and the dashboard')
    .action((_id: string | undefined, { reason }: { reason?: string }, command: Command) =>
      inAccount(command, 'Pausing the account', async ({ ports, accountId }) => {
        const { account, changed } = await pauseAccount(ports, accountId, reason?.trim() || null);
        const text = changed ? `Paused ${accountId}` : `${accountId} is paused already`;
        return { json: { ...toAccount(account), changed }, text };
      }),
    );
  accountSubcommand(account, 'resume', {
    about: 'let SES send the mails of an account again',
    example: 'account resume acc_0a1B2c3D4e5F6g7H',
  }).action((_id: string | undefined, _: object, command: Command) =>
    inAccount(command, 'Resuming the account', async ({ ports, accountId }) => {
      const { account, changed } = await resumeAccount(ports, accountId);
      const text = changed ? `Resumed ${accountId}` : `${accountId} is not paused`;
      return { json: { ...toAccount(account), changed }, text };
    }),
  );
  addSetUp(account);
}

function addSetUp(account: Command): void {
  subcommand(account, 'tenants', {
    about: 'make what accounts lack as tenants of SES; run again, it changes nothing',
    example: 'account tenants',
  })
    .option('--account <id>', 'only this account; default: every one')
    .option('--delete', 'delete the tenants instead, once the setting "tenants" is off')
    .action((options: { account?: string; delete?: true }, command: Command) =>
      inSession(command, 'Reading the accounts', async ({ ports, deployment, progress }) => {
        const { account: named } = options;
        const chosen = named ? [await accountRecord(ports, named)] : await listAccounts(ports);
        const ids = chosen.map(({ accountId }) => accountId);
        if (options.delete) return deleteTenants(ids, deployment);
        const tenancy = tenancyOf(ports);
        const tenants = [];
        for (const accountId of ids) {
          progress(`Setting up the tenant ${accountId}`);
          tenants.push(await setUpTenant(tenancy, accountId));
        }
        const text = tenants.map(setUpText).join('\n');
        return { json: { tenants }, text };
      }),
    );
}

async function deleteTenants(ids: readonly string[], deployment: Deployment): Promise<Result> {
  if (deployment.tenants) {
    throw new ManageError('Mails name these tenants: set "tenants": false and deploy first');
  }
  const from = { calls: tenantCallsOf(deployment), stack: deployment.stack ?? '' };
  const deleted: string[] = [];
  for (const accountId of ids) if (await removeTenant(from, accountId)) deleted.push(accountId);
  const text = deleted.length === 0 ? 'There were no tenants.' : `Deleted: ${deleted.join(', ')}`;
  return { json: { deleted }, text };
}

/** `acc_1: created, with configuration-set/postrider; SES does not know identity/acme.example`. */
function setUpText({ accountId, created, associated, missing }: TenantSetUp): string {
  const names = (arns: readonly string[]) =>
    arns.map((arn) => arn.split(':').slice(5).join(':')).join(', ');
  const did = [created ? 'created' : '', associated.length > 0 ? `added ${names(associated)}` : ''];
  const done = did.filter(Boolean).join(', ') || 'complete';
  const lacks = missing.length > 0 ? `; SES does not know ${names(missing)}` : '';
  return `${accountId}: ${done}${lacks}`;
}
