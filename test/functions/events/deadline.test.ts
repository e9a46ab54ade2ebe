import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { readSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import { startTables, tableNames } from '../../dynalite.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { type Fate, startFaultProxy } from '../../fault-proxy.ts';
import { expect, test } from '../../jest.ts';
import { catchPrinted } from '../../printed-lines.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { bounce, tags } from './payloads.ts';

let fate: Fate;

const printed = catchPrinted();
const tables = await startTables();
const beforeTables = await startFaultProxy(tables.endpoint, () => fate);
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_DYNAMODB: beforeTables.endpoint,
  MESSAGES_TABLE: tableNames.messages,
  ACCOUNTS_TABLE: tableNames.accounts,
});
const { handler } = await import('../../../functions/events/handler.ts');

atEndOfFile(printed.restore);

const accountId = tags['postrider-account'][0] ?? '';
const messageId = tags['postrider-message'][0] ?? '';
const ada = 'ada@example.com';

/** The function's time for one event. */
const time = (ms: number) => ({ getRemainingTimeInMillis: () => ms });

test.each<Fate>(['drip', 'hang'])(
  'an event fails in time to be tried again if the table answers with "%s", and is then recorded',
  async (broken) => {
    const to = { address: ada, field: '_to' as const };
    fate = 'pass';
    await beginMessage(tables.messages, aMessage({ accountId, messageId, recipients: [to] }));
    const event = bounce({}, { id: `event-${broken}` });
    fate = broken;

    const first = handler(event, time(400));
    await expect(first).rejects.toThrow('The time of the request was over');
    fate = 'pass';
    await handler(event, time(15_000));

    const message = await readMessage(tables.messages, accountId, messageId);
    const suppressed = await readSuppressed(tables.messages, accountId, ada);
    expect(message?.reported).toBe('BOUNCED');
    expect(suppressed).toMatchObject({ address: ada, reason: 'bounce' });
  },
);
