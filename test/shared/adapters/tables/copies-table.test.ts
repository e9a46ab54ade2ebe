import { randomBytes } from 'node:crypto';
import { keepCopy, NewerCopy, readCopy } from '../../../../shared/adapters/tables/copies-table.ts';
import { UpdateItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';

const tables = await startTables();

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const tomorrow = nowMs / 1000 + 86_400;
const placeOf = (messageId: string) => ({ accountId: 'acc_1', messageId });
const copy = {
  variables: { name: 'Ada', items: [{ price: 3 }] },
  bodies: { subject: 'Hello', html: '<p>Hello Ada</p>', text: 'Hello Ada' },
};
/** The copy as it is read. */
const kept = { ...copy, expiresAt: tomorrow };

test('a copy is read as it was kept, by its own account alone', async () => {
  const place = placeOf('01KQHFP68000000000000000010');
  await keepCopy(tables.messages, place, copy, tomorrow);

  expect(await readCopy(tables.messages, place, nowMs)).toEqual(kept);
  expect(await readCopy(tables.messages, { ...place, accountId: 'acc_2' }, nowMs)).toBeNull();
});

test('a copy is gone when it expires, before DynamoDB deletes it', async () => {
  const place = placeOf('01KQHFP6800000000000000002');
  await keepCopy(tables.messages, place, copy, tomorrow);

  expect(await readCopy(tables.messages, place, tomorrow * 1000)).toBeNull();
  expect(await readCopy(tables.messages, place, tomorrow * 1000 - 1)).toEqual(kept);
});

test('a copy that is too large is kept without its bodies', async () => {
  const place = placeOf('01KQHFP6800000000000000003');
  const html = randomBytes(400 * 1024).toString('base64');
  await keepCopy(tables.messages, place, { ...copy, bodies: { ...copy.bodies, html } }, tomorrow);

  expect(await readCopy(tables.messages, place, nowMs)).toEqual({ ...kept, bodies: null });
});

test('of variables that are too large nothing is kept', async () => {
  const place = placeOf('01KQHFP6800000000000000004');
  const variables = { data: randomBytes(400 * 1024).toString('base64') };
  await keepCopy(tables.messages, place, { ...copy, variables }, tomorrow);

  expect(await readCopy(tables.messages, place, nowMs)).toBeNull();
});

test('a copy of a newer version is refused, not misread', async () => {
  const place = placeOf('01KQHFP6800000000000000005');
  await keepCopy(tables.messages, place, copy, tomorrow);
  const newer = new UpdateItemCommand({
    TableName: tables.messages.name,
    Key: { accountId: { S: 'acc_1' }, sk: { S: `C#${place.messageId}` } },
    UpdateExpression: 'SET #format = :two',
    ExpressionAttributeNames: { '#format': 'format' },
    ExpressionAttributeValues: { ':two': { N: '2' } },
  });
  await tables.messages.client.send(newer);

  await expect(readCopy(tables.messages, place, nowMs)).rejects.toThrow(NewerCopy);
});
