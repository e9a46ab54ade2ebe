import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { senderOf } from '../../../cli/folders/flow-sender.ts';
import { ApiKeys } from '../../../local/control-plane/api-keys.ts';
import { controlPlane } from '../../../local/control-plane/server.ts';
import { Usage } from '../../../local/control-plane/usage.ts';
import { type Demo, ensureDemo } from '../../../local/demo/demo.ts';
import { pushDemoTemplates } from '../../../local/demo/demo-templates.ts';
import { managePorts } from '../../../local/demo/manage-ports.ts';
import type { Deployment } from '../../../local/deployment-file.ts';
import { close, listen } from '../../../local/loopback/listen.ts';
import { Stops } from '../../../local/stops.ts';
import { deleteKey, listKeys } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { listTemplates, showTemplate } from '../../../shared/manage/templates/templates.ts';
import { plans } from '../../../shared/plans.ts';
import { startTables, tableOutputs } from '../../dynalite.ts';
import { beforeEach, expect, onTestFinished, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** The output for the user. */
let said: string[] = [];

beforeEach(() => {
  said = [];
});

/** A run with its tables and its control plane; `restart` is the next run, which reads the state file again. */
async function start() {
  const stops = new Stops();
  onTestFinished(() => stops.all());
  const tables = stops.add(await startTables(), ({ stop }) => stop());
  const file = join(temporaryFolder(), 'control-plane.json');
  const usagePlans = Object.entries(plans).map(([id, { requestsPerMinute: burst }]) => ({
    id,
    name: id,
    ratePerSecond: burst / 60,
    burst,
  }));
  const outputs = {
    ...tableOutputs,
    UsagePlanFree: 'free',
    UsagePlanPro: 'pro',
    UsagePlanTeam: 'team',
  };
  const restart = async () => {
    const keys = new ApiKeys(file, usagePlans);
    const control = stops.add(controlPlane(keys, new Usage()), close);
    const apiGatewayEndpoint = `http://127.0.0.1:${await listen(control)}`;
    const servers = { dynamodbEndpoint: tables.endpoint, apiGatewayEndpoint, outputs };
    const { ports } = stops.add(managePorts(servers), (made) => made.close());
    const ensure = (previous?: Demo, senders = ['*'], dataLogs?: string) =>
      ensureDemo({
        ...{ servers, previous: previous as Deployment | undefined, keys, senders, dataLogs },
        note: (line) => void said.push(line),
      });
    return { keys, ports, ensure };
  };
  return { file, restart, ...(await restart()) };
}

/** The existing templates, with their revisions and senders. */
async function sendersOf(ports: ManagePorts, accountId: string) {
  const heads = await listTemplates(ports, accountId);
  return Promise.all(
    heads.map(async ({ templateId, revision }) => {
      const { source } = await showTemplate(ports, accountId, templateId);
      return [templateId, revision, senderOf(source.flow)];
    }),
  );
}

test('the demo account is made at the first start, on plan team, with a live key, a test key and three templates', async () => {
  const { keys, ports, ensure } = await start();

  const demo = await ensure();

  const templates = await listTemplates(ports, demo.accountId);
  expect(demo.apiKey).toMatch(/^pr_[A-Za-z0-9]{36}$/);
  expect(demo.testApiKey).toMatch(/^pr_test_[A-Za-z0-9]{36}$/);
  const made = await listKeys(ports, demo.accountId);
  expect(new Map(made.map(({ name, mode }) => [name, mode]))).toEqual(
    new Map([
      ['demo', 'live'],
      ['demo test', 'test'],
    ]),
  );
  expect(keys.list().map(({ value }) => keys.inPlan(value)?.plan.id)).toEqual(['team']);
  expect(templates.map(({ templateId }) => templateId)).toEqual(['invite', 'receipt', 'welcome']);
});

test('a second run uses the demo account of the first', async () => {
  const { ensure, restart } = await start();
  const demo = await ensure();

  const { ensure: ensureAgain, ports } = await restart();
  expect(await ensureAgain(demo)).toEqual(demo);
  expect(await listKeys(ports, demo.accountId)).toHaveLength(2);
});

test('a demo account that has other data is not filled with the data of the shop', async () => {
  const { ensure } = await start();
  const demo = await ensure();

  const filling = ensure(demo, ['*'], '.');

  await expect(filling).rejects.toThrow(/^--demo-data fills a new data folder, and this one has/);
});

test('the demo account gets another key when its own was deleted', async () => {
  const { ports, ensure } = await start();
  const demo = await ensure();
  const keys = await listKeys(ports, demo.accountId);
  const key = keys.find(({ mode }) => mode === 'live');
  await deleteKey(ports, String(key?.keyId));

  const again = await ensure(demo);

  expect(again).toEqual({ ...demo, apiKey: expect.stringMatching(/^pr_/) });
  expect(again.apiKey).not.toBe(demo.apiKey);
});

test('the demo account of an earlier version gets a test key, and one whose test key was deleted another', async () => {
  const { ports, ensure } = await start();
  const demo = await ensure();
  const keys = await listKeys(ports, demo.accountId);
  const key = keys.find(({ mode }) => mode === 'test');
  const earlier = await ensure({ ...demo, testApiKey: '' });
  await deleteKey(ports, String(key?.keyId));

  const again = await ensure(demo);

  for (const { testApiKey, ...live } of [earlier, again]) {
    expect({ ...live, testApiKey: demo.testApiKey }).toEqual(demo);
    expect(testApiKey).toMatch(/^pr_test_/);
    expect(testApiKey).not.toBe(demo.testApiKey);
  }
});

test('the demo account gets another key if the data folder has no deployment.json', async () => {
  const { ensure } = await start();
  const demo = await ensure();

  const again = await ensure();

  expect(again.accountId).toBe(demo.accountId);
  expect(again.apiKey).not.toBe(demo.apiKey);
});

test('a demo account that the tables do not know is created again', async () => {
  const { ensure } = await start();

  const demo = await ensure({
    accountId: 'acc_gone',
    apiKey: 'pr_gone',
    testApiKey: 'pr_test_gone',
  });

  expect(demo.accountId).not.toBe('acc_gone');
});

test('the demo templates send from the first sender of the run', async () => {
  const { ports, ensure } = await start();

  const { accountId } = await ensure(undefined, ['shop.example', 'a@b.example']);

  expect(await sendersOf(ports, accountId)).toEqual([
    ['invite', 1, 'hello@shop.example'],
    ['receipt', 1, null],
    ['welcome', 1, 'hello@shop.example'],
  ]);
});

test('demo templates without changes get a revision with the first sender of the run', async () => {
  const { ports, ensure } = await start();
  const demo = await ensure();

  await ensure(demo, ['a@b.example']);
  await ensure(demo, ['a@b.example']);

  expect(await sendersOf(ports, demo.accountId)).toEqual([
    ['invite', 2, 'a@b.example'],
    ['receipt', 1, null],
    ['welcome', 2, 'a@b.example'],
  ]);
  expect(said).toEqual([]);
});

test('a demo template keeps a sender that a user has chosen, and one line says that AWS would refuse it', async () => {
  const { ports, ensure } = await start();
  const demo = await ensure(undefined, ['first.example']);
  await deleteTemplate(ports, demo.accountId, 'invite');

  await ensure(demo, ['second.example', 'third.example']);

  expect(await sendersOf(ports, demo.accountId)).toEqual([
    ['receipt', 1, null],
    ['welcome', 1, 'hello@first.example'],
  ]);
  expect(said).toEqual([
    "The demo's template welcome sends from hello@first.example, which is not one of the senders second.example, third.example: change the From address in its flow to one of them.",
  ]);
});

test('invalid demo templates are refused as a whole, with the place of the error', async () => {
  const { ports, ensure } = await start();
  const { accountId } = await ensure();
  const folder = temporaryFolder();
  for (const [name, html] of [
    ['good', '<p>{{name}}</p>'],
    ['wrong', '<p>\n {{#name}}</p>'],
  ] as const) {
    mkdirSync(join(folder, name));
    const head = { id: name, name, subject: '' };
    writeFileSync(join(folder, name, 'template.json'), JSON.stringify(head));
    writeFileSync(join(folder, name, 'body.html'), html);
  }

  await expect(pushDemoTemplates(ports, accountId, ['*'], folder)).rejects.toThrow(
    /^A demo template is invalid: .*wrong\/body\.html:2:2 The section "name" is not closed/,
  );
  const templates = await listTemplates(ports, accountId);
  expect(templates.map(({ templateId }) => templateId)).not.toContain('good');
});

test('API Gateway keys that the control plane lacks are created again from the accounts', async () => {
  const { restart, file, keys, ensure } = await start();
  const demo = await ensure();
  const [before] = keys.list();
  rmSync(file);

  const { keys: after, ensure: ensureAgain } = await restart();
  expect(await ensureAgain(demo)).toEqual(demo);
  expect(after.list()).toEqual([{ ...before, createdDate: expect.any(Number) }]);
  expect(after.inPlan(String(before?.value))?.plan.id).toBe('team');
});
