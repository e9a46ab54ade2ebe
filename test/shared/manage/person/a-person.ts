import { ulid } from 'ulid';
import { keepAccepted } from '../../../../shared/adapters/tables/accepted-events-table.ts';
import {
  raiseAccountSpread,
  writeAccount,
} from '../../../../shared/adapters/tables/accounts-table.ts';
import type { Item } from '../../../../shared/adapters/tables/attributes.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { keepCopy } from '../../../../shared/adapters/tables/copies-table.ts';
import { putItem, scanAll, type Table } from '../../../../shared/adapters/tables/dynamodb.ts';
import { putKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { writeKeyPause } from '../../../../shared/adapters/tables/keys-table-writes.ts';
import { recordEvent } from '../../../../shared/adapters/tables/messages-table-events.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { parkEvent } from '../../../../shared/adapters/tables/parked-events-table.ts';
import { encodePending, keepPending } from '../../../../shared/adapters/tables/pending-table.ts';
import { keepReply } from '../../../../shared/adapters/tables/replies-table.ts';
import { encodeRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { blockPrefix } from '../../../../shared/adapters/tables/search-blocks.ts';
import { suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import { putEndpoint } from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { recordFailure } from '../../../../shared/adapters/tables/webhook-failures-table.ts';
import { decompress } from '../../../../shared/adapters/tables/zstd.ts';
import type { PersonPorts } from '../../../../shared/manage/person/person-ports.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../../shared/message/message-id.ts';
import { storedReply } from '../../../../shared/message/reply.ts';
import type { WebhookEndpoint } from '../../../../shared/webhook/endpoint.ts';
import type { TestTables } from '../../../dynalite.ts';
import { putAccounts, type TestDeployment } from '../../../management.ts';
import { aMessage, anEvent } from '../../adapters/messages.ts';

/** As a caller writes it. */
export const typed = 'Ada.L@MÜNCHEN.example';
/** As SES knows it. */
export const sent = 'Ada.L@xn--mnchen-3ya.example';
export const address = sent.toLowerCase();
/** Every form of it. */
export const anyForm = /ada\.l(@|%40)(xn--mnchen-3ya|münchen)\.example/iu;
export const bob = 'bob@example.com';

/** When the person is forgotten. */
export const startMs = Date.parse('2026-11-23T12:00:00.000Z');
const at = new Date(startMs - 60 * 60_000).toISOString();
const expiresAt = startMs / 1000 + 30 * 86_400;

const aReply = {
  ...{ at, name: null, subject: 'Re: Bob', text: 'Yes.', textCut: false, auto: false },
  ...{ messageIdHeader: null, references: [], attachments: [], mailKey: null },
  verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'PASS', virus: 'PASS' },
} as const;

/** The ports of a person's data, with a clock that each pause moves on. */
export function personPorts(
  ports: TestDeployment['ports'],
  change: Partial<PersonPorts> = {},
): PersonPorts & { pause: (ms: number) => void; nowMs: () => number } {
  let nowMs = startMs;
  return {
    ...ports,
    ...{
      wakeUps: null,
      announcer: undefined,
      listUsers: async () => [],
      backups: true,
      replyMailDays: 7,
    },
    now: () => new Date(nowMs),
    nowMs: () => nowMs,
    pause: (ms) => {
      nowMs += ms;
    },
    ...change,
  };
}

const to = (address: string) => [{ address, field: '_to' as const }];

const settled = { state: 'SENT' as const, settledAt: at, owner: 'o', sesMessageId: null };

/** An account with every place of a person's data, and the same of another person. */
export async function fillAccount(
  tables: TestTables,
  accountId: string,
  parts = 1,
): Promise<Record<string, string>> {
  const { messages, accounts, keys, templates, trail } = tables;
  await putAccounts(accounts, accountId);
  if (parts > 1) await raiseAccountSpread(accounts, accountId, parts, alone);
  await writeAccount(accounts, accountId, { seeds: [sent, bob] }, alone);
  const ids: Record<string, string> = {};
  let count = 0;
  const record = async (name: string, change: Partial<MessageRecord>, isTest = false) => {
    const nowMs = startMs - 60 * 60_000 + count++;
    const messageId = isTest ? newTestMessageId(nowMs) : newMessageId(nowMs, parts);
    const made = aMessage({
      ...{ accountId, messageId, createdAt: at, expiresAt, subject: `For ${typed}` },
      ...{ ...settled, recipients: to(sent), ...change },
    });
    await beginMessage(messages, made);
    ids[name] = messageId;
    return made;
  };
  const copy = { variables: { mail: typed }, bodies: { subject: 's', html: sent, text: '' } };

  const single = await record('single', { reference: `order of ${typed}`, answer: '{"a":1}' });
  await recordEvent(messages, accountId, single.messageId, {
    ...anEvent(),
    ...{ state: 'BOUNCED', addresses: [sent], reason: `550 <${sent}> unknown` },
  });
  await keepCopy(messages, single, copy, expiresAt);
  const place = { messageId: single.messageId, eventId: 'evt_1', endpointId: 'wh_1' };
  const failed = { ...place, type: 'email.bounced', attempts: 1, lastAt: at, nextAt: null };
  await recordFailure(messages, accountId, { ...failed, lastStatus: 500, lastError: sent });

  const both = [...to(sent), { address: bob, field: '_cc' as const }];
  const several = await record('several', { recipients: both, subject: 'Hello' });
  for (const [eventId, address] of Object.entries({ 'event-1': sent, 'event-2': bob })) {
    const report = { ...anEvent(), eventId, addresses: [address], reason: `to ${address}` };
    await recordEvent(messages, accountId, several.messageId, report);
  }
  await keepCopy(messages, several, copy, expiresAt);
  await record('failed', { state: 'FAILED', error: `Address ${typed} is odd`, subject: '' });
  await record('refused', {
    ...{ state: 'REFUSED', subject: '', error: '_to is not valid' },
    recipients: to(`Ada, ${typed}; x`),
  });
  await record('named', { recipients: to(bob), subject: `From ${typed}`, reference: 'r-1' });
  const scheduled = await record('scheduled', {
    state: 'SCHEDULED',
    sendAt: '2026-12-01T00:00:00Z',
  });
  const request = encodePending({ request: { variables: { mail: typed }, _to: sent } });
  if (request) await keepPending(messages, scheduled, request);
  const test = { recipients: to(bob), redirectedTo: sent, leftOut: [typed] };
  const tested = await record('test', test, true);
  await keepCopy(messages, tested, copy, expiresAt);
  const answered = await record('other', {
    ...{ recipients: to(bob), subject: 'Bob', reference: 'bob', replyTo: 'r+0@reply.example' },
  });
  for (const from of [typed, bob]) {
    await keepReply(messages, answered, storedReply(answered, { ...aReply, from, mailId: from }));
  }

  const parked = (to: string) => ({
    ...{ accountId, endpointId: 'wh_1', eventId: `evt_${to}`.slice(0, 7) },
    event: { timestamp: at, type: 'email.bounced', data: { id: 'm', to, reason: `no ${to}` } },
  });
  await parkEvent(messages, { ...parked(sent), eventId: 'evt_2' }, startMs);
  await parkEvent(messages, { ...parked(bob), eventId: 'evt_3' }, startMs);
  const endpoint: WebhookEndpoint = {
    ...{ accountId, endpointId: 'wh_1', url: 'https://example.com/hook', types: null, test: false },
    ...{ secrets: [], state: 'ACTIVE', pausedBecause: null, createdAt: at, failingSince: null },
    ...{ failures: 1, retryAt: null, wakeAt: null, slow: false, lastStatus: 500 },
    lastError: `500: no ${typed}`,
  };
  await putEndpoint(messages, endpoint, alone);
  for (const [eventId, answer] of Object.entries({ evt_4: `got ${typed}`, evt_5: 'ok' })) {
    const accepted = { ...place, eventId, type: 'email.sent', attempts: 1, at, status: 200 };
    await keepAccepted(messages, accountId, { ...accepted, answer });
    await keepAccepted(messages, accountId, { ...accepted, endpointId: 'wh_2', answer });
  }
  await putItem(trail.table, {
    ...{ accountId: { S: accountId }, sk: { S: `A#${ulid(startMs - 1000)}` }, kind: { S: 'user' } },
    ...{ action: { S: 'webhook.deleted' }, target: { S: 'webhook:wh_2' }, change: { S: '{}' } },
    ...{ whoId: { S: 'sub-1' }, door: { S: 'dashboard' } },
  });
  const suppressed = { address: sent, reason: 'bounce' as const, at, detail: `550 ${sent}` };
  await suppress(messages, accountId, { ...suppressed, messageId: single.messageId }, alone);
  const other = { ...suppressed, address: bob, detail: null, messageId: null };
  await suppress(messages, accountId, other, alone);
  await putItem(messages, { accountId: { S: accountId }, sk: { S: `${blockPrefix}#01` } });
  const key = { keyHash: `hash-${accountId}`, keyId: `key-${accountId}`, accountId, name: 'ci' };
  const stored = { ...key, hint: 'pr_…', status: 'active' as const, createdAt: at };
  await putKey(keys, { ...stored, usageIdentifierKey: 'v' }, alone, alone);
  await writeKeyPause(keys, key.keyHash, { at, by: sent }, alone);
  await putItem(trail.table, {
    ...{ accountId: { S: accountId }, sk: { S: 'P#sub-1' }, name: { S: address } },
  });
  await fillTemplates({ templates }, accountId);
  return ids;
}

/** A template that the person saved, twice, and paused; with the address in its test data. */
async function fillTemplates({ templates }: { templates: Table }, accountId: string) {
  const content = encodeRevision({
    ...{ format: 1, name: 'Welcome', subject: 'Hi', html: '<p></p>', testData: { mail: typed } },
    ...{ textTemplate: null, compiled: {}, plan: null },
  } as never);
  const approvedBy = { L: [{ S: 'bob' }, { S: address }] };
  const origin = { M: { by: { S: address }, how: { S: 'dashboard' }, approvedBy } };
  const approvals = { S: JSON.stringify([{ by: { id: 'sub', name: address }, at, replay: null }]) };
  const item = (sk: string, more: Item): Item => ({
    ...{ accountId: { S: accountId }, sk: { S: sk }, revision: { N: '2' } },
    ...{ createdAt: { S: at }, ...more },
  });
  await putItem(templates, item('R#welcome#00000002', { content: { B: content } }));
  await putItem(templates, item('V#welcome#00000001', { origin }));
  await putItem(
    templates,
    item('T#welcome', {
      ...{ name: { S: 'Welcome' }, subject: { S: 'Hi' }, flowStatus: { S: 'none' }, origin },
      ...{ updatedAt: { S: at }, replaces: { N: '1' } },
      draft: { M: { origin, approvals, revision: { N: '3' }, createdAt: { S: at } } },
      pauses: { S: JSON.stringify([{ at, by: address, resumed: { at, by: 'bob' } }]) },
    }),
  );
}

/** All items with an address of the person, or hashes of it, but for an author's content, which is left. */
export async function leaksIn(tables: TestTables, accountId: string): Promise<string[]> {
  const items = await itemsWith({ ...tables, more: [tables.trail.table] }, accountId);
  return items.filter(
    (item) =>
      item.includes(`"${blockPrefix}`) || (anyForm.test(item) && !item.includes('R#welcome')),
  );
}

/** Every item of an account beside the trail, as text. */
export async function itemsWith(
  { messages, accounts, keys, templates, more = [] }: TestTables & { more?: Table[] },
  accountId: string,
): Promise<string[]> {
  const tables = [messages, accounts, keys, templates, ...more];
  const scans = await Promise.all(tables.map((table) => scanAll(table)));
  const items = scans.flat().map(readable);
  return items.filter((text) => text.includes(accountId)).sort();
}

function readable(item: Item): string {
  return JSON.stringify(item, (_, value) => {
    const bytes = value?.type === 'Buffer' ? Buffer.from(value.data) : value;
    if (!(bytes instanceof Uint8Array)) return value;
    try {
      return decompress(bytes).toString();
    } catch {
      return Buffer.from(bytes).toString('base64');
    }
  });
}
