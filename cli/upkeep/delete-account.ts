import { deleteGatewayKey } from '../../shared/adapters/api-gateway-keys.ts';
import { deleteAccount as deleteRecord } from '../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import { dayPrefix } from '../../shared/adapters/tables/days/days-table.ts';
import { deleteKeyRecord, findAllKeys } from '../../shared/adapters/tables/keys-table.ts';
import { revokeKey } from '../../shared/adapters/tables/keys-table-writes.ts';
import { messagePartitions, testPartition } from '../../shared/adapters/tables/message-item.ts';
import { removePending } from '../../shared/adapters/tables/pending-table.ts';
import { recordCancelled } from '../../shared/adapters/tables/scheduled-table.ts';
import { blockPrefix } from '../../shared/adapters/tables/search-blocks.ts';
import { suppressionPrefix } from '../../shared/adapters/tables/suppression-table.ts';
import {
  deleteEndpoint,
  listEndpoints,
} from '../../shared/adapters/tables/webhook-endpoints-table.ts';
import { accountChange, accountRecord } from '../../shared/manage/accounts.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { removeTenant } from '../../shared/manage/tenants.ts';
import { deleteItemsOf, deleteReplies } from '../aws/account-items.ts';
import { pendingOf } from './requeue-messages.ts';
import { dismissUser, type InvitationPorts, listUsers } from './users.ts';

/** What the deletion of an account needs; `dashboard` is null if the deployment has no sign-in. */
export type DeleteAccountPorts = ManagePorts & {
  dashboard: Pick<InvitationPorts, 'users' | 'userPool'> | null;
  /** Deletes a mail of a reply from S3; undefined if the deployment receives no replies. */
  removeMail?: ((key: string) => Promise<void>) | undefined;
};

/** A deleted account, and how many items this run deleted. */
export type DeletedAccount = Awaited<ReturnType<typeof deleteAccount>>;

export interface DeleteAccountOptions {
  /** Whether the records of messages stay until they expire. Suppressed addresses never expire, so they go. */
  keepMessages?: boolean;
}

/**
 * The deletion of the record has the entry of the trail, which stays; the steps before it have none.
 * Run again, it completes an interrupted run. A report of SES after the deletion becomes a dead letter, and may suppress
 * its address: a caller that does not keep the messages waits for SES's reports first. @throws {ManageError} for an
 * unknown account
 */
export async function deleteAccount(
  ports: DeleteAccountPorts,
  accountId: string,
  { keepMessages = false }: DeleteAccountOptions = {},
) {
  const record = await accountRecord(ports, accountId);
  const { name, gatewayKeyId, messageParts = 1 } = record;
  await revokeAll(ports, accountId);
  await deleteGatewayKey(ports.usagePlans, gatewayKeyId);
  if (ports.tenants) await removeTenant(ports.tenants, accountId);
  const cancelled = await cancelAll(ports, accountId);
  const users = await deleteUsers(ports, accountId);
  const webhooks = await deleteWebhooks(ports, accountId);
  // Items of the table: heads of templates, revisions, and their entries in lists.
  const templates = await deleteItemsOf(ports.templates, accountId);
  const partitions = [...messagePartitions(accountId, messageParts), testPartition(accountId)];
  const { removeMail } = ports;
  if (removeMail) await deleteReplies(ports.messages, partitions, removeMail);
  // Suppressed addresses and, unless they are kept, messages and the reports on them.
  const messages = keepMessages
    ? await deleteBesideMessages(ports, accountId)
    : await deleteMessages(ports, accountId, messageParts);
  const keys = await deleteKeys(ports, accountId);
  const change = accountChange(ports, 'account.deleted', record, null);
  await deleteRecord(ports.accounts, accountId, change);
  const late = await deleteKeys(ports, accountId);
  const deleted = { keys: keys + late, users, webhooks, templates, messages };
  return { accountId, name, cancelled, deleted };
}

/** Revokes all keys. The deletion does this first, so that no request writes anything new meanwhile. */
async function revokeAll({ keys, now }: ManagePorts, accountId: string): Promise<void> {
  for (const { keyHash, status } of await findAllKeys(keys, accountId)) {
    if (status === 'active') await revokeKey(keys, keyHash, now().toISOString(), alone);
  }
}

/** Cancels the scheduled messages. Their schedules may still wake the function `Due` up, which then does nothing. */
async function cancelAll(ports: ManagePorts, accountId: string): Promise<number> {
  const { messages, now } = ports;
  const pending = await pendingOf(ports, accountId, {});
  const cancelled = await inParallel(pending, async ({ messageId }) => {
    const place = { accountId, messageId };
    const isCancelled = await recordCancelled(messages, place, now().toISOString(), alone);
    await removePending(messages, place);
    return isCancelled;
  });
  return cancelled.filter(Boolean).length;
}

/** Deletes all keys. It runs twice, because a key can be created until the account's record is deleted. */
async function deleteKeys({ keys }: ManagePorts, accountId: string): Promise<number> {
  const records = await findAllKeys(keys, accountId);
  for (const record of records) await deleteKeyRecord(keys, record);
  return records.length;
}

async function deleteWebhooks({ messages }: ManagePorts, accountId: string): Promise<number> {
  const endpoints = await listEndpoints(messages, accountId);
  for (const { endpointId } of endpoints) {
    await deleteEndpoint(messages, accountId, endpointId, alone);
  }
  return endpoints.length;
}

async function deleteBesideMessages({ messages }: ManagePorts, accountId: string): Promise<number> {
  await deleteItemsOf(messages, accountId, dayPrefix);
  await deleteItemsOf(messages, accountId, blockPrefix);
  return deleteItemsOf(messages, accountId, suppressionPrefix);
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
  for (const { email } of users) {
    await dismissUser({ ...ports, ...dashboard }, email, accountId);
  }
  return users.length;
}
