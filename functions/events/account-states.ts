import type { TenantCalls } from '../../shared/adapters/ses/tenants.ts';
import { announcedText } from '../../shared/adapters/tables/account-sending.ts';
import type { AccountRecord } from '../../shared/adapters/tables/accounts-table.ts';
import { type AccountSending, nextSending } from '../../shared/message/account-sending.ts';
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
  const { status, arn } = tenant;
  const isPaused = record.sending?.state === 'PAUSED';
  let { sending } = record;
  if ((status === 'DISABLED') !== isPaused) {
    const { operator, cause } = await ports.tenants.standing(arn);
    const next = nextSending(sending, { status, operator, cause }, ports.now());
    if (next) {
      // Another write came first: SES is asked again.
      const isWritten = await ports.writeSending(accountId, { before: sending, next });
      if (!isWritten && tries > 1) return updateAccount(accountId, ports, tries - 1);
      if (!isWritten) throw new Error(`The state of ${accountId} changes all the time`);
      sending = next;
    }
  }
  if (sending && announcedText(sending) !== record.announced) {
    await ports.announcer?.account(accountId, sending);
    await ports.writeAnnounced(accountId, sending);
  }
  return sending?.state ?? 'ACTIVE';
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
