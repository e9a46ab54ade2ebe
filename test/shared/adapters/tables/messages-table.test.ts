import { alone } from '../../../../shared/adapters/tables/change.ts';
import { UpdateItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { messageFormat } from '../../../../shared/adapters/tables/message-item.ts';
import {
  readClaimAndSuppressed,
  readMessage,
} from '../../../../shared/adapters/tables/messages-table.ts';
import {
  beginMessage,
  messageStore,
  settleMessage,
} from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import type { Claim, Settlement } from '../../../../shared/message/message-store.ts';
import { forgottenEntry } from '../../../../shared/message/suppression.ts';
import { personOf } from '../../../../shared/people/person.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { aMessage } from '../messages.ts';

let count = 0;

const tables = await startTables();

const store = messageStore(tables.messages);

/** An account that no other test has. */
const newAccount = () => `acc_${++count}`;

/** A message that is about to be sent. */
async function begun() {
  const message = aMessage({ accountId: newAccount() });
  expect(await beginMessage(tables.messages, message)).toBe(true);
  return message;
}

const read = ({ accountId, messageId }: MessageRecord) =>
  readMessage(tables.messages, accountId, messageId);

const answered = {
  ...{ state: 'SENT' as const, settledAt: '2026-11-21T10:00:01.000Z', sesMessageId: 'ses-1' },
  ...{ error: null, answer: '{"n":1}', trace: null },
};
const settle = (message: MessageRecord, change: Partial<Settlement> = {}) =>
  settleMessage(tables.messages, message, { ...answered, ...change });
const asUnknown = { state: 'UNKNOWN' as const, sesMessageId: null, error: 'lost' };

test('a message is read as it was written, with recipients in the order of their fields', async () => {
  const message = await begun();

  expect(await read(message)).toEqual(message);
});

test('a message can be begun again only by its own attempt', async () => {
  const message = await begun();

  expect(await beginMessage(tables.messages, message)).toBe(true);
  expect(await beginMessage(tables.messages, { ...message, owner: 'other' })).toBe(false);
});

test('a message can be settled only by its own attempt', async () => {
  const message = await begun();
  const trace = [{ node: null, type: 'provider', outcome: 'sent', ms: 1 }];

  expect(await settle({ ...message, owner: 'x' })).toBeNull();
  expect(await settle(message, { trace })).toEqual({ ...message, ...answered, trace });
});

test('a message that does not exist is not settled', async () => {
  const message = aMessage({ accountId: newAccount() });

  expect(await settle(message)).toBeNull();
  expect(await read(message)).toBeNull();
});

test('a message becomes UNKNOWN only from SENDING', async () => {
  const message = await begun();
  await settle(message);

  expect(await settle(message, asUnknown)).toBeNull();
});

test('an UNKNOWN message gets the state that SES reports, but keeps the answer that was given', async () => {
  const message = await begun();
  await settle(message, asUnknown);

  const after = await settle(message, { answer: '{"n":2}' });

  expect(after).toMatchObject({ state: 'SENT', answer: '{"n":1}', error: null });
});

test('a message of a newer version is reported as unreadable', async () => {
  const message = await begun();
  await tables.messages.client.send(
    new UpdateItemCommand({
      TableName: tables.messages.name,
      Key: { accountId: { S: message.accountId }, sk: { S: `M#${message.messageId}` } },
      UpdateExpression: 'SET #format = :two',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':two': { N: String(messageFormat + 1) } },
    }),
  );

  await expect(read(message)).rejects.toThrow(
    'The message was recorded by a newer version of the service',
  );
});

const claim = (owner: string): Claim => ({
  ...{ messageId: 'm-1', bodyHash: 'b', owner },
  ...{ leaseUntilMs: 20_000, expiresAt: 100 },
});
const claimOf = async (accountId: string) =>
  (await readClaimAndSuppressed(tables.messages, accountId, 'k', [])).claim;
