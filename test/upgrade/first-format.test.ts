import { readFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type AttributeValue,
  PutItemCommand,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addUser, listUsers } from '../../cli/operate/users.ts';
import { authorize } from '../../functions/authorizer/run.ts';
import { type ExecutePorts, execute } from '../../functions/execute/run.ts';
import { renderStored } from '../../functions/render/run.ts';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import { messageFormat } from '../../shared/adapters/tables/message-item.ts';
import { messageStore } from '../../shared/adapters/tables/message-store.ts';
import { recordEvent } from '../../shared/adapters/tables/messages-table-events.ts';
import { templateLoader } from '../../shared/adapters/tables/template-loader.ts';
import { listAccounts, setPlan } from '../../shared/manage/accounts.ts';
import { createKey, deleteKey, listKeys } from '../../shared/manage/keys.ts';
import { listMessages, showMessage } from '../../shared/manage/messages/messages.ts';
import { addSuppression, listSuppressions } from '../../shared/manage/suppression.ts';
import { deleteTemplate } from '../../shared/manage/templates/delete-template.ts';
import { prepareTemplate } from '../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../shared/manage/templates/push-templates.ts';
import {
  listTemplates,
  listVersions,
  rollBack,
  showTemplate,
} from '../../shared/manage/templates/templates.ts';
import { startDeployment, type TestDeployment } from '../management.ts';
import { readAsFirstVersion } from './first-reader.ts';

/** What version 0.1.0 wrote, as it stood in its tables: never to be changed, nor made anew. */
const stored = JSON.parse(readFileSync(new URL('first-format.json', import.meta.url), 'utf8')) as {
  accountId: string;
  active: { keyId: string; secret: string };
  revoked: { keyId: string; secret: string };
  gatewayKeys: { id: string; name: string; value: string }[];
  members: string[];
  tables: Record<(typeof tables)[number], Record<string, Record<string, unknown>>[]>;
};

const tables = ['accounts', 'keys', 'templates', 'messages', 'users'] as const;
const { accountId } = stored;
const nowMs = Date.parse('2026-11-01T12:00:00Z');

let deployment: TestDeployment;
let ports: TestDeployment['ports'];
beforeEach(async () => {
  deployment = await startDeployment();
  ports = { ...deployment.ports, now: () => new Date(nowMs) };
  for (const key of stored.gatewayKeys) deployment.gateway.keys.set(key.id, key);
  for (const member of stored.members) deployment.gateway.members.add(member);
  for (const table of tables) {
    for (const item of stored.tables[table]) {
      const { client, name: TableName } = ports[table];
      await client.send(new PutItemCommand({ TableName, Item: toItem(item) }));
    }
  }
});
afterEach(() => deployment.stop());

/** Bytes are base64 in the file. */
function toItem(item: Record<string, Record<string, unknown>>): Record<string, AttributeValue> {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    typeof value.B === 'string' ? { B: Buffer.from(value.B, 'base64') } : value,
  ]);
  return Object.fromEntries(entries);
}

const caller = { accountId, keyId: stored.active.keyId };
const receipt = {
  name: 'Ada',
  order: '7',
  items: [{ name: 'Pen', quantity: 1, price: '1 €' }],
  total: '1 €',
};

const executePorts = (): ExecutePorts => ({
  loadTemplate: templateLoader(ports.templates),
  senderProblem: () => null,
  lookupDomain: async () => ({ domain: true, mxRecords: true }),
  sendMail: async () => ({ outcome: 'sent', messageId: 'ses-new' }),
  store: messageStore(ports.messages),
  suppression: true,
  retentionDays: 365,
  newMessageId: () => '01KQ1000000000000000000001',
  newOwner: () => 'owner-new',
  epochMs: () => nowMs,
  now: () => 0,
  deadline: { leftMs: () => 0 },
});

/** The body of what execute answers, as the request's own body asks. */
async function answerTo(
  body: { templateId: string; variables: object; _to?: string },
  key?: string,
) {
  const header = (name: string) => (name === 'idempotency-key' ? key : undefined);
  const received = { requestId: 'request-new', body, header };
  const request = { ...body, variables: { ...body.variables } };
  const { body: answer } = await execute(request, caller, received, executePorts());
  return JSON.parse(answer) as unknown;
}

