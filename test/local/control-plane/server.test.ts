import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
} from '@aws-sdk/client-api-gateway';
import { ApiKeys } from '../../../local/control-plane/api-keys.ts';
import { controlPlane } from '../../../local/control-plane/server.ts';
import { Usage } from '../../../local/control-plane/usage.ts';
import { close, listen } from '../../../local/loopback/listen.ts';
import { expect, onTestFinished, test } from '../../jest.ts';
import { localClient } from '../../local-client.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { sendRaw } from '../support/raw-http.ts';

const plans = [
  { id: 'free', name: 'free', ratePerSecond: 1, burst: 60 },
  { id: 'team', name: 'team', ratePerSecond: 16.5, burst: 1000 },
];
const value = 'v'.repeat(20);

async function start() {
  const file = join(temporaryFolder(), 'control-plane.json');
  const keys = new ApiKeys(file, plans);
  const server = controlPlane(keys, new Usage());
  onTestFinished(() => close(server));
  const port = await listen(server);
  const client = new APIGatewayClient({ ...localClient, endpoint: `http://127.0.0.1:${port}` });
  onTestFinished(() => client.destroy());
  return { client, keys, file, port };
}

const create = (name = 'acme', of = value) =>
  new CreateApiKeyCommand({ name, value: of, enabled: true });
const join_ = (usagePlanId: string, keyId: string) =>
  new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' });

test('API Gateway keys are created, listed with or without their value, and deleted', async () => {
  const { client } = await start();

  const created = await client.send(create());
  const shown = await client.send(new GetApiKeysCommand({}));
  const listed = await client.send(new GetApiKeysCommand({ includeValues: true }));
  await client.send(new DeleteApiKeyCommand({ apiKey: created.id }));
  const after = await client.send(new GetApiKeysCommand({}));

  const fields = { id: created.id, name: 'acme', enabled: true, createdDate: expect.any(Date) };
  expect(created).toMatchObject({ ...fields, value });
  expect(shown.items).toEqual([fields]);
  expect(listed.items).toEqual([{ ...fields, value }]);
  expect(after.items).toEqual([]);
});

test('API Gateway keys are found by the beginning of their name', async () => {
  const { client } = await start();
  for (const name of ['a1', 'b1', 'a2']) await client.send(create(name, name.padEnd(20, 'x')));

  const { items } = await client.send(new GetApiKeysCommand({ nameQuery: 'a' }));

  expect(items?.map(({ name }) => name)).toEqual(['a1', 'a2']);
});

test('API Gateway keys have different values', async () => {
  const { client } = await start();
  await client.send(create());

  await expect(client.send(create('other'))).rejects.toMatchObject({
    name: 'ConflictException',
    message: 'API Key already exists',
  });
});

test('an unknown API Gateway key is not found', async () => {
  const { client } = await start();

  const deleting = client.send(new DeleteApiKeyCommand({ apiKey: 'none' }));

  await expect(deleting).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('keys are added to a usage plan, listed and removed', async () => {
  const { client, keys } = await start();
  const { id = '' } = await client.send(create());

  const joined = await client.send(join_('team', id));
  const known = keys.inPlan(value)?.plan.id;
  const shown = await client.send(new GetUsagePlanKeyCommand({ usagePlanId: 'team', keyId: id }));
  const listed = await client.send(new GetUsagePlanKeysCommand({ usagePlanId: 'team' }));
  await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: 'team', keyId: id }));
  const after = await client.send(new GetUsagePlanKeysCommand({ usagePlanId: 'team' }));

  const key = { id, name: 'acme', type: 'API_KEY', value };
  expect(joined).toMatchObject(key);
  expect(shown).toMatchObject(key);
  expect(listed.items).toEqual([key]);
  expect(after.items).toEqual([]);
  expect([known, keys.inPlan(value)]).toEqual(['team', undefined]);
});

test('a key can be in only one usage plan', async () => {
  const { client } = await start();
  const { id = '' } = await client.send(create());
  await client.send(join_('team', id));

  const again = client.send(join_('team', id));
  const elsewhere = client.send(join_('free', id));

  await expect(again).rejects.toMatchObject({ name: 'ConflictException' });
  await expect(elsewhere).rejects.toMatchObject({
    name: 'ConflictException',
    message: `API Key ${id} is already in a usage plan`,
  });
});

test('a deleted key leaves its usage plan', async () => {
  const { client, keys } = await start();
  const { id = '' } = await client.send(create());
  await client.send(join_('team', id));

  await client.send(new DeleteApiKeyCommand({ apiKey: id }));

  expect(keys.inPlan(value)).toBeUndefined();
  await expect(
    client.send(new GetUsagePlanKeyCommand({ usagePlanId: 'team', keyId: id })),
  ).rejects.toMatchObject({ name: 'NotFoundException' });
});

test.each([
  ['an unknown plan', 'none', true],
  ['an unknown key', 'team', false],
])('a usage plan does not accept %s', async (_, planId, real) => {
  const { client } = await start();
  const { id = '' } = await client.send(create());

  const joining = client.send(join_(planId, real ? id : 'none'));

  await expect(joining).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('the control plane keeps everything over a restart', async () => {
  const { client, file } = await start();
  const { id = '' } = await client.send(create());
  await client.send(join_('team', id));

  const again = new ApiKeys(file, plans);

  expect(again.inPlan(value)).toMatchObject({ key: { id, value }, plan: { id: 'team' } });
});

test('a damaged file of the control plane is reported', async () => {
  const file = join(temporaryFolder(), 'control-plane.json');
  writeFileSync(file, '{"apiKeys": [');

  const open = () => new ApiKeys(file, plans);

  expect(open).toThrow(`${file} is damaged: restore a copy of it, or start over with --fresh.`);
});

test('the control plane creates a key again that is known elsewhere, once', async () => {
  const { keys, file } = await start();
  const known = { id: 'k1', name: 'postrider acc', value };

  keys.restore(known, 'team');
  const written = readFileSync(file, 'utf8');
  keys.restore(known, 'free');

  expect(keys.inPlan(value)?.plan.id).toBe('team');
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test.each([
  ['an operation that it does not know', 'PUT /apikeys HTTP/1.1', '', 404],
  ['a body that is a list', 'POST /apikeys HTTP/1.1', '[]', 400],
  ['a body that is no JSON', 'POST /apikeys HTTP/1.1', '{', 500],
])('the control plane refuses %s', async (_, line, body, status) => {
  const { port } = await start();

  const answer = await sendRaw(
    port,
    `${line}\r\nHost: localhost:${port}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );

  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) });
});

test('the control plane accepts only this machine’s own names as Host', async () => {
  const { port } = await start();

  const answer = await sendRaw(
    port,
    'GET /apikeys HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  );

  expect(answer.status).toBe(403);
});
