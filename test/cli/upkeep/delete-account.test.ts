import { userPoolClient } from '../../../cli/aws/user-pool.ts';
import { deleteAccount } from '../../../cli/upkeep/delete-account.ts';
import { inviteUser } from '../../../cli/upkeep/users.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { keepDay } from '../../../shared/adapters/tables/days/days-table.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { ScanCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { findAllKeys, readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey, deleteKey } from '../../../shared/manage/keys.ts';
import { addSuppression } from '../../../shared/manage/suppression.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { poolId, startCognitoStub } from '../../cognito-stub.ts';
import { tablesOf, testClient } from '../../dynalite.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';
import { aMessage } from '../../shared/adapters/messages.ts';

const deployment = await startDeployment();
const cognito = await startCognitoStub();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = cognito.endpoint;
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
const userPool = { client: userPoolClient(atTerminal, { region: 'us-east-1' }), id: poolId };
atEndOfFile(() => userPool.client.destroy());

const dashboard = () => ({ users: deployment.tables.users, userPool });
const remove = (accountId: string) =>
  deleteAccount({ ...deployment.ports, dashboard: dashboard() }, accountId);

/** An account with items of every kind: two keys, a user, two revisions, 60 suppressed addresses. */
async function fullAccount(email: string) {
  const { ports } = deployment;
  const { accountId } = await createAccount(ports, { name: 'Acme', plan: 'free' });
  const key = await createKey(ports, { accountId, name: 'one' });
  const other = await createKey(ports, { accountId, name: 'two' });
  await deleteKey(ports, other.keyId);
  await inviteUser({ ...ports, ...dashboard() }, { accountId, email });
  for (const html of ['<p>1</p>', '<p>2</p>']) {
    const sources = [{ templateId: 't', name: 't', subject: 's', html }];
    const { prepared } = await prepareSources(ports, accountId, sources);
    await pushTemplates(ports, accountId, prepared);
  }
  for (let at = 0; at < 60; at++) {
    await addSuppression(ports, accountId, { address: `a${at}@example.com` });
  }
  return { accountId, secret: key.secret };
}

async function itemsIn({ client, name }: Table) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
  return Items.length;
}

const everything = async () => {
  const { users, ...tables } = deployment.tables;
  return {
    users: [await itemsIn(users), cognito.users.size],
    accounts: await itemsIn(tables.accounts),
    keys: await itemsIn(tables.keys),
    templates: await itemsIn(tables.templates),
    messages: await itemsIn(tables.messages),
    gatewayKeys: deployment.gateway.keys.size,
  };
};

test('deleting an account removes everything of it, and nothing of another one', async () => {
  await fullAccount('stays@example.com');
  const others = await everything();
  const { accountId } = await fullAccount('goes@example.com');

  const deleted = await remove(accountId);

  expect(deleted).toEqual({
    accountId,
    name: 'Acme',
    cancelled: 0,
    deleted: { keys: 2, users: 1, webhooks: 0, templates: 4, messages: 60 },
  });
  expect(await everything()).toEqual(others);
  expect([...cognito.users.keys()]).toEqual(['stays@example.com']);
});

test('deleting an account finds a key that the index does not have yet', async () => {
  const { accountId, secret } = await fullAccount('lag@example.com');

  await deployment.withFaults(
    ({ operation, body }) => (operation === 'Query' && body.includes('byAccount') ? 'cut' : 'pass'),
    (ports) => deleteAccount({ ...ports, dashboard: null }, accountId),
  );

  expect(await readKey(deployment.ports.keys, hashApiKey(secret))).toBeNull();
});

test('after deleting an account, a key that was created meanwhile does not work', async () => {
  const { ports } = deployment;
  const { accountId } = await createAccount(ports, { name: 'Acme', plan: 'free' });
  const writing = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();

  const client = testClient(deployment.tables.endpoint);
  const { send } = client;
  client.send = async (command, options) => {
    if (JSON.stringify(command.input).includes('"late"')) {
      writing.resolve();
      await deleted.promise;
    }
    return send(command, options);
  };

  const creation = createKey({ ...ports, ...tablesOf(client) }, { accountId, name: 'late' });
  const refused = expect(creation).rejects.toThrow(`There is no account ${accountId}`);
  await writing.promise;
  await remove(accountId);
  deleted.resolve();
  await refused;
  client.destroy();

  const late = (await findAllKeys(ports.keys, accountId)).map(({ status }) => status);
  expect(late).toEqual(['revoked']);
});

test('a deletion that keeps the messages deletes the suppressed addresses and the counts of days', async () => {
  const { ports, tables } = deployment;
  const { accountId } = await createAccount(ports, { name: 'Acme', plan: 'free' });
  await addSuppression(ports, accountId, { address: 'ada@example.com' });
  await beginMessage(tables.messages, aMessage({ accountId }));
  await keepDay(tables.messages, accountId, { date: '2026-11-21', counted: null });
  const items = await itemsIn(tables.messages);

  const { deleted } = await deleteAccount({ ...ports, dashboard: null }, accountId, {
    keepMessages: true,
  });

  expect(deleted.messages).toBe(1);
  expect(items - (await itemsIn(tables.messages))).toBe(2);
});

test('an unknown or already deleted account cannot be deleted', async () => {
  const { accountId } = await fullAccount('twice@example.com');
  await remove(accountId);

  await expect(remove(accountId)).rejects.toThrow(`There is no account ${accountId}`);
});

test('deleting an account skips the users if the deployment has no sign-in', async () => {
  const { accountId } = await createAccount(deployment.ports, { name: 'Acme', plan: 'pro' });

  const { deleted } = await deleteAccount({ ...deployment.ports, dashboard: null }, accountId);

  expect(deleted).toEqual({ keys: 0, users: 0, webhooks: 0, templates: 0, messages: 0 });
});

test('an interrupted deletion of an account has revoked the keys first, and the next run completes it', async () => {
  const others = await everything();
  const { accountId, secret } = await fullAccount('cut@example.com');

  const cut = deployment.withFaults(
    ({ operation }) => (operation === 'BatchWriteItem' ? 'cut' : 'pass'),
    (ports) => deleteAccount({ ...ports, dashboard: dashboard() }, accountId),
  );
  await expect(cut).rejects.toThrow();
  const stopped = await readKey(deployment.ports.keys, hashApiKey(secret));
  const { deleted } = await remove(accountId);

  expect(stopped?.status).toBe('revoked');
  expect(deleted).toMatchObject({ keys: 2, templates: 4, messages: 60 });
  expect(await everything()).toEqual(others);
});
