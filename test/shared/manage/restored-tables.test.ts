import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import {
  DescribeTableCommand,
  PutItemCommand,
  ScanCommand,
} from '../../../shared/adapters/tables/dynamodb-client.ts';
import { listKeys, readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey, deleteKey } from '../../../shared/manage/keys.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { listRevisions } from '../../../shared/manage/templates/revisions.ts';
import { createTable } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';

const deployment = await startDeployment();
const { accountId } = await createAccount(deployment.ports, { name: 'Acme', plan: 'free' });

/** Imitates a restore to the present time: creates a table of another name with the same keys, indexes and items. */
async function restore({ client, name }: Table): Promise<Table> {
  const restored = { client, name: `${name}-restored` };
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName: name }));
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes: indexes } = described ?? {};
  await createTable(deployment.tables.endpoint, {
    TableName: restored.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions,
    KeySchema,
    GlobalSecondaryIndexes: indexes?.map(({ IndexName, KeySchema, Projection }) => ({
      ...{ IndexName, KeySchema, Projection },
    })),
  });
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
  for (const Item of Items) {
    await client.send(new PutItemCommand({ TableName: restored.name, Item }));
  }
  return restored;
}

async function save(templates: Table, html: string): Promise<void> {
  const ports = { ...deployment.ports, templates };
  const source = { templateId: 'receipt', name: 'Receipt', subject: 'Hello', html };
  await pushTemplates(
    ports,
    accountId,
    (await prepareSources(ports, accountId, [source])).prepared,
  );
}

const servedBy = async (templates: Table) =>
  (await templateLoader(templates)(accountId, 'receipt'))?.revision;

test('a restored table serves its templates and new revisions, and the previous table is unchanged', async () => {
  const before = deployment.ports.templates;
  await save(before, '<p>nine o’clock</p>');
  const restored = await restore(before);
  await save(before, '<p>by mistake</p>');
  await deleteTemplate({ ...deployment.ports, templates: before }, accountId, 'receipt');

  const served = await servedBy(restored);
  await save(restored, '<p>ten o’clock</p>');

  const { items: versions } = await listRevisions(
    { ...deployment.ports, templates: restored },
    accountId,
    'receipt',
  );
  expect(served).toBe(1);
  expect(versions.map(({ revision }) => revision)).toEqual([2, 1]);
  expect(await servedBy(before)).toBeUndefined();
});

test('a restored table has a key that was deleted since, by its secret and in its list', async () => {
  const { ports } = deployment;
  const { keyId, secret } = await createKey(ports, { accountId, name: 'production' });
  const restored = await restore(ports.keys);
  await deleteKey(ports, keyId);

  const [now, then] = await Promise.all([
    readKey(ports.keys, hashApiKey(secret)),
    readKey(restored, hashApiKey(secret)),
  ]);
  const listed = await listKeys(restored, accountId);

  expect([now?.status, then?.status]).toEqual(['revoked', 'active']);
  expect(listed.map((key) => [key.keyId, key.status])).toEqual([[keyId, 'active']]);
});
