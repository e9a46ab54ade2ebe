import type { Tenant, TenantCalls } from '../../shared/adapters/ses/tenants.ts';
import { announcedText } from '../../shared/adapters/tables/account-sending.ts';
import type { AccountRecord } from '../../shared/adapters/tables/accounts-table.ts';
import { maxReasonCharacters } from '../../shared/engine/limits.ts';
import type { AccountSending } from '../../shared/message/account-sending.ts';
import type { AccountAnnouncer } from '../../shared/webhook/announce.ts';

export interface AccountStatePorts {
  tenants: Pick<TenantCalls, 'find' | 'standing'>;
  readAccount: (accountId: string) => Promise<AccountRecord | null>;
  listAccounts: () => Promise<AccountRecord[]>;
  /** False if the state is another one meanwhile. */
  writeSending: (
    accountId: string,
    change: { before: AccountSending | undefined; next: AccountSending },
  ) => Promise<boolean>;
  writeAnnounced: (accountId: string, announced: AccountSending) => Promise<void>;
  announcer?: AccountAnnouncer | undefined;
  now: () => Date;
}

/** An event of SES says that something changed for a tenant, and in which place its name may be. */
interface Told {
  resources?: readonly string[] | undefined;
  detail?: unknown;
}

/** The account that an event is about, by its tenant's name; undefined if the event names none. */
export function accountIn({ resources = [], detail }: Told): string | undefined {
  const [, named] = /\btenant\/([A-Za-z0-9_-]{1,64})\b/.exec(resources.join(' ')) ?? [];
  return named ?? /\bacc_[A-Za-z0-9]{16}\b/.exec(JSON.stringify(detail ?? ''))?.[0];
}

/**
 * Writes what SES says about an account where it differs, then announces what was not announced. So events may come
 * twice, in any order or not at all. Null: it is no account of this deployment, or has no tenant.
 */
export async function updateAccount(
  accountId: string,
  ports: AccountStatePorts,
  tries = 3,
): Promise<AccountSending['state'] | null> {
  const record = await ports.readAccount(accountId);
  const tenant = record && (await ports.tenants.find(accountId));
  if (!tenant) return null;
  let { sending } = record;
  const next = await nextSending(sending, tenant, ports);
  if (next) {
    if (!(await ports.writeSending(accountId, { before: sending, next }))) {
      // Another write came first: SES is asked again.
      if (tries > 1) return updateAccount(accountId, ports, tries - 1);
      throw new Error(`The state of ${accountId} changes all the time`);
    }
    sending = next;
  }
  if (sending && announcedText(sending) !== record.announced) {
    await ports.announcer?.account(accountId, sending);
    await ports.writeAnnounced(accountId, sending);
  }
  return sending?.state ?? 'ACTIVE';
}

/** The state that follows from SES's word; null if it stays. */
async function nextSending(
  before: AccountSending | undefined,
  { status, arn }: Tenant,
  { tenants, now }: Pick<AccountStatePorts, 'tenants' | 'now'>,
): Promise<AccountSending | null> {
  const wasPaused = before?.state === 'PAUSED';
  if ((status === 'DISABLED') === wasPaused) return null;
  const at = now().toISOString();
  if (wasPaused) return { ...before, state: 'ACTIVE', at, reason: null };
  const { operator, cause } = await tenants.standing(arn);
  if (operator === 'DISABLED') return { state: 'PAUSED', by: 'operator', at, reason: null };
  return { state: 'PAUSED', by: 'ses', at, reason: cause?.slice(0, maxReasonCharacters) ?? null };
}

/** Looks at every account, because EventBridge may lose an event. Returns how many are paused. */
export async function updateAccounts(ports: AccountStatePorts): Promise<number> {
  let paused = 0;
  let fault: unknown;
  for (const { accountId } of await ports.listAccounts()) {
    try {
      if ((await updateAccount(accountId, ports)) === 'PAUSED') paused++;
    } catch (error) {
      fault ??= error;
    }
  }
  if (fault !== undefined) throw fault;
  return paused;
}
