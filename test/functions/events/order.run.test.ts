import fc from 'fast-check';
import { applySesEvent, type EventPorts } from '../../../functions/events/run.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { UpdateItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../../shared/adapters/tables/messages-table-events.ts';
import { readReports } from '../../../shared/adapters/tables/messages-table-reports.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { readSuppressed, suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import type {
  DeliveryState,
  MessageRecord,
  ReportedMessage,
} from '../../../shared/message/message.ts';
import { startTables, tablesOf, testClient } from '../../dynalite.ts';
import { type Fate, startFaultProxy } from '../../fault-proxy.ts';
import { expect, test } from '../../jest.ts';
import { bounce, complaint, delay, delivery, reject } from './payloads.ts';

const portsOf = (messages: Table): EventPorts => ({
  recordEvent: (...args) => recordEvent(messages, ...args),
  findBySesMessageId: (id) => findBySesMessageId(messages, id),
  suppress: (...args) => suppress(messages, ...args, alone),
});

const tables = await startTables();
const ports = portsOf(tables.messages);

const ada = 'ada@example.com';
const bob = 'bob@example.com';

/** A report that SES may send, and its fields that the model needs. */
interface ReportStep {
  state: DeliveryState;
  addresses: string[];
  at: string;
  suppresses: 'bounce' | 'complaint' | null;
  payload: (options: {
    id: string;
    tags: Record<string, string[]>;
    sesMessageId: string;
  }) => object;
}

const at = (second: number) => `2026-08-01T10:00:${String(second).padStart(2, '0')}.000Z`;

/** Every kind of report, some of one kind twice, at times that are not in their order of rank. */
const possible: ReportStep[] = [
  step('DELIVERED', [ada], at(31), null, (options) => delivery([ada], options)),
  step('DELIVERED', [ada, bob], at(30), null, (options) => delivery([ada, bob], options)),
  step('DELAYED', [bob], at(40), null, (options) => delay('General', options, bob)),
  step('BOUNCED', [ada], at(21), 'bounce', (options) => bounce({}, options)),
  step('BOUNCED', [ada], at(22), 'bounce', (options) => bounce({ subType: 'NoEmail' }, options)),
  step('BOUNCED', [bob], at(50), null, (options) =>
    bounce({ type: 'Transient', recipients: [{ emailAddress: bob }] }, options),
  ),
  step('REJECTED', [ada, bob], at(5), null, (options) =>
    reject({ ...options, destination: [ada, bob] }),
  ),
  step('COMPLAINED', [ada], at(55), 'complaint', (options) =>
    complaint('abuse', null, options, [ada]),
  ),
  step('COMPLAINED', [ada], at(45), 'complaint', (options) =>
    complaint('fraud', null, options, [ada]),
  ),
  step('COMPLAINED', [ada, bob], at(15), null, (options) =>
    complaint('abuse', null, options, [ada, bob]),
  ),
  step('BOUNCED', [], at(10), null, (options) =>
    bounce({ recipients: [{ emailAddress: 'ceo@example.com' }] }, options),
  ),
];

function step(
  state: DeliveryState,
  addresses: string[],
  time: string,
  suppresses: ReportStep['suppresses'],
  payload: (options: { id: string; at: string; sesMessageId: string }) => object,
): ReportStep {
  return {
    state,
    addresses,
    at: time,
    suppresses,
    payload: (options) => payload({ ...options, at: time }),
  };
}

/** From the state that any other replaces to the state that replaces all others (docs/sending.md). */
const ranks = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'];

const earliest = (steps: ReportStep[]) => steps.toSorted((a, b) => a.at.localeCompare(b.at))[0];

/** The state that the record must show for a recipient, computed from the set of reports only. */
function expectedOf(address: string, steps: ReportStep[]) {
  const about = steps.filter(
    ({ state, addresses }) =>
      addresses.includes(address) && !(state === 'COMPLAINED' && addresses.length > 1),
  );
  const worst = Math.max(-1, ...about.map(({ state }) => ranks.indexOf(state)));
  const decisive = earliest(about.filter(({ state }) => state === ranks[worst]));
  return { address, state: decisive?.state ?? null, at: decisive?.at ?? null };
}

function expectedSuppression(steps: ReportStep[]) {
  const complaints = steps.filter(({ suppresses }) => suppresses === 'complaint');
  const bounces = steps.filter(({ suppresses }) => suppresses === 'bounce');
  const decisive = earliest(complaints.length > 0 ? complaints : bounces);
  return decisive ? { reason: decisive.suppresses, at: decisive.at } : null;
}

let made = 0;

/** A message in a new account, whose send has reached `state`. */
async function message(state: MessageRecord['state'], addresses = [ada, bob]) {
  made += 1;
  const record: MessageRecord = {
    accountId: `account-${made}`,
    messageId: `message-${made}`,
    requestId: 'request',
    keyId: 'key',
    templateId: 'welcome',
    revision: 1,
    subject: 'Hello',
    recipients: addresses.map((address) => ({ address, field: '_cc' })),
    state,
    owner: 'owner',
    leaseUntilMs: 0,
    createdAt: '2026-08-01T10:00:00.000Z',
    settledAt: null,
    sesMessageId: null,
    error: null,
    answer: null,
    reported: null,
    events: [],
    trace: [],
    expiresAt: 2_000_000_000,
  };
  await beginMessage(tables.messages, record);
  return record;
}

