import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { messageFormat } from '../../../../shared/adapters/tables/message-item.ts';
import {
  readClaimAndSuppressed,
  readMessage,
} from '../../../../shared/adapters/tables/messages-table.ts';
import {
  beginMessage,
  freeClaim,
  settleMessage,
  takeOverClaim,
  writeClaim,
} from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import type { Claim, Settlement } from '../../../../shared/message/message-store.ts';
import { startTables } from '../../../dynalite.ts';
import { describe, expect, test } from '../../../jest.ts';
import { aMessage } from '../messages.ts';

let count = 0;

const tables = await startTables();

/** An account that no other test has. */
const newAccount = () => `acc_${++count}`;

const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  state: 'SENT',
  settledAt: '2026-11-21T10:00:01.000Z',
  sesMessageId: 'ses-1',
  error: null,
  answer: '{"n":1}',
  trace: null,
  ...change,
});
const asUnknown = settlement({ state: 'UNKNOWN', sesMessageId: null, error: 'lost' });

describe('a message', () => {
  test('a message is read as it was written, with recipients in the order of their fields', async () => {
    const message = aMessage({ accountId: newAccount() });

    expect(await beginMessage(tables.messages, message)).toBe(true);

    const read = await readMessage(tables.messages, message.accountId, message.messageId);
    expect(read).toEqual(message);
  });

  test('a message can be begun again only by its own attempt', async () => {
    const message = aMessage({ accountId: newAccount() });
    await beginMessage(tables.messages, message);

    expect(await beginMessage(tables.messages, message)).toBe(true);
    expect(await beginMessage(tables.messages, { ...message, owner: 'other' })).toBe(false);
  });

  test('a message can be settled only by its own attempt', async () => {
    const message = aMessage({ accountId: newAccount() });
    await beginMessage(tables.messages, message);
    const steps = [{ node: null, type: 'provider', outcome: 'sent', ms: 1 }];

    const other = await settleMessage(tables.messages, { ...message, owner: 'x' }, settlement());
    const own = await settleMessage(tables.messages, message, settlement({ trace: steps }));

    expect(other).toBeNull();
    expect(own).toEqual({
      ...message,
      state: 'SENT',
      settledAt: '2026-11-21T10:00:01.000Z',
      sesMessageId: 'ses-1',
      answer: '{"n":1}',
      trace: steps,
    });
  });

  test('a message that does not exist is not settled', async () => {
    const message = aMessage({ accountId: newAccount() });

    expect(await settleMessage(tables.messages, message, settlement())).toBeNull();
    expect(await readMessage(tables.messages, message.accountId, message.messageId)).toBeNull();
  });

  test('a message becomes UNKNOWN only from SENDING', async () => {
    const message = aMessage({ accountId: newAccount() });
    await beginMessage(tables.messages, message);
    await settleMessage(tables.messages, message, settlement());

    expect(await settleMessage(tables.messages, message, asUnknown)).toBeNull();
  });

  test('an UNKNOWN message gets the state that SES reports, but keeps the answer that was given', async () => {
    const message = aMessage({ accountId: newAccount() });
    await beginMessage(tables.messages, message);
    await settleMessage(tables.messages, message, asUnknown);

    const after = await settleMessage(tables.messages, message, settlement({ answer: '{"n":2}' }));

    expect(after).toMatchObject({ state: 'SENT', answer: '{"n":1}', error: null });
  });

  test('a message of a newer version is reported as unreadable', async () => {
    const message = aMessage({ accountId: newAccount() });
    await beginMessage(tables.messages, message);
    await tables.messages.client.send(
      new UpdateItemCommand({
        TableName: tables.messages.name,
        Key: { accountId: { S: message.accountId }, sk: { S: `M#${message.messageId}` } },
        UpdateExpression: 'SET #format = :two',
        ExpressionAttributeNames: { '#format': 'format' },
        ExpressionAttributeValues: { ':two': { N: String(messageFormat + 1) } },
      }),
    );

    const read = readMessage(tables.messages, message.accountId, message.messageId);

    await expect(read).rejects.toThrow(
      'The message was recorded by a newer version of the service',
    );
  });
});

