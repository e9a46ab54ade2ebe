import { spreadMessages } from '../../../../../cli/commands/account/account-spread.ts';
import { checkImport } from '../../../../../cli/commands/account/move/check-import.ts';
import { exportAccount } from '../../../../../cli/commands/account/move/export-account.ts';
import { importAccount } from '../../../../../cli/commands/account/move/import-account.ts';
import { readExport } from '../../../../../cli/commands/account/move/read-export.ts';
import { isInPlan } from '../../../../../shared/adapters/api-gateway-keys.ts';
import { readAccount, writeAccount } from '../../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../../shared/adapters/tables/change.ts';
import type { Table } from '../../../../../shared/adapters/tables/dynamodb.ts';
import {
  DeleteItemCommand,
  ScanCommand,
} from '../../../../../shared/adapters/tables/dynamodb-client.ts';
import { readMessage } from '../../../../../shared/adapters/tables/messages-table.ts';
import { recordEvent } from '../../../../../shared/adapters/tables/messages-table-events.ts';
import { beginMessage } from '../../../../../shared/adapters/tables/messages-table-writes.ts';
import { hashApiKey } from '../../../../../shared/keys/api-key.ts';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
import { createKey, deleteKey } from '../../../../../shared/manage/keys.ts';
import { listMessages } from '../../../../../shared/manage/messages/messages.ts';
import type { ManagePorts } from '../../../../../shared/manage/ports.ts';
import { addSuppression } from '../../../../../shared/manage/suppression.ts';
import { deleteTemplate } from '../../../../../shared/manage/templates/delete-template.ts';
import { prepareTemplate } from '../../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../../shared/manage/templates/push-templates.ts';
import { listRevisions } from '../../../../../shared/manage/templates/revisions.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { showTemplate } from '../../../../../shared/manage/templates/templates.ts';
import { newMessageId } from '../../../../../shared/message/message-id.ts';
import { beforeEach, expect, test } from '../../../../jest.ts';
import { startDeployment } from '../../../../management.ts';
import { aMessage, anEvent } from '../../../../shared/adapters/messages.ts';
import { scheduleIn } from '../../../../shared/manage/scheduled.ts';

let accountId: string;
const deployment = await startDeployment();
const ports = deployment.ports;
beforeEach(async () => {
  await wipe();
  ({ accountId } = await createAccount(ports, { name: 'Acme', plan: 'pro' }));
});

async function wipe() {
  const keysOf: [Table, string[]][] = [
    [ports.accounts, ['accountId']],
    [ports.keys, ['keyHash']],
    [ports.templates, ['accountId', 'sk']],
    [ports.messages, ['accountId', 'sk']],
  ];
  for (const [{ client, name: TableName }, names] of keysOf) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    for (const item of Items) {
      const Key = Object.fromEntries(
        names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])),
      );
      await client.send(new DeleteItemCommand({ TableName, Key }));
    }
  }
}

async function save(templateId: string, changes: Partial<TemplateSource> = {}) {
  const source = { templateId, name: 'A', subject: 'Hello', html: '<p>{{name}}</p>', ...changes };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error(JSON.stringify(preparation.problems));
  const author = { by: 'eva@example.com', how: 'push', note: `${templateId}!` };
  await pushTemplates(ports, accountId, [preparation.prepared], { author });
}

const flow = { nodes: [{ id: 'mail', type: 'template', position: { x: 1.5, y: 2 } }], edges: [] };

