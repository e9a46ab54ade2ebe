import { alone, type Change } from '../adapters/tables/change.ts';
import {
  findKey,
  KeyMayExist,
  type KeyRecord,
  listNewestKeys,
  listKeys as listRecords,
  putKey,
} from '../adapters/tables/keys-table.ts';
import { revokeKey, writeKeyPause } from '../adapters/tables/keys-table-writes.ts';
import { hashApiKey, hintOf, mintApiKey } from '../keys/api-key.ts';
import { type ShownHook, shownHook } from '../keys/hook.ts';
import { mintKeyId } from '../keys/ids.ts';
import type { Pause } from '../pause.ts';
import { accountRecord } from './accounts.ts';
import {
  checkKeyOptions,
  type KeyOptions,
  type WrittenKeyOptions,
  writtenKeyOptions,
} from './key-options.ts';
import { badCursor, ManageError } from './manage-error.ts';
import { checkName } from './name.ts';
import { newPause } from './pause-note.ts';
import type { ManagePorts } from './ports.ts';
import { beforeAfter, recorded, type TrailPorts } from './trail/recorded.ts';

/** An API key as its owner sees it after its creation, without the secret. */
export type ApiKey = WrittenKeyOptions &
  Pick<
    KeyRecord,
    'keyId' | 'accountId' | 'name' | 'hint' | 'status' | 'createdAt' | 'revokedAt' | 'paused'
  > & {
    /** ISO 8601, when an active key ends. */
    activeUntil?: string | undefined;
    /** Present for a hook. */
    hook?: ShownHook | undefined;
  };

type KeyPorts = Pick<ManagePorts, 'keys'> & TrailPorts;

function keyChange(
  ports: TrailPorts,
  { accountId, keyId, name, test, scopes }: KeyRecord,
  action: 'key.created' | 'key.deleted',
): Change {
  const about = { name, mode: test ? 'test' : 'live', scopes };
  const isNew = action === 'key.created';
  const change = beforeAfter(isNew ? null : about, isNew ? about : null);
  return recorded(ports, accountId, action, `key:${keyId}`, change);
}

/**
 * Creates an API key. Only this return value has the secret. If the table's answer is lost, the key is revoked at once;
 * if that fails too, the error names it.
 *
 * @throws {ManageError} for an unknown account, an invalid name and invalid options
 */
export async function createKey(
  ports: ManagePorts,
  { accountId, name, ...given }: { accountId: string; name: string } & KeyOptions,
): Promise<ApiKey & { secret: string }> {
  const options = checkKeyOptions(given);
  const secret = mintApiKey(ports.randomBytes, options.test ? 'test' : 'live');
  const [keyHash, keyId] = [hashApiKey(secret), mintKeyId(ports.randomBytes)];
  const made = { accountId, name, keyHash, keyId, hint: hintOf(secret), ...options };
  return { ...(await storeKey(ports, made)), secret };
}

/** Writes a new key or hook with checked options. Throws like `createKey`. */
export async function storeKey(
  ports: ManagePorts,
  {
    name,
    ...made
  }: Pick<KeyRecord, 'keyHash' | 'keyId' | 'accountId' | 'name' | 'hint' | 'hook'> & KeyOptions,
): Promise<ApiKey> {
  const account = await accountRecord(ports, made.accountId);
  const record: KeyRecord = {
    ...made,
    name: checkName(name),
    status: 'active',
    createdAt: ports.now().toISOString(),
    usageIdentifierKey: account.usageIdentifierKey,
    messageParts: account.messageParts,
    personKey: account.forgets ? account.personKey : undefined,
  };
  const change = keyChange(ports, record, 'key.created');
  const withdrawal = keyChange(ports, record, 'key.deleted');
  await putKey(ports.keys, record, change, withdrawal).catch((error: unknown) => {
    throw error instanceof KeyMayExist ? leftBehind(record, error) : error;
  });
  await revokeUnlessThere(ports, record);
  return toApiKey(record, ports);
}

/** Revokes the key if its account was deleted meanwhile: the deletion did not see it, and has the entry of the trail. */
async function revokeUnlessThere(ports: ManagePorts, record: KeyRecord): Promise<void> {
  try {
    await accountRecord(ports, record.accountId);
  } catch (error) {
    await revokeKey(ports.keys, record.keyHash, record.createdAt, alone);
    throw error;
  }
}

/** A fault, not a refusal: the API answers 500, and the CLI prints the sentence. */
function leftBehind({ keyId, name, hint }: KeyRecord, cause: KeyMayExist): Error {
  return new Error(
    `The table did not answer, so the key ${keyId} (${name}, ${hint}) may be active, and its secret is lost: delete it with key delete ${keyId}, then create another`,
    { cause },
  );
}

