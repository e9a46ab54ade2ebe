import { readPersonKey } from '../../shared/adapters/tables/account-people.ts';
import { listForgotten } from '../../shared/adapters/tables/forgettings-table.ts';
import { listSuppressed } from '../../shared/adapters/tables/suppression-table.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { partitionsOf, recordPage } from '../../shared/manage/person/person-messages.ts';
import type { PersonPorts } from '../../shared/manage/person/person-ports.ts';
import { addressesOf } from '../../shared/message/message.ts';
import { suppressionAddress } from '../../shared/message/suppression.ts';
import { personOf } from '../../shared/people/person.ts';
import type { WalkPlace } from '../../shared/people/person-data.ts';

/**
 * The addresses in an account that are of forgotten people, as after a table was restored from a backup: no list has
 * them, so each address is compared. @throws {ManageError} for an unknown account
 */
export async function forgottenAddresses(ports: PersonPorts, accountId: string): Promise<string[]> {
  const { seeds = [] } = await accountRecord(ports, accountId);
  const key = await readPersonKey(ports.accounts, accountId);
  const forgotten = new Set(await listForgotten(ports.trail.table, accountId));
  const found = new Set<string>();
  const look = (address: string) => {
    const written = suppressionAddress(address);
    if (key !== null && forgotten.has(personOf(key, written))) found.add(written);
  };
  seeds.forEach(look);
  const partitions = await partitionsOf(ports, accountId);
  for (let place: WalkPlace | null = { part: 0 }; place; ) {
    const { records, next } = await recordPage(ports, partitions, place);
    for (const record of records) {
      for (const address of [...addressesOf(record), ...(record.leftOut ?? [])]) look(address);
    }
    place = next;
  }
  for (let after: string | undefined, more = true; more; ) {
    const page = await listSuppressed(ports.messages, accountId, { after });
    for (const { address } of page.suppressions) look(address);
    after = page.next ?? undefined;
    more = after !== undefined;
  }
  return [...found].sort();
}
