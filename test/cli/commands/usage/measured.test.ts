import { randomBytes } from 'node:crypto';
import { authorize } from '../../../../functions/authorizer/run.ts';
import { type DuePorts, sendDue } from '../../../../functions/due/run.ts';
import { applySesEvent } from '../../../../functions/events/run.ts';
import { execute } from '../../../../functions/execute/run.ts';
import { renderStored } from '../../../../functions/render/run.ts';
import { pushDemoTemplates } from '../../../../local/demo/demo-templates.ts';
import { GetItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { readKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { messageItemKey } from '../../../../shared/adapters/tables/message-item.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../../../shared/adapters/tables/messages-table-events.ts';
import { messageStore } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { readPending, removePending } from '../../../../shared/adapters/tables/pending-table.ts';
import {
  draftLoader,
  type LoadTemplate,
  revisionLoader,
  templateLoader,
} from '../../../../shared/adapters/tables/template-loader.ts';
import type { LogEnd } from '../../../../shared/http/log-line.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { functionCalls, measured } from '../../../../shared/manage/cost/usage.ts';
import { createKey } from '../../../../shared/manage/keys.ts';
import { compileSource } from '../../../../shared/manage/templates/compile-source.ts';
import { showTemplate } from '../../../../shared/manage/templates/templates.ts';
import { messageIdHeader, newMessageId } from '../../../../shared/message/message-id.ts';
import { tablesOf, testClient } from '../../../dynalite.ts';
import { atEndOfFile } from '../../../end-of-file.ts';
import { delivery } from '../../../functions/events/payloads.ts';
import { startSending } from '../../../functions/execute/sending.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { startDeployment } from '../../../management.ts';
import { type Capacity, countCapacity, itemBytes } from './capacity.ts';

/** An account with the demo's templates, whose calls to the tables are counted. */
const deployment = await startDeployment();
const ports = { ...deployment.ports, randomBytes, now: () => new Date() };
const { accountId } = await createAccount(ports, { name: 'Acme', plan: 'team' });
const key = await createKey(ports, { accountId, name: 'production' });
const { secret } = key;
const caller = { accountId, keyId: key.keyId };
await pushDemoTemplates(ports, accountId);
const tables = tablesOf(testClient(deployment.tables.endpoint));
const capacity = countCapacity(tables.keys.client);

beforeEach(() => void capacity());

atEndOfFile(() => tables.keys.client.destroy());

/** An id as long as SES's ids. */
const sesMessageId = '0100019a1b2c3d4e-12345678-90ab-cdef-1234-567890abcdef-000000';
const messageId = '01M7YXY4W084J4C0M0BZGJ8VKT';
const _to = 'firstname.lastname@customer.example';
const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to };
const received = { requestId: 'VFygWsUWsYm5_HWI', body, header: () => undefined };

const expected = (name: keyof typeof functionCalls) => {
  const { reads, writes } = functionCalls[name];
  return { reads, writes };
};

/** Runs the work twice, and counts the second, warm run. */
async function warm(work: () => Promise<unknown>): Promise<Capacity> {
  await work();
  capacity();
  await work();
  return capacity();
}

function executePorts() {
  const { ports } = startSending(tables.messages);
  return {
    ...ports,
    loadTemplate: templateLoader(tables.templates),
    sendMail: async () => ({ outcome: 'sent' as const, messageId: sesMessageId }),
    store: messageStore(tables.messages),
    newMessageId: () => messageId,
  };
}

/** Schedules a mail for an hour later, and then wakes up its message. Each acceptance creates a new message. */
function scheduling() {
  const sending = startSending(tables.messages);
  const { loadTemplate, sendMail } = executePorts();
  const ports = { ...sending.ports, loadTemplate, sendMail };
  const loadRevision = revisionLoader(tables.templates);
  const hourMs = 60 * 60 * 1000;
  let id = '';
  return {
    accept: async () => {
      const _sendAt = new Date(sending.nowMs() + hourMs).toISOString();
      const request = { ...body, _sendAt };
      const { headers } = await execute(request, caller, { ...received, body: request }, ports);
      id = headers[messageIdHeader] ?? '';
      sending.pass(hourMs);
    },
    /** Returns the log line of the wake-up. */
    wake: async () => {
      const place = { accountId: caller.accountId, messageId: id };
      const told: Partial<LogEnd> = {};
      const duePorts: DuePorts = {
        ...ports,
        later: async () => undefined,
        loadRevision,
        readPending: (message) => readPending(tables.messages, message),
        removePending: (message) => removePending(tables.messages, message),
        tell: (notes) => void Object.assign(told, notes),
      };
      const outcome = await sendDue({ ...place, received: 1 }, duePorts);
      return { ...place, ...told, outcome };
    },
  };
}

async function recordBytes(): Promise<number> {
  const Key = messageItemKey(caller.accountId, messageId);
  const get = new GetItemCommand({ TableName: tables.messages.name, Key });
  const { Item } = await deployment.tables.messages.client.send(get);
  return itemBytes(Item ?? {});
}

/** A request for a mail of the template and its test data, and the template as it is and with copies. */
async function keptAndNot(templateId: string) {
  const { source } = await showTemplate(deployment.ports, caller.accountId, templateId);
  const loaded = await templateLoader(tables.templates)(caller.accountId, templateId);
  const compiled = await compileSource({ ...source, flow: sendingFlow });
  if (!loaded || !compiled.ok) throw new Error(`${templateId} is missing`);
  const template = { ...loaded, plan: compiled.revision.plan };
  const kept = { ...template, copies: { days: 7, secret: [] } };
  return {
    ports: { kept: async () => kept, notKept: async () => template },
    request: { templateId, variables: source.testData ?? {}, _to },
  };
}

const sendingFlow = {
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'hello@acme.example' },
  ],
  edges: [{ from: 'mail', to: 'send' }],
};

