import { readMayBeSent } from '../../../../shared/adapters/tables/restored.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { startTables, testClient } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { serve } from '../../../serve.ts';

const restoredMs = Date.parse('2026-11-22T10:00:00Z');
const ids = [newMessageId(restoredMs - 1), newMessageId(restoredMs, 3)];

test('of a table that was restored, messages that were accepted before the backup may have been sent', async () => {
  const RestoreSummary = { RestoreDateTime: restoredMs / 1000, RestoreInProgress: false };
  const { url } = await serve((_, response) => {
    response.end(JSON.stringify({ Table: { TableName: 'Messages', RestoreSummary } }));
  });
  const ofTheCli = testClient(url);
  // The client of the functions gives DynamoDB's answer as it is.
  const send = async () => ({ Table: { RestoreSummary } });
  const ofTheFunctions = Object.assign(testClient(url), { send });

  for (const client of [ofTheCli, ofTheFunctions]) {
    const mayBeSent = await readMayBeSent({ client, name: 'Messages' });
    expect(ids.map(mayBeSent)).toEqual([true, false]);
  }
});

test('of a table that was never restored, no message may have been sent', async () => {
  const mayBeSent = await readMayBeSent((await startTables()).messages);

  expect(ids.map(mayBeSent)).toEqual([false, false]);
});
