import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
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
import { listTemplates } from '../../../shared/manage/templates.ts';
import { plans } from '../../../shared/plans.ts';
import { startTables } from '../../dynalite.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let stops = new Stops();

afterEach(async () => {
  await stops.all();
  stops = new Stops();
});

/** Tables and a control plane as a run has them; `restart` reads the state file again. */
async function start() {
  const tables = stops.add(await startTables(), ({ stop }) => stop());
  const file = join(temporaryFolder(), 'control-plane.json');
  const usagePlans = Object.entries(plans).map(([id, { requestsPerMinute: burst }]) => ({
    id,
    name: id,
    ratePerSecond: burst / 60,
    burst,
  }));
  const outputs = {
    KeysTable: tables.keys.name,
    AccountsTable: tables.accounts.name,
    TemplatesTable: tables.templates.name,
    MessagesTable: tables.messages.name,
    UsagePlanFree: 'free',
    UsagePlanPro: 'pro',
    UsagePlanTeam: 'team',
  };
  const restart = async () => {
    const keys = new ApiKeys(file, usagePlans);
    const control = stops.add(
      controlPlane(keys, new Usage(join(temporaryFolder(), 'usage.json'))),
      close,
    );
    const apiGatewayEndpoint = `http://127.0.0.1:${await listen(control)}`;
    const servers = { dynamodbEndpoint: tables.endpoint, apiGatewayEndpoint, outputs };
    const { ports } = stops.add(managePorts(servers), (made) => made.close());
    const ensure = (previous?: Demo) =>
      ensureDemo({ servers, previous: previous as Deployment | undefined, keys });
    return { keys, ports, ensure };
  };
  return { file, restart };
}

describe('the demo account', () => {
  test('is made at the first start, on plan team, with a key and three templates', async () => {
    const { restart } = await start();
    const { keys, ports, ensure } = await restart();

    const demo = await ensure();

    const templates = await listTemplates(ports, demo.accountId);
    expect(demo.apiKey).toMatch(/^pr_[A-Za-z0-9]{36}$/);
    expect(keys.list().map(({ value }) => keys.inPlan(value)?.plan.id)).toEqual(['team']);
    expect(templates.map(({ templateId }) => templateId)).toEqual(['invite', 'receipt', 'welcome']);
  });

  test('is the one of the run before', async () => {
    const { restart } = await start();
    const { ensure } = await restart();
    const demo = await ensure();

    const { ensure: ensureAgain, ports } = await restart();
    const again = await ensureAgain(demo);

    expect(again).toEqual(demo);
    expect(await listKeys(ports, demo.accountId)).toHaveLength(1);
  });

  test('gets another key when its own was deleted', async () => {
    const { restart } = await start();
    const { ports, ensure } = await restart();
    const demo = await ensure();
    const [key] = await listKeys(ports, demo.accountId);
    await deleteKey(ports, String(key?.keyId));

    const again = await ensure(demo);

    expect(again).toEqual({ accountId: demo.accountId, apiKey: expect.stringMatching(/^pr_/) });
    expect(again.apiKey).not.toBe(demo.apiKey);
  });

  test('gets another key when nothing is known of the run before', async () => {
    const { restart } = await start();
    const { ensure } = await restart();
    const demo = await ensure();

    const again = await ensure();

    expect(again.accountId).toBe(demo.accountId);
    expect(again.apiKey).not.toBe(demo.apiKey);
  });

  test('is made where the tables do not know the one of the run before', async () => {
    const { restart } = await start();
    const { ensure } = await restart();

    const demo = await ensure({ accountId: 'acc_gone', apiKey: 'pr_gone' });

    expect(demo.accountId).not.toBe('acc_gone');
  });
});

describe('the demo templates', () => {
  test('are refused as a whole, with the place of what is wrong', async () => {
    const { restart } = await start();
    const { ports, ensure } = await restart();
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

    const pushing = pushDemoTemplates(ports, accountId, folder);

    await expect(pushing).rejects.toThrow(
      /^A demo template is wrong: .*wrong\/body\.html:2:2 The section "name" is not closed/,
    );
    const templates = await listTemplates(ports, accountId);
    expect(templates.map(({ templateId }) => templateId)).not.toContain('good');
  });
});

describe('the API Gateway keys', () => {
  test('are made again from the accounts where the control plane has lost them', async () => {
    const { restart, file } = await start();
    const { keys, ensure } = await restart();
    const demo = await ensure();
    const [before] = keys.list();
    rmSync(file);

    const { keys: after, ensure: ensureAgain } = await restart();
    const again = await ensureAgain(demo);

    expect(again).toEqual(demo);
    expect(after.list()).toEqual([{ ...before, createdDate: expect.any(Number) }]);
    expect(after.inPlan(String(before?.value))?.plan.id).toBe('team');
  });
});