describe('a claim', () => {
  const claim = (owner: string, change: Partial<Claim> = {}): Claim => ({
    messageId: 'm-1',
    bodyHash: 'b',
    owner,
    leaseUntilMs: 20_000,
    expiresAt: 100,
    ...change,
  });
  const claimOf = async (accountId: string) =>
    (await readClaimAndSuppressed(tables.messages, accountId, 'k', [])).claim;

  test('a claim belongs to the first attempt, which may write it twice', async () => {
    const accountId = newAccount();

    const holders = [
      await writeClaim(tables.messages, accountId, 'k', claim('one'), 0),
      await writeClaim(tables.messages, accountId, 'k', claim('two'), 0),
      await writeClaim(tables.messages, accountId, 'k', claim('one'), 0),
    ];

    expect(holders).toEqual([claim('one'), claim('one'), claim('one')]);
  });

  test('anybody may take an expired claim', async () => {
    const accountId = newAccount();
    await writeClaim(tables.messages, accountId, 'k', claim('one'), 0);

    const before = await writeClaim(tables.messages, accountId, 'k', claim('two'), 99);
    const after = await writeClaim(tables.messages, accountId, 'k', claim('two'), 100);

    expect([before?.owner, after?.owner]).toEqual(['one', 'two']);
  });

  test('a claim is taken over only from the holder that was read', async () => {
    const accountId = newAccount();
    await writeClaim(tables.messages, accountId, 'k', claim('one'), 0);

    const two = await takeOverClaim(tables.messages, accountId, 'k', claim('two'), claim('one'));
    const three = await takeOverClaim(
      tables.messages,
      accountId,
      'k',
      claim('three'),
      claim('one'),
    );

    expect([two?.owner, three?.owner]).toEqual(['two', 'two']);
  });

  test('a claim is freed only by its owner, and then belongs to nobody', async () => {
    const accountId = newAccount();
    await writeClaim(tables.messages, accountId, 'k', claim('one'), 0);

    await freeClaim(tables.messages, accountId, 'k', 'two');
    const kept = await claimOf(accountId);
    await freeClaim(tables.messages, accountId, 'k', 'one');

    expect(kept).toEqual(claim('one'));
    expect(await claimOf(accountId)).toBeNull();
    expect(
      await takeOverClaim(tables.messages, accountId, 'k', claim('two'), claim('one')),
    ).toBeNull();
  });
});

describe('the read before a send', () => {
  test('the read before a send returns the claim and the suppressed addresses of this account', async () => {
    const [accountId, other] = [newAccount(), newAccount()];
    const claim = { messageId: 'm', bodyHash: 'b', owner: 'o', leaseUntilMs: 1, expiresAt: 2 };
    const suppression = {
      address: 'ada@example.org',
      reason: 'complaint' as const,
      at: '2026-11-20T00:00:00.000Z',
      detail: 'abuse',
      messageId: 'm-0',
    };
    await writeClaim(tables.messages, accountId, 'k', claim, 0);
    await suppress(tables.messages, accountId, suppression);
    await suppress(tables.messages, other, { ...suppression, address: 'bob@example.org' });

    const known = await readClaimAndSuppressed(tables.messages, accountId, 'k', [
      'Ada@example.org',
      'ada@example.org',
      'bob@example.org',
    ]);

    expect(known).toEqual({ claim, suppressed: [suppression] });
  });

  test('the read before a send of 50 addresses and an Idempotency-Key is one read', async () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `${n}@example.org`);

    const known = await readClaimAndSuppressed(tables.messages, newAccount(), 'k', addresses);

    expect(known).toEqual({ claim: null, suppressed: [] });
  });
});