/** All keys of an account, revoked ones too, oldest first. */
export async function listKeys(
  { keys, now }: Pick<ManagePorts, 'keys' | 'now'>,
  accountId: string,
): Promise<ApiKey[]> {
  return (await listRecords(keys, accountId)).map((record) => toApiKey(record, { now }));
}

/**
 * One page of an account's keys, revoked ones too, newest first: keys older than the one with the id `before`. `next`
 * is null at the end.
 *
 * @throws {ManageError} if `before` is no key of the account
 */
export async function listKeyPage(
  { keys, now }: Pick<ManagePorts, 'keys' | 'now'>,
  accountId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ keys: ApiKey[]; next: string | null }> {
  const from = before === undefined ? undefined : await findKey(keys, before);
  if (from === null || (from && from.accountId !== accountId)) throw badCursor();
  const { records, more } = await listNewestKeys(keys, accountId, { before: from, limit });
  const next = more ? (records.at(-1)?.keyId ?? null) : null;
  return { keys: records.map((record) => toApiKey(record, { now })), next };
}

/** @throws {ManageError} for an unknown key, or one of another account than `accountId` */
export async function showKey(
  ports: Pick<ManagePorts, 'keys' | 'now'>,
  keyId: string,
  accountId?: string,
): Promise<ApiKey> {
  return toApiKey(await keyRecord(ports, keyId, accountId), ports);
}

/**
 * Revokes a key, also a revoked one: the next request with it is refused, and its record stays.
 *
 * @throws {ManageError} like `showKey`
 */
export async function deleteKey(
  ports: KeyPorts,
  keyId: string,
  accountId?: string,
): Promise<ApiKey> {
  const { keys, now } = ports;
  const record = await keyRecord(ports, keyId, accountId);
  const change = keyChange(ports, record, 'key.deleted');
  return toApiKey(await revokeKey(keys, record.keyHash, now().toISOString(), change), { now });
}

/**
 * Pauses a key: the next request with it is refused. One that is paused keeps its first pause.
 *
 * @throws {ManageError} like `showKey`, for a revoked key, and for an invalid note
 */
export function pauseKey(
  ports: KeyPorts,
  keyId: string,
  {
    accountId,
    ...asked
  }: { accountId?: string | undefined; by: string; note?: string | undefined },
): Promise<ApiKey> {
  return changePause(ports, keyId, accountId, newPause(ports.now(), asked));
}

/** Lets a paused key work again; one that is not paused stays so. Throws like `pauseKey`. */
export function resumeKey(ports: KeyPorts, keyId: string, accountId?: string): Promise<ApiKey> {
  return changePause(ports, keyId, accountId, null);
}

async function changePause(
  ports: KeyPorts,
  keyId: string,
  accountId: string | undefined,
  pause: Pause | null,
): Promise<ApiKey> {
  const { keyHash, ...before } = await keyRecord(ports, keyId, accountId);
  const action = pause ? 'key.paused' : 'key.resumed';
  const change = recorded(ports, before.accountId, action, `key:${keyId}`);
  const written = await writeKeyPause(ports.keys, keyHash, pause, change);
  const record = written ?? (await keyRecord(ports, keyId, accountId));
  if (record.status === 'active') return toApiKey(record, ports);
  throw new ManageError(`The key ${keyId} is revoked: it cannot be paused or resumed`);
}

export async function keyRecord(
  { keys }: Pick<ManagePorts, 'keys'>,
  keyId: string,
  accountId: string | undefined,
): Promise<KeyRecord> {
  const record = await findKey(keys, keyId);
  if (record && (accountId === undefined || record.accountId === accountId)) return record;
  const hint = 'key list shows every key';
  throw new ManageError(`There is no key ${keyId}`, [], { code: 'unknown', hint });
}

/** A key that has reached its end is revoked, since then. */
export function toApiKey(record: KeyRecord, { now }: Pick<ManagePorts, 'now'>): ApiKey {
  const { keyId, accountId, name, hint, createdAt, activeUntil, paused } = record;
  const isOver = activeUntil !== undefined && Date.parse(activeUntil) <= now().getTime();
  const status = isOver ? 'revoked' : record.status;
  const revokedAt = [record.revokedAt, isOver ? activeUntil : undefined]
    .filter((at) => at !== undefined)
    .sort()[0];
  return {
    ...{ keyId, accountId, name, hint, status },
    ...writtenKeyOptions(record),
    createdAt,
    ...(revokedAt && { revokedAt }),
    ...(activeUntil && !revokedAt && { activeUntil }),
    ...(paused && status === 'active' && { paused }),
    ...(record.hook && { hook: shownHook(record.hook) }),
  };
}
