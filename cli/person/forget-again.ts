import { readPersonKey } from '../../shared/adapters/tables/account-people.ts';
import { itemsOf } from '../../shared/adapters/tables/dynamodb.ts';
import { listForgotten } from '../../shared/adapters/tables/forgettings-table.ts';
import { suppressionPrefix } from '../../shared/adapters/tables/suppression-table.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import type { PersonPorts } from '../../shared/manage/person/person-ports.ts';
import { pageAt } from '../../shared/manage/person/walk.ts';
import { suppressionAddress } from '../../shared/message/suppression.ts';
import { peopleOf } from '../../shared/people/forgotten-record.ts';
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
  for (let place: WalkPlace | null = { part: 0 }; place; ) {
    const page = await pageAt(ports, accountId, place);
    for (const record of page.records) peopleOf(record).forEach(look);
    place = page.next;
  }
  for (const { sk } of await itemsOf(ports.messages, accountId, suppressionPrefix)) {
    look(sk?.S?.slice(suppressionPrefix.length) ?? '');
  }
  return [...found].sort();
}