/** One item of every kind that is moved. */
async function fill() {
  await writeAccount(
    ports.accounts,
    accountId,
    { seeds: ['qa@example.com', 'qa@example.org'] },
    alone,
  );
  await save('a');
  await save('a', {
    html: '<p>Grüße, {{name}} \u2028</p>\r\n',
    text: 'Hi',
    testData: { b: 1, a: [] },
    keep: '7d',
    secret: ['code'],
    language: 'en',
    languages: { pt: { subject: 'Olá', html: '<p>Olá</p>', text: 'Oi' } },
  });
  await save('a', { flow });
  await save('gone');
  await deleteTemplate(ports, accountId, 'gone', 1, 'bob@example.com');
  await addSuppression(ports, accountId, { address: 'Ada@example.org', reason: 'asked for it' });
  const [ada, ...others] = aMessage().recipients;
  for (const [messageId, recipients] of [
    ['01KA0000000000000000000000', []],
    ['01KA0000000000000000000001', others],
  ] as const) {
    const to = ada ? [ada, ...recipients] : [];
    await beginMessage(
      ports.messages,
      aMessage({
        ...{ accountId, messageId, recipients: to, language: 'pt' },
        attachments: [{ name: 'Übersicht.pdf', bytes: 48213 }],
      }),
    );
    for (const state of ['DELIVERED', 'COMPLAINED'] as const) {
      await recordEvent(ports.messages, accountId, messageId, anEvent({ eventId: state, state }));
    }
  }
}

/** Spreads the account's messages over four parts, with a message in each. */
async function spread() {
  await spreadMessages(ports, accountId, 4);
  for (const part of [0, 1, 2, 3]) {
    const messageId = newMessageId(1000 + part, 4, () => part);
    await beginMessage(ports.messages, aMessage({ accountId, messageId }));
  }
}

const idsIn = async (id: string) =>
  (await listMessages(ports, id)).messages.map(({ messageId }) => messageId);

const whole: Parameters<typeof exportAccount>[2] = { revisions: 'all', messages: true };

async function exported(id = accountId, options = whole): Promise<string> {
  let text = '';
  for await (const line of exportAccount(ports, id, options)) text += line;
  return text;
}

/** Exports the account, and then deletes its data. */
async function exportedAndLost(options = whole): Promise<string> {
  const text = await exported(accountId, options);
  await wipe();
  return text;
}

/** The text in pieces that end anywhere, as when a file is read. */
async function* bytesOf(text: string) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function imported(
  text: string,
  options: { as?: string; merge?: boolean } = {},
  into: ManagePorts = ports,
) {
  const read = () => readExport(bytesOf(text), 'a.jsonl');
  const plan = await checkImport(into, read(), { merge: false, ...options });
  await importAccount(into, read(), plan, () => {});
  return plan;
}

test('an account whose messages are spread keeps all of them, wherever it is imported', async () => {
  await spread();
  const before = await exported();
  const ids = await idsIn(accountId);

  await imported(before, { as: 'acc_copy' });
  await wipe();
  await imported(before);

  expect(ids).toHaveLength(4);
  expect(await idsIn(accountId)).toEqual(ids);
  expect(await exported()).toBe(before);
});

test('an account whose messages are spread keeps all of them when a copy in one part is imported over it', async () => {
  const first = await exported();
  await spread();
  const later = await exported();
  const ids = await idsIn(accountId);
  await wipe();

  await imported(first);
  await imported(later, { merge: true });

  expect(await idsIn(accountId)).toEqual(ids);
});

test('an account that is exported, deleted and imported is exported again byte for byte the same', async () => {
  await fill();
  const before = await exportedAndLost();

  const plan = await imported(before);

  expect(plan).toMatchObject({
    ...{ templates: 2, revisions: 4, suppressions: 1, messages: 2, keys: [], isThere: false },
    account: { accountId, name: 'Acme', plan: 'pro' },
  });
  expect(before.split('"eventId":"COMPLAINED"')).toHaveLength(3);
  expect(await exported()).toBe(before);
  expect((await showTemplate(ports, accountId, 'a')).source).toMatchObject({ flow });
  expect((await listRevisions(ports, accountId, 'a')).items).toHaveLength(3);
  await expect(showTemplate(ports, accountId, 'gone')).rejects.toThrow(
    /^Template gone was deleted at /,
  );
});

