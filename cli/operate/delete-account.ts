import { deleteGatewayKey } from '../../shared/adapters/api-gateway-keys.ts';
import { deleteAccount as deleteRecord } from '../../shared/adapters/tables/accounts-table.ts';
import {
  deleteKeyRecord,
  findAllKeys,
  revokeKey,
} from '../../shared/adapters/tables/keys-table.ts';
import { messagePartitions } from '../../shared/adapters/tables/message-item.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { deleteItemsOf } from '../aws/account-items.ts';
import { dismissUser, type InvitationPorts } from './invitations.ts';
import { listUsers } from './users.ts';

/** What deleting an account works on; `dashboard` is null where nobody signs in to the deployment. */
export type DeleteAccountPorts = ManagePorts & {
  dashboard: Pick<InvitationPorts, 'users' | 'userPool'> | null;
};

/** An account that is gone, and how much of it was deleted by this run. */
export interface DeletedAccount {
  accountId: string;
  name: string;
  deleted: {
    keys: number;
    users: number;
    /** Items of the table: heads of templates, revisions, and what lists show of the earlier ones. */
    templates: number;
    /** Items of the table: records of messages, reports on them, suppressed addresses. */
    messages: number;
  };
}

/**
 * Deletes an account and everything that is its: the next request with one of its keys is refused,
 * then its key at API Gateway, its users, templates and messages go, and its own record goes last.
 * A run that was interrupted is completed by running it again.
 *
 * Claims of Idempotency-Keys expire by themselves a day after they were made. They hold hashes and the
 * id of a message, and are found by nothing but the key that they are of.
 *
 * A report of SES that comes later finds no record of its message, becomes a dead letter, and may
 * suppress its address for the account that is gone: a caller waits for the reports of what was sent.
 *
 * @throws {ManageError} for an unknown account
 */
export async function deleteAccount(
  ports: DeleteAccountPorts,
  accountId: string,
): Promise<DeletedAccount> {
  const { name, gatewayKeyId, messageParts = 1 } = await accountRecord(ports, accountId);
  await revokeAll(ports, accountId);
  await deleteGatewayKey(ports.usagePlans, gatewayKeyId);
  const users = await deleteUsers(ports, accountId);
  const templates = await deleteItemsOf(ports.templates, accountId);
  const messages = await deleteMessages(ports, accountId, messageParts);
  const keys = await deleteKeys(ports, accountId);
  await deleteRecord(ports.accounts, accountId);
  const late = await deleteKeys(ports, accountId);
  return { accountId, name, deleted: { keys: keys + late, users, templates, messages } };
}

/** The keys stop first, so that nothing new is written while the rest is deleted. */
async function revokeAll({ keys, now }: ManagePorts, accountId: string): Promise<void> {
  for (const { keyHash, status } of await findAllKeys(keys, accountId)) {
    if (status === 'active') await revokeKey(keys, keyHash, now().toISOString());
  }
}

/** Twice: a key may be made until the account's record is gone, and whoever makes one later takes it back. */
async function deleteKeys({ keys }: ManagePorts, accountId: string): Promise<number> {
  const records = await findAllKeys(keys, accountId);
  for (const record of records) await deleteKeyRecord(keys, record);
  return records.length;
}

async function deleteMessages(
  { messages }: ManagePorts,
  accountId: string,
  parts: number,
): Promise<number> {
  let deleted = 0;
  for (const partition of messagePartitions(accountId, parts)) {
    deleted += await deleteItemsOf(messages, partition);
  }
  return deleted;
}

async function deleteUsers(
  { dashboard, ...ports }: DeleteAccountPorts,
  accountId: string,
): Promise<number> {
  if (dashboard === null) return 0;
  const users = await listUsers({ ...ports, ...dashboard }, accountId);
  for (const { email } of users) await dismissUser({ ...ports, ...dashboard }, email);
  return users.length;
}
