import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../../../shared/manage/accounts.ts';
import { broken, ok, say, type Verdict } from '../../../shared/manage/doctor/check.ts';
import { toFailure } from '../../terminal/failure.ts';
import type { DeleteAccountPorts } from '../../upkeep/delete-account.ts';
import { removeAccount, unreported } from './context/accounts.ts';
import type { WaitingTimes } from './context/waiting-times.ts';

const step = { code: 'removed', why: 'A run must leave nothing behind' };

/**
 * Removes selftest's accounts with everything in them. For each account it first waits, at most `reportMs`,
 * until SES has reported all its mails: a report without a record would become a dead letter.
 */
export async function cleanUp(
  ports: DeleteAccountPorts,
  accounts: readonly Pick<Account, 'accountId' | 'name'>[],
  { reportMs, pollMs }: Pick<WaitingTimes, 'reportMs' | 'pollMs'>,
): Promise<Verdict> {
  const late: string[] = [];
  const failed: string[] = [];
  for (const account of accounts) {
    try {
      const missing = await reportsMissing(ports, account.accountId, { reportMs, pollMs });
      if (missing > 0)
        late.push(`${missing === 1 ? 'a mail' : `${missing} mails`} of ${account.name}`);
      await removeAccount(ports, account);
    } catch (error) {
      failed.push(`${account.name} (${account.accountId}): ${toFailure(error).error}`);
    }
  }
  return { ...step, fix: [], ...judged(accounts, late, failed) };
}

function judged(
  accounts: readonly Pick<Account, 'name'>[],
  late: readonly string[],
  failed: readonly string[],
) {
  if (failed.length > 0) {
    return broken(
      `Not removed: ${failed.join('; ')}`,
      say('Run selftest with --clean, which removes what earlier runs left'),
    );
  }
  const names = accounts.map(({ name }) => name).join(', ');
  const removed =
    names === '' ? 'There was nothing to remove' : `Removed ${names} with its content`;
  if (late.length === 0) return ok(removed);
  return broken(
    `${removed}, but SES's reports are still missing for ${late.join(', ')}`,
    say(
      'A report that arrives from now on becomes a dead letter: see "Dead-letter queue" in docs/operations/messages.md',
    ),
  );
}

async function reportsMissing(
  ports: DeleteAccountPorts,
  accountId: string,
  { reportMs, pollMs }: Pick<WaitingTimes, 'reportMs' | 'pollMs'>,
): Promise<number> {
  for (const end = Date.now() + reportMs; ; await pause(pollMs)) {
    const missing = await unreported(ports, accountId);
    if (missing === 0 || Date.now() >= end) return missing;
  }
}
