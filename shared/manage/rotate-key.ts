import { endKey } from '../adapters/tables/keys-table-writes.ts';
import { type ApiKey, createKey, deleteKey, keyRecord, toApiKey } from './keys.ts';
import { ManageError } from './manage-error.ts';
import type { ManagePorts } from './ports.ts';
import { recorded } from './trail/recorded.ts';

/** How long a replaced key may go on at most, in milliseconds: a year. */
const longestEndMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Creates a key like this one, and gives the old one its end: `oldUntil`, or none if it is null, so that a person has to
 * revoke it. If the old one cannot be given its end, the new key is revoked. Only this return value has the secret.
 *
 * @throws {ManageError} like `showKey`, for a revoked key, and for an end that is past or more than a year away
 */
export async function rotateKey(
  ports: ManagePorts,
  keyId: string,
  { accountId, oldUntil }: { accountId?: string | undefined; oldUntil: Date | null },
): Promise<{ created: ApiKey & { secret: string }; old: ApiKey }> {
  const record = await keyRecord(ports, keyId, accountId);
  const old = toApiKey(record, ports);
  if (old.status !== 'active') throw new ManageError(`The key ${keyId} is revoked`);
  if (record.hook) {
    throw new ManageError(
      `${keyId} is a hook: create another one with hook create, then delete it`,
    );
  }
  const leftMs = oldUntil === null ? 1 : oldUntil.getTime() - ports.now().getTime();
  if (!(leftMs > 0 && leftMs <= longestEndMs)) {
    const message = 'oldUntil must be in the future, and at most a year away';
    throw new ManageError(message, [{ code: 'bad-time', field: 'oldUntil', message }]);
  }
  const { name, test, scopes } = record;
  const created = await createKey(ports, { accountId: old.accountId, name, test, scopes });
  if (oldUntil === null) return { created, old };
  const activeUntil = oldUntil.toISOString();
  const giveUp = () => deleteKey(ports, created.keyId, old.accountId);
  const change = recorded(ports, old.accountId, 'key.changed', `key:${keyId}`, {
    activeUntil: [record.activeUntil ?? null, activeUntil],
  });
  const ended = endKey(ports.keys, record.keyHash, activeUntil, change);
  const hasEnd = await ended.catch(async (fault) => {
    await giveUp();
    throw fault;
  });
  if (hasEnd) return { created, old: { ...old, activeUntil } };
  await giveUp();
  throw new ManageError(`The key ${keyId} was revoked meanwhile`);
}