/** Writes a claim for this attempt. Returns the owner of the stored claim. */
const write = async (accountId: string, owner: string, now = 0) =>
  (await store.writeClaim(accountId, 'k', claim(owner), now))?.owner;
const takeOver = async (accountId: string, owner: string, from: string) =>
  (await store.takeOverClaim(accountId, 'k', claim(owner), claim(from)))?.owner;

test('a claim belongs to the first attempt, which may write it twice', async () => {
  const accountId = newAccount();

  expect(await write(accountId, 'one')).toBe('one');
  expect(await write(accountId, 'two')).toBe('one');
  expect(await write(accountId, 'one')).toBe('one');
  expect(await claimOf(accountId)).toEqual(claim('one'));
});

test('anybody may take an expired claim', async () => {
  const accountId = newAccount();
  await write(accountId, 'one');

  expect(await write(accountId, 'two', 99)).toBe('one');
  expect(await write(accountId, 'two', 100)).toBe('two');
});

test('a claim is taken over only from the holder that was read', async () => {
  const accountId = newAccount();
  await write(accountId, 'one');

  expect(await takeOver(accountId, 'two', 'one')).toBe('two');
  expect(await takeOver(accountId, 'three', 'one')).toBe('two');
});

test('a claim is freed only by its owner, and then belongs to nobody', async () => {
  const accountId = newAccount();
  await write(accountId, 'one');

  await store.freeClaim(accountId, 'k', 'two');
  const kept = await claimOf(accountId);
  await store.freeClaim(accountId, 'k', 'one');

  expect(kept).toEqual(claim('one'));
  expect(await claimOf(accountId)).toBeNull();
  expect(await takeOver(accountId, 'two', 'one')).toBeUndefined();
});

test('the read before a send returns the claim and the suppressed addresses of this account', async () => {
  const [accountId, other] = [newAccount(), newAccount()];
  const suppression = {
    ...{ address: 'ada@example.org', reason: 'complaint' as const },
    ...{ at: '2026-11-20T00:00:00.000Z', detail: 'abuse', messageId: 'm-0' },
  };
  await write(accountId, 'one');
  await suppress(tables.messages, accountId, suppression, alone);
  await suppress(tables.messages, other, { ...suppression, address: 'bob@example.org' }, alone);

  const known = await readClaimAndSuppressed(tables.messages, accountId, 'k', [
    'Ada@example.org',
    'ada@example.org',
    'bob@example.org',
  ]);

  expect(known).toEqual({ claim: claim('one'), suppressed: [suppression] });
});

test('the read before a send of 50 addresses and an Idempotency-Key is one read', async () => {
  const addresses = Array.from({ length: 50 }, (_, n) => `${n}@example.org`);

  const known = await readClaimAndSuppressed(tables.messages, newAccount(), 'k', addresses);

  expect(known).toEqual({ claim: null, suppressed: [] });
});

test('the read before a send finds forgotten people by their key, also 51 of them beside an Idempotency-Key', async () => {
  const accountId = newAccount();
  const addresses = Array.from({ length: 51 }, (_, n) => `${n}@example.org`);
  const personKey = 'c2VjcmV0';
  const entry = forgottenEntry(personOf(personKey, '50@example.org'));
  const rest = { reason: 'bounce' as const, at: '2026-11-20T00:00:00.000Z' };
  const forgotten = { ...rest, detail: null, messageId: null };
  await suppress(tables.messages, accountId, { address: entry, ...forgotten }, alone);
  await write(accountId, 'one');

  const read = (key?: string) =>
    readClaimAndSuppressed(tables.messages, accountId, 'k', addresses, { personKey: key });

  expect(await read(personKey)).toEqual({
    claim: claim('one'),
    suppressed: [{ address: '50@example.org', ...forgotten }],
  });
  expect((await read('b3RoZXI=')).suppressed).toEqual([]);
  expect((await read()).suppressed).toEqual([]);
});