test('an imported account has an API Gateway key in its plan', async () => {
  const text = await exportedAndLost();

  await imported(text);

  const record = await readAccount(ports.accounts, accountId);
  expect(await isInPlan(ports.usagePlans, record?.gatewayKeyId ?? '', 'pro')).toBe(true);
});

test('an imported account continues the revision numbers of a deleted template', async () => {
  await fill();
  const text = await exportedAndLost();
  await imported(text);

  await save('gone');

  expect((await showTemplate(ports, accountId, 'gone')).head.revision).toBe(2);
});

test('an export can leave out earlier revisions and messages', async () => {
  await fill();
  const text = await exportedAndLost({ revisions: 'current', messages: false });

  const plan = await imported(text);

  expect(plan).toMatchObject({ templates: 2, revisions: 1, messages: 0 });
  expect(await exported(accountId, { revisions: 'current', messages: false })).toBe(text);
  expect((await listRevisions(ports, accountId, 'a')).items).toMatchObject([{ revision: 3 }]);
});

test('an export has the names of keys, but no secret and no hash', async () => {
  const { secret, ...key } = await createKey(ports, { accountId, name: 'production' });
  const { keyId } = await createKey(ports, { accountId, name: 'old' });
  await deleteKey(ports, keyId);
  const text = await exportedAndLost();

  const plan = await imported(text);

  expect(text).toContain(`{"kind":"key","keyId":"${key.keyId}","name":"production"`);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(hashApiKey(secret));
  expect(plan.keys).toEqual([{ name: 'production', mode: 'live' }]);
});

test('an account can be imported under another id, beside the original', async () => {
  await fill();
  const text = await exported();

  await imported(text, { as: 'acc_copy' });

  const lines = (content: string) => content.split('\n').slice(2, -2);
  expect(lines(await exported('acc_copy'))).toEqual(lines(text));
});

test('a scheduled message is imported as CANCELLED, because only the deployment that exported it sends it', async () => {
  await fill();
  const messageId = await scheduleIn(ports, accountId);
  const text = await exportedAndLost();

  await imported(text);

  expect(await readMessage(ports.messages, accountId, messageId)).toMatchObject({
    state: 'CANCELLED',
    sendAt: '2099-12-24T09:00:00.000Z',
    error: 'It was imported: only the deployment where it was scheduled sends it',
  });
});

test('an import leaves out messages that have expired meanwhile', async () => {
  await fill();
  const text = await exportedAndLost();

  await imported(text, {}, { ...ports, now: () => new Date(4_000_000_001_000) });

  expect(await exported()).not.toContain('"kind":"message"');
});

test('an export reads no further than its reader', async () => {
  for (let at = 0; at < 5; at++) await save(`t${at}`);

  const calls = await deployment.withFaults(
    () => 'pass',
    async (counted, calls) => {
      const lines = exportAccount(counted, accountId, { revisions: 'all', messages: false });
      for (let line = 0; line < 4; line++) await lines.next();
      return calls.map(({ operation }) => operation);
    },
  );

  // The account, the heads, and of one template its only revision, which its head names.
  expect(calls).toEqual(['GetItem', 'Query', 'GetItem']);
});

const noExport = 'a.jsonl is not the export of an account';

test('an interrupted import is completed with --merge', async () => {
  await fill();
  const before = await exportedAndLost();
  let writes = 0;

  const interrupted = deployment.withFaults(
    ({ operation }) => (operation === 'PutItem' && ++writes === 5 ? 'cut' : 'pass'),
    (faulty) => imported(before, {}, faulty),
  );
  await expect(interrupted).rejects.toThrow();
  const halfway = await exported();
  await imported(before, { merge: true });
  await imported(before, { merge: true });

  expect(halfway.length).toBeLessThan(before.length);
  expect(await exported()).toBe(before);
});