describe('data of the first format', () => {
  test('lets its keys in, and keeps the deleted one out', async () => {
    const ask = (secret: string) =>
      authorize(
        { type: 'TOKEN', authorizationToken: `Bearer ${secret}`, methodArn: 'arn' },
        { readKey: (hash) => readKey(ports.keys, hash) },
      );

    const [active, revoked] = await Promise.all([
      ask(stored.active.secret),
      ask(stored.revoked.secret),
    ]);

    expect(active.context).toEqual({ accountId, keyId: stored.active.keyId });
    expect(revoked.context).toEqual({ errorMessage: 'API key has been revoked' });
  });

  test('is rendered, executed and sent', async () => {
    const rendered = await renderStored(
      { template_id: 'receipt', variables: receipt },
      caller,
      executePorts(),
    );
    const callback = await answerTo({ templateId: 'receipt', variables: receipt });
    const sent = await answerTo({
      templateId: 'welcome',
      variables: { name: 'Ada' },
      _to: 'new@example.org',
    });

    expect(rendered).toMatchObject({ subject: 'Receipt 7', html: expect.stringContaining('Pen') });
    expect(callback).toMatchObject({ type: 'callback', subject: 'Receipt 7', html: rendered.html });
    expect(sent).toEqual({ success: true, type: 'sent', messageId: 'ses-new' });
  });

  test('keeps a suppressed address from being sent to', async () => {
    const request = { templateId: 'welcome', variables: { name: 'Ada' } };

    const suppressed = await answerTo({ ...request, _to: 'bounce@example.org' });

    expect(suppressed).toMatchObject({ type: 'validation_failed', field: '_to' });
  });

  // Claims lived under the account's own partition key. They count for a day, and are not looked for there.
  test('has no say in an Idempotency-Key', async () => {
    const request = { templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada@example.org' };

    const answer = await answerTo(request, 'first-key');

    expect(answer).toEqual({ success: true, type: 'sent', messageId: 'ses-new' });
  });

  test('is shown to whoever manages it', async () => {
    const [accounts, keys, templates, versions, messages, suppressions, users] = await Promise.all([
      listAccounts(ports),
      listKeys(ports, accountId),
      listTemplates(ports, accountId),
      listVersions(ports, accountId, 'receipt'),
      listMessages(ports, accountId),
      listSuppressions(ports, accountId, {}),
      listUsers(ports, accountId),
    ]);
    const { record } = await showMessage(ports, accountId, '01KQ0000000000000000000002');

    expect(accounts.map(({ name, plan }) => [name, plan])).toEqual([
      ['First', 'pro'],
      ['Second', 'free'],
    ]);
    expect(keys.map(({ name, status }) => [name, status])).toEqual([
      ['production', 'active'],
      ['old', 'revoked'],
    ]);
    expect(templates.map(({ templateId, revision }) => [templateId, revision])).toEqual([
      ['invite', 1],
      ['receipt', 2],
      ['welcome', 1],
    ]);
    expect(versions.versions.map(({ revision }) => revision)).toEqual([2, 1]);
    expect(messages.messages.map(({ state }) => state)).toEqual([
      'UNKNOWN',
      'FAILED',
      'BOUNCED',
      'DELIVERED',
    ]);
    expect(suppressions.suppressions.map(({ address, reason }) => [address, reason])).toEqual([
      ['bounce@example.org', 'bounce'],
      ['never@example.org', 'manual'],
    ]);
    expect(users.map(({ email }) => email)).toEqual(['ann@example.com']);
    expect(record.events).toMatchObject([{ state: 'BOUNCED', category: 'Permanent/General' }]);
  });

  test('is rendered to the same letter where its programs are of another version', async () => {
    const render = () =>
      renderStored({ template_id: 'receipt', variables: receipt }, caller, executePorts());
    const before = await render();
    await changeRevision('receipt', 2, (content) => {
      Object.assign(content.compiled as object, { version: 0, html: ['of a program long ago'] });
    });

    const after = await render();

    expect(after).toEqual(before);
  });
});

describe('an older version', () => {
  test('reads all that this one writes over its data, or knows that it cannot', async () => {
    const { source } = await showTemplate(ports, accountId, 'invite');
    const changed = await prepareTemplate({ ...source, subject: 'Come to {{team}}, {{inviter}}' });
    if (!changed.ok) throw new Error('The template of the first format cannot be saved');

    await pushTemplates(ports, accountId, [changed.prepared]);
    await rollBack(ports, accountId, 'receipt', 1);
    await deleteTemplate(ports, accountId, 'welcome');
    const { keyId } = await createKey(ports, { accountId, name: 'new' });
    await deleteKey(ports, keyId);
    await setPlan(ports, accountId, 'team');
    await addUser(ports, { sub: 'sub-2', accountId, email: 'bob@example.com' });
    await addSuppression(ports, accountId, { address: 'new@example.com' });
    const invitation = {
      inviter: 'Ada',
      team: 'A',
      code: 'AB12-CD34',
      join_url: 'https://a.example',
    };
    const sent = await answerTo(
      { templateId: 'invite', variables: invitation, _to: 'new@example.org' },
      'new-key',
    );
    await recordEvent(ports.messages, accountId, '01KQ0000000000000000000001', {
      eventId: 'event-9',
      sesMessageId: 'ses-1',
      state: 'COMPLAINED',
      at: '2026-11-01T11:00:00.000Z',
      addresses: ['ada@example.org'],
      category: null,
      reason: null,
    });

    const items = await Promise.all(
      tables.map(async (table) => ({ table, items: await itemsOf(table) })),
    );
    const counts = items.map(({ table, items: all }) => {
      for (const item of all) readAsFirstVersion(table, item);
      return [table, all.length - stored.tables[table].length];
    });
    expect(sent).toEqual({ success: true, type: 'sent', messageId: 'ses-new' });
    expect(counts).toEqual([
      ['accounts', 0],
      ['keys', 2],
      ['templates', 2],
      ['messages', 3],
      ['users', 1],
    ]);
  });

  test.each<[string, (content: Record<string, unknown>) => void]>([
    ['a plan of a newer version', ({ plan }) => Object.assign(plan as object, { version: 2 })],
    ['a step that it does not know', ({ plan }) => Object.assign(plan as object, { later: [] })],
  ])('answers flow_error to %s, and sends nothing', async (_, change) => {
    await changeRevision('welcome', 1, change);
    const before = await itemsOf('messages');

    const answer = await answerTo({
      templateId: 'welcome',
      variables: { name: 'Ada' },
      _to: 'new@example.org',
    });

    expect(answer).toMatchObject({ success: false, type: 'flow_error' });
    expect(await itemsOf('messages')).toEqual(before);
  });

  test('refuses a template of a newer format with its reason, and saves nothing over it', async () => {
    const { source } = await showTemplate(ports, accountId, 'receipt');
    await changeRevision('receipt', 2, (content) => {
      content.format = 2;
    });
    const before = await itemsOf('templates');
    const prepared = await prepareTemplate({ ...source, subject: 'Changed' });

    const sentence = 'The template was saved by a newer version of the service';
    await expect(answerTo({ templateId: 'receipt', variables: receipt })).rejects.toThrow(sentence);
    await expect(
      prepared.ok ? pushTemplates(ports, accountId, [prepared.prepared]) : null,
    ).rejects.toThrow(sentence);
    expect(await itemsOf('templates')).toEqual(before);
  });

  test('leaves a message of a newer format as it is, and counts it as unreadable', async () => {
    const messageId = '01KQ0000000000000000000001';
    await ports.messages.client.send(
      new UpdateItemCommand({
        TableName: ports.messages.name,
        Key: { accountId: { S: accountId }, sk: { S: `M#${messageId}` } },
        UpdateExpression: 'SET #format = :newer',
        ExpressionAttributeNames: { '#format': 'format' },
        ExpressionAttributeValues: { ':newer': { N: String(messageFormat + 1) } },
      }),
    );
    const before = await itemsOf('messages');

    const listed = await listMessages(ports, accountId);

    const sentence = 'was recorded by a newer version of the service';
    expect(listed.messages).toHaveLength(3);
    expect(listed.unreadable).toEqual([messageId]);
    await expect(showMessage(ports, accountId, messageId)).rejects.toThrow(sentence);
    expect(await itemsOf('messages')).toEqual(before);
  });
});

async function itemsOf(table: (typeof tables)[number]) {
  const { client, name: TableName } = ports[table];
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
  return Items;
}

/** Puts other content into a revision, past everything that checks it. */
async function changeRevision(
  templateId: string,
  revision: number,
  change: (content: Record<string, unknown>) => void,
): Promise<void> {
  const sk = `R#${templateId}#${String(revision).padStart(8, '0')}`;
  const item = (await itemsOf('templates')).find((each) => each.sk?.S === sk);
  const content = JSON.parse(zstdDecompressSync(item?.content?.B ?? new Uint8Array()).toString());
  change(content);
  const B = zstdCompressSync(JSON.stringify(content));
  const { client, name: TableName } = ports.templates;
  await client.send(new PutItemCommand({ TableName, Item: { ...item, content: { B } } }));
}
