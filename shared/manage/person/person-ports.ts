import { readPersonKey } from '../../adapters/tables/account-people.ts';
import { accountsOf, type UserRecord } from '../../adapters/tables/users-table.ts';
import { suppressionAddress } from '../../message/suppression.ts';
import { type Person, personWithKey } from '../../people/forgotten-record.ts';
import { type Left, type PersonAnswer, staysOf } from '../../people/person-data.ts';
import { accountRecord } from '../accounts.ts';
import { checkAddress } from '../address.ts';
import type { ScheduledPorts } from '../messages/scheduled-messages.ts';
import type { ManagePorts } from '../ports.ts';

type Tables = Pick<ManagePorts, 'accounts' | 'keys' | 'messages' | 'templates' | 'trail' | 'now'>;

export interface PersonPorts extends Tables, Pick<ScheduledPorts, 'wakeUps' | 'announcer'> {
  /** The users of the dashboard; none without sign-in. */
  listUsers: () => Promise<readonly UserRecord[]>;
  /** Whether the tables may have backups. */
  backups: boolean;
  /** How many days mails stay in S3 that were received as replies; 0: none are received. */
  replyMailDays: number;
  /** How many records one page of a walk has at most. Default: as many as DynamoDB reads at once. */
  pageSize?: number | undefined;
}

export interface Asked {
  ports: PersonPorts;
  accountId: string;
  person: Person;
}

/** The person with an address of any form. Throws a `ManageError` for a text that is none, and an unknown account. */
export async function personWith(
  ports: Pick<PersonPorts, 'accounts'>,
  accountId: string,
  address: string,
): Promise<Person> {
  const checked = suppressionAddress(checkAddress(address));
  const { personKey } = await accountRecord(ports, accountId);
  const key = personKey ?? (await readPersonKey(ports.accounts, accountId)) ?? '';
  return personWithKey(key, checked);
}

/** Whether the person may open the dashboard of the account. */
export async function isUser({ ports, accountId, person }: Asked): Promise<boolean> {
  const users = await ports.listUsers();
  return users.some((each) => person.isIn(each.email) && accountsOf(each).includes(accountId));
}

/** The fields that all answers about a person have. */
export function answerTo(
  { ports, accountId, person: { address, id } }: Asked,
  left: readonly Left[],
  nextCursor: string | null,
): PersonAnswer {
  const done = nextCursor === null;
  const stays = staysOf(ports.now(), ports);
  return { address, accountId, person: id, done, left: [...left], stays, nextCursor };
}
