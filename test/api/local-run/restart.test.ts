import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { startDnsServer } from '../../dns-server.ts';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { type Answer, call, refusal } from '../harness/call.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { startOwnRun } from '../harness/own-run.ts';
import { respond } from '../run/domains.ts';
import type { LocalProcess } from '../run/local-process.ts';

let run: LocalProcess;
let account: TestAccount;
let revokedKey: string;
let demoKey: string;

const ask = (path: string, body: unknown, key = account.key): Promise<Answer> =>
  call(path, { key, body, baseUrl: run.deployment.baseUrl });

const data = join(temporaryFolder(), 'data');

describe('a first start with a settings file', () => {
  test('a first start reads its data folder from POSTRIDER_DATA', async () => {
    const settings = join(temporaryFolder(), 'postrider.json');
    const chosen = { disposableIsInvalid: false, roleIsInvalid: true, sending: false };
    writeFileSync(settings, JSON.stringify(chosen));
    const dns = await startDnsServer(respond);
    const environment = { POSTRIDER_DATA: data, POSTRIDER_SETTINGS: settings };

    run = await startOwnRun({ data, words: ['--dns', dns.address], environment });

    account = await openAccount('team', run.deployment);
    const another = await account.newKey();
    await deleteKey(account.ports, another.keyId);
    await account.save(
      { id: 'kept', html: '<p>{{name}}</p>' },
      { id: 'sends', html: '<p>', flow: flowOf(template, provider()) },
    );
    revokedKey = another.secret;
    demoKey = run.deployment.apiKey;
    expect(existsSync(join(data, 'deployment.json'))).toBe(true);
  });

  test('a role address is invalid with roleIsInvalid, and a disposable one valid without disposableIsInvalid', async () => {
    const role = await ask('/v1/verify', { email: 'info@good.example' });
    const disposable = await ask('/v1/verify', { email: 'ada@mailinator.com' });

    expect(role).toMatchObject({ body: { verification: { role: true, valid: false } } });
    expect(disposable).toMatchObject({ body: { verification: { disposable: true, valid: true } } });
  });

  test('while sending is switched off, a flow that sends is a flow_error before anything else', async () => {
    const answer = await ask('/v1/execute', { templateId: 'sends', variables: {}, _to: 'x' });

    const error = 'Sending is switched off in this deployment';
    expect(answer).toEqual({ status: 200, body: { success: false, type: 'flow_error', error } });
  });

  test('a local run ends at SIGINT with exit code 0', async () => {
    expect(await run.stop('SIGINT')).toBe(0);
  });
});

describe('a restart', () => {
  test('a restart keeps the demo key', async () => {
    run = await startOwnRun({ data, words: ['--dns', '127.0.0.1:1'] });

    const body = { template_id: 'welcome', variables: { name: 'Ada' } };
    const answer = await ask('/v1/render', body, demoKey);

    expect(run.deployment.apiKey).toBe(demoKey);
    expect(answer).toMatchObject({ status: 200, body: { subject: 'Welcome to Postrider, Ada' } });
  });

  test('a restart keeps accounts, templates and keys, also revoked ones', async () => {
    const body = { template_id: 'kept', variables: { name: 'Ada' } };

    const kept = await ask('/v1/render', body);
    const revoked = await ask('/v1/render', body, revokedKey);

    expect(kept).toEqual({ status: 200, body: { html: '<p>Ada</p>', subject: 'Hello' } });
    expect(revoked).toEqual(refusal(401, 'API key has been revoked'));
  });

  test('a restart sends again with the usual settings', async () => {
    const request = { templateId: 'sends', variables: {}, _to: 'ada@good.example' };

    const answer = await ask('/v1/execute', request);

    expect(answer).toMatchObject({ status: 200, body: { success: true, type: 'sent' } });
  });

  test("a restart verifies the demo's own domain without DNS, and prints that DNS does not answer", async () => {
    const own = await ask('/v1/verify', { email: 'someone@inbox.example.com' });
    const other = await ask('/v1/verify', { email: 'someone@good.example' });

    expect(own).toMatchObject({ status: 200, body: { verification: { valid: true } } });
    expect(other).toEqual(refusal(500, 'Domain lookup failed, try again', '1'));
    expect(run.stderr()).toContain('The DNS server 127.0.0.1:1 does not answer');
  });

  test('a local run ends at SIGTERM with exit code 0', async () => {
    expect(await run.stop('SIGTERM')).toBe(0);
  });
});

describe('a fresh start', () => {
  test('--fresh deletes only files of the local run', async () => {
    const foreign = join(data, 'notes.txt');
    writeFileSync(foreign, 'mine');

    run = await startOwnRun({ data, words: ['--fresh', '--dns', '127.0.0.1:1'] });
    const own = await ask('/v1/render', { template_id: 'kept' });
    const demo = await ask('/v1/render', { template_id: 'receipt' }, demoKey);

    const forgotten = refusal(401, 'Invalid API key');
    expect([own, demo]).toEqual([forgotten, forgotten]);
    expect(run.deployment.apiKey).not.toBe(demoKey);
    expect(existsSync(foreign)).toBe(true);
  });

  test('a fresh start prints the base address, the key, the inbox and three curl commands that work', async () => {
    const { baseUrl, apiKey, inboxUrl } = run.deployment;
    const printed = run.stdout();

    const answers = await Promise.all(curlCommands(printed).map(perform));

    expect([baseUrl, apiKey, inboxUrl].filter((text) => !printed.includes(String(text)))).toEqual(
      [],
    );
    expect(answers).toMatchObject([
      { status: 200, body: { html: expect.stringContaining('Ada'), subject: expect.any(String) } },
      { status: 200, body: { success: true, type: 'sent' } },
      { status: 200, body: { verification: { valid: true } } },
    ]);
  });
});

interface Curl {
  url: string;
  headers: [name: string, value: string][];
  data: string;
}

function curlCommands(text: string): Curl[] {
  const commands = text.replaceAll('\\\n', ' ').match(/^curl .*$/gm) ?? [];
  return commands.map((line) => ({
    url: /^curl -sS (\S+)/.exec(line)?.[1] ?? '',
    headers: [...line.matchAll(/-H '([^':]+): ([^']*)'/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
    data: /-d '([^']*)'/.exec(line)?.[1] ?? '',
  }));
}

async function perform({ url, headers, data: body }: Curl) {
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}