test('an import merges only with its own interrupted import', async () => {
  await fill();
  const text = await exported();
  await save('a', { subject: 'Changed since' });
  await save('gone', { subject: 'Anew' });
  const changed = await exported();

  const merged = imported(text, { merge: true });
  await expect(merged).rejects.toMatchObject({
    message: 'Nothing was imported: 2 problems in the file',
    details: [
      { line: 6, message: 'template: a exists with revision 4, which another person saved' },
      { line: 8, message: 'template: gone exists with revision 2, which another person saved' },
    ],
  });

  const other = await createAccount(
    { ...ports, now: () => new Date(1e12) },
    { name: 'Other', plan: 'free' },
  );
  await expect(imported(text, { merge: true, as: other.accountId })).rejects.toThrow(
    `The account ${other.accountId} is not the one in the file: import it under another id with --as`,
  );
  expect(await exported()).toBe(changed);
});

const damages: Record<string, [(lines: string[]) => string[], string]> = {
  'of another version': [
    ([first = '', ...rest]) => [first.replace('"version":1', '"version":2'), ...rest],
    'a.jsonl has version 2, but this postrider reads version 1: import it with the postrider that exported it',
  ],
  'that is something else': [() => ['{"id":"welcome"}', ''], noExport],
  'that is empty': [() => [], 'a.jsonl is empty'],
  'that was cut off': [(lines) => lines.slice(0, 3), 'a.jsonl:3 is damaged: the file ends here'],
  'with a line cut off': [
    (lines) => [...lines.slice(0, 2), lines[2]?.slice(0, 40) ?? ''],
    'a.jsonl:3 is damaged: it is not JSON',
  ],
  'with a line less': [(lines) => lines.toSpliced(2, 1), 'is damaged: lines before it are missing'],
  'with lines that changed places': [
    ([first = '', second = '', ...rest]) => [second, first, ...rest],
    noExport,
  ],
  'with a field of another type': [
    (lines) => lines.map((line) => line.replace('"revision":1,', '"revision":"1",')),
    'a.jsonl:3 is damaged: its revision is wrong',
  ],
  'with other words': [
    (lines) => lines.map((line) => line.replace('Hello', 'Hallo')),
    'a.jsonl was changed after its export',
  ],
  'with a line after its end': [
    (lines) => [...lines.slice(0, -1), '{}', ''],
    'is damaged: the file has a line after its end line',
  ],
};

test.each(Object.entries(damages))(
  'an import of a file %s is refused, and nothing is written',
  async (_, [change, sentence]) => {
    await save('a');
    const text = await exportedAndLost();

    const damaged = change(text.split('\n')).join('\n');
    await expect(imported(damaged)).rejects.toThrow(sentence);

    expect(await readAccount(ports.accounts, accountId)).toBeNull();
  },
);

test("an import names every line of a file that today's rules refuse", async () => {
  const read = async function* () {
    const seen = { createdAt: 'x', name: 'A', subject: '' };
    const lines = [
      { ...seen, kind: 'account', accountId: 'acc_x', name: ' ', plan: 'free', seeds: ['qa'] },
      { ...seen, kind: 'revision', templateId: 'a', revision: 1, html: '{{' },
      {
        kind: 'suppression',
        address: 'nobody',
        reason: 'manual',
        at: 'x',
        detail: null,
        messageId: null,
      },
      {
        ...seen,
        kind: 'key',
        keyId: 'key_1',
        name: 'ci',
        status: 'active',
        redirectTo: 'qa@acme.example',
      },
    ] as const;
    for (const [at, line] of lines.entries()) yield { number: at + 2, line };
  };

  const checked = checkImport(ports, read(), { merge: false });

  const found = (line: number, message: string | RegExp) => ({
    line,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  await expect(checked).rejects.toMatchObject({
    message: 'Nothing was imported: 4 problems in the file',
    details: [
      found(2, 'account: its name must not be empty'),
      found(3, /^revision: a push would refuse revision 1 of a: html:1:1 /),
      found(4, /^suppression: "nobody" is not a valid email address/),
      found(5, 'key: redirectTo is only for a test key'),
    ],
  });
});
