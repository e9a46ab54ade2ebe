import type { TenantCalls } from '../../shared/adapters/ses/tenants.ts';
import type { AccountRecord } from '../../shared/adapters/tables/accounts-table.ts';
import { broken, type Check, ok, run, say } from '../../shared/manage/doctor/check.ts';
import { cli, type Where } from '../../shared/manage/doctor/where.ts';
import { resourcesOf, type Tenancy } from '../../shared/manage/tenants.ts';

/** What the checks of tenants read; for the accounts of a deployment. */
export interface TenantPorts {
  where: () => Promise<Where>;
  /** Null if accounts are no tenants of SES. */
  tenants: () => Promise<TenantsSeen | null>;
  accounts: () => Promise<readonly Pick<AccountRecord, 'accountId' | 'sending'>[]>;
}

export interface TenantsSeen extends Pick<Tenancy, 'configurationSet' | 'senders'> {
  calls: Pick<TenantCalls, 'find' | 'resources'>;
}

const off = ok('Accounts are no tenants of SES');

const accountPaused: Check<TenantPorts> = {
  code: 'account-paused',
  why: 'SES refuses every mail of a paused account',
  async find({ where, tenants, accounts }) {
    if (!(await tenants())) return off;
    const [place, all] = await Promise.all([where(), accounts()]);
    const paused = all.flatMap(({ accountId, sending }) =>
      sending?.state === 'PAUSED' ? [{ accountId, ...sending }] : [],
    );
    if (paused.length === 0) return ok('No account is paused');
    const sentences = paused.map(({ accountId, by, at, reason }) => {
      const who = by === 'ses' ? 'SES' : 'an operator';
      return `${accountId} was paused by ${who} at ${at}${reason === null ? '' : `: ${reason}`}`;
    });
    return broken(
      sentences.join('; '),
      say('Find out which mails bounced or brought complaints, and stop them; then resume it'),
      ...paused.map(({ accountId }) => run(cli(`account resume ${accountId}`, place))),
    );
  },
};

const tenantMissing: Check<TenantPorts> = {
  code: 'tenant-missing',
  why: 'SES refuses a mail whose tenant is missing, or lacks the sender or the configuration set',
  async find({ where, tenants, accounts }) {
    const seen = await tenants();
    if (!seen) return off;
    const lacks: string[] = [];
    for (const { accountId } of await accounts()) {
      const tenant = await seen.calls.find(accountId);
      if (!tenant) {
        lacks.push(`${accountId} has no tenant`);
        continue;
      }
      const there = await seen.calls.resources(accountId);
      const missing = resourcesOf(seen, tenant.arn).filter((arn) => !there.includes(arn));
      if (missing.length > 0) lacks.push(`${accountId} lacks ${missing.join(', ')}`);
    }
    if (lacks.length === 0) return ok('Each account has its tenant, with all senders');
    return broken(
      lacks.join('; '),
      say('Make what is missing'),
      run(cli('account tenants', await where())),
    );
  },
};

export const tenantChecks: readonly Check<TenantPorts>[] = [accountPaused, tenantMissing];