const steps = fc
  .subarray(
    possible.map((_, index) => index),
    { minLength: 1 },
  )
  .chain((some) =>
    // Each report at least once, some twice, in any order.
    fc.tuple(fc.constant(some), fc.subarray(some)).chain(([once, again]) => {
      const all = [...once, ...again];
      return fc.shuffledSubarray(all, { minLength: all.length });
    }),
  );

async function shown({ accountId, messageId }: MessageRecord): Promise<ReportedMessage> {
  const record = await readMessage(tables.messages, accountId, messageId);
  if (record === null) throw new Error('The message has gone');
  return readReports(tables.messages, record);
}

async function apply(
  order: number[],
  record: MessageRecord,
  apart: boolean,
  through = ports,
): Promise<void> {
  const { accountId, messageId } = record;
  const tags = { 'postrider-account': [accountId], 'postrider-message': [messageId] };
  const payloads = order.map((index) =>
    possible[index]?.payload({ id: `event-${index}`, tags, sesMessageId: `ses-${made}` }),
  );
  if (apart) for (const payload of payloads) await untilApplied(payload, through);
  else await Promise.all(payloads.map((payload) => untilApplied(payload, through)));
}

/** Calls the function again with the same event after a failure, as Lambda does. */
async function untilApplied(payload: unknown, through: EventPorts): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await applySesEvent(payload, through);
      return;
    } catch (fault) {
      if (tries === 10) throw fault;
    }
  }
}

/** The state that the whole message must show, computed from the set of reports only. */
function expectedOfMessage(addresses: string[], steps: ReportStep[]) {
  const about = steps.filter((step) => step.addresses.some((each) => addresses.includes(each)));
  const worst = Math.max(-1, ...about.map(({ state }) => ranks.indexOf(state)));
  return ranks[worst] ?? null;
}

const unsettled = fc.constantFrom<MessageRecord['state']>('SENDING', 'UNKNOWN', 'SENT');

test('reports in any order, repeated, one by one or at once, lead to the same state', async () => {
  await fc.assert(
    fc.asyncProperty(steps, unsettled, fc.boolean(), async (order, state, apart) => {
      const record = await message(state);

      await apply(order, record, apart);

      const set = [...new Set(order)].flatMap((index) => possible[index] ?? []);
      const after = await shown(record);
      const kept = await readSuppressed(tables.messages, record.accountId, ada);
      expect(after.recipients.map(({ address, state, at }) => ({ address, state, at }))).toEqual([
        expectedOf(ada, set),
        expectedOf(bob, set),
      ]);
      expect(after.state).toBe('SENT');
      expect(after.events).toHaveLength(set.length);
      expect(kept && { reason: kept.reason, at: kept.at }).toEqual(expectedSuppression(set));
    }),
    { numRuns: 60 },
  );
});

test('reports lead to the same state even if the function stops before or after any write, in lists too', async () => {
  const fates = fc.array(fc.constantFrom<Fate>('pass', 'pass', 'cut', 'lose answer'));
  const addressees = fc.constantFrom<string[]>([ada], [ada, bob]);
  let due: Fate[] = [];
  // One attempt only, because a function that was stopped retries nothing itself.
  const once = { ...atTerminal, attempts: 1 };
  const proxy = await startFaultProxy(tables.endpoint, () => due.shift() ?? 'pass');
  const { messages } = tablesOf(testClient(proxy.endpoint, once));
  const through = portsOf(messages);
  const property = fc.asyncProperty(
    ...([steps, unsettled, fc.boolean(), fates, addressees] as const),
    async (order, state, apart, fatesOfRun, addresses) => {
      const record = await message(state, addresses);
      due = [...fatesOfRun];

      await apply(order, record, apart, through);

      due = [];
      const { accountId, messageId } = record;
      const listed = await readMessage(tables.messages, accountId, messageId);
      const set = [...new Set(order)].flatMap((index) => possible[index] ?? []);
      const after = await shown(record);
      expect(listed).toMatchObject({ state: 'SENT', reported: expectedOfMessage(addresses, set) });
      expect(after.reported).toBe(listed?.reported);
      expect(after.events).toHaveLength(set.length);
    },
  );
  await fc.assert(property, { numRuns: 20 }).finally(proxy.stop);
  messages.client.destroy();
});

test('a report on a record that newer code wrote is not applied, and not lost', async () => {
  const record = await message('SENT');
  const { client, name } = tables.messages;
  await client.send(
    new UpdateItemCommand({
      TableName: name,
      Key: { accountId: { S: record.accountId }, sk: { S: `M#${record.messageId}` } },
      UpdateExpression: 'SET #format = :newer',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':newer': { N: '99' } },
    }),
  );

  await expect(apply([0], record, true)).rejects.toThrow('newer version');
});