test('the bill counts the read and write units that the authorizer uses', async () => {
  const request = { type: 'TOKEN' as const, authorizationToken: `Bearer ${secret}` };

  const taken = await warm(() =>
    authorize({ ...request, methodArn: 'arn' }, { readKey: (hash) => readKey(tables.keys, hash) }),
  );

  expect(taken).toEqual(expected('authorizer'));
});

test('the bill counts the read and write units that a render uses', async () => {
  const { templates } = tables;
  const ports = { loadTemplate: templateLoader(templates), loadDraft: draftLoader(templates) };
  const variables = { name: 'Ada', order: '1', items: [], total: '1' };

  const taken = await warm(() =>
    renderStored({ template_id: 'receipt', variables }, caller, ports),
  );

  expect(taken).toEqual(expected('render'));
});

test('the bill counts the read and write units that a send and its report use', async () => {
  const ports = executePorts();
  await execute({ ...body, _dryRun: true }, caller, received, ports);
  capacity();

  await execute(body, caller, received, ports);
  const { reads, writes } = capacity();
  const tags = { 'postrider-account': [caller.accountId], 'postrider-message': [messageId] };
  const id = '7e2c9d1a-5a0f-4a53-9d3c-0f6f2c1c9b1e';
  await applySesEvent(delivery([_to], { id, tags, sesMessageId, destination: [_to] }), {
    recordEvent: (...args) => recordEvent(tables.messages, ...args),
    findBySesMessageId: (sesId) => findBySesMessageId(tables.messages, sesId),
    suppress: null,
  });

  // The server does not count the one write of an index whose key a message gets once.
  expect({ reads, writes: writes + 1 }).toEqual(expected('execute'));
  expect(capacity()).toEqual(expected('events'));
  expect(await recordBytes()).toBeLessThanOrEqual(measured.recordBytes);
});

test.each(['welcome', 'receipt'] as const)(
  'the bill counts the write units that a kept copy of %s takes',
  async (templateId) => {
    const { ports, request } = await keptAndNot(templateId);
    const { newMessageId } = startSending(tables.messages).ports;
    const unitsOf = async (loadTemplate: LoadTemplate) => {
      capacity();
      const loaded = { ...executePorts(), loadTemplate, newMessageId };
      await execute(request, caller, received, loaded);
      return capacity();
    };

    const without = await unitsOf(ports.notKept);
    const kept = await unitsOf(ports.kept);

    expect(kept.writes - without.writes).toBe(measured.copyWrites[templateId]);
    expect(kept.reads).toBe(without.reads);
  },
);

test('the bill counts the units that a scheduled send takes, and the length of its log line', async () => {
  const scheduled = scheduling();
  await scheduled.accept();
  await scheduled.wake();
  capacity();

  await scheduled.accept();
  const accepted = capacity();
  const line = await scheduled.wake();
  const { reads, writes } = capacity();

  expect(accepted).toEqual(expected('schedule'));
  // The write of the index by SES's id.
  expect({ reads, writes: writes + 1 }).toEqual(expected('due'));
  expect(line).toMatchObject({ outcome: 'sent' });
  const { length } = JSON.stringify({ level: 'info', endpoint: 'due', ...line, ms: 1000 });
  expect(length).toBeLessThanOrEqual(functionCalls.due.logBytes);
});

test('a request that the flow refuses is one write unit', async () => {
  const ports = { ...executePorts(), newMessageId };
  const refused = { ...body, _to: 'nobody' };

  const { writes } = await warm(() => execute(refused, caller, received, ports));

  expect(writes).toBe(1);
});
