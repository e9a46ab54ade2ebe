import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { mintWebhookSecret, signedHeaders } from '../../../shared/webhook/webhook-signature.ts';
import { bareEnvironment } from '../../bare-environment.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';
import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { startReceiver } from '../../webhook-receiver.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { compileIn, packedClient, projectWith, typescript7 } from '../harness/client-project.ts';
import { dataFolder } from '../harness/deployment.ts';
import { blocksOf, examplesOf } from '../harness/document-examples.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { withTestKey } from '../harness/test-key.ts';

const main = fileURLToPath(new URL('../../../bin/command.ts', import.meta.url));
const project = await projectWith(await packedClient());
const { examples, rest } = examplesOf(blocksOf('docs/webhooks.md'));
const shown = JSON.parse(rest.find(({ language }) => language === 'json')?.text ?? '');

function started(command: string, words: string[], environment: Record<string, string>): string[] {
  const child: ChildProcess = spawn(command, words, {
    cwd: project,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.pipe(process.stderr, { end: false });
  stoppedAtEnd({ stop: async () => child.kill('SIGKILL') });
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
  return lines;
}

const startTail = ({ accountId }: TestAccount, ...words: string[]) =>
  started(process.execPath, [main, 'message', 'tail', ...words, '--account', accountId, '--json'], {
    POSTRIDER_DATA: dataFolder,
  });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function startExample(kind: string, text: string, secret: string, port: number) {
  const program = text.replace('4000', String(port));
  const file = kind === 'ts' ? 'hooks.mts' : 'hooks.py';
  await writeFile(join(project, file), program);
  if (kind === 'ts')
    expect(await compileIn(project, typescript7, file, '--module', 'nodenext')).toBe('');
  const [command, script] = kind === 'ts' ? [process.execPath, 'out/hooks.mjs'] : ['python3', file];
  const lines = started(command, [script], { WEBHOOK_SECRET: secret });
  await until(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return lines;
}

test('docs/webhooks.md has an example for Node and one for Python', () => {
  expect(examples.map(({ kind }) => kind)).toEqual(['ts', 'python']);
});

test('message tail --forward --test sends the events of a test key to a receiver with the reference library', async () => {
  const account = await openAccount();
  const tests = await withTestKey(account, {});
  const flow = flowOf(template, provider());
  await account.save({ id: 'welcome', html: '<p>Welcome</p>', flow });
  const { received, url } = await startReceiver(200, 200);
  const tail = startTail(account, '--test', '--forward', url);
  await until(() => expect(tail).toHaveLength(1));

  const mail = { templateId: 'welcome', variables: {}, _reference: 'order-1001' };
  await account.execute({ ...mail, _to: 'live@inbox.example.com' });
  await tests.execute({ ...mail, _to: 'complaint@simulator.amazonses.com' });
  await until(() => expect(received).toHaveLength(2));

  const webhook = new Webhook(JSON.parse(tail[0] ?? '').secret);
  const data = { to: 'complaint@simulator.amazonses.com', reference: 'order-1001', test: true };
  expect(
    received.map(({ body, headers }) => webhook.verify(body, headers as Record<string, string>)),
  ).toMatchObject([
    { type: 'message.delivered', data },
    { type: 'message.complained', data: { ...data, state: 'COMPLAINED', suppressed: false } },
  ]);
});

describe.each(examples)('the example for $kind in docs/webhooks.md', ({ kind, text, answer }) => {
  test(`the example for ${kind} in docs/webhooks.md verifies what message tail --forward sends`, async () => {
    const account = await openAccount();
    const flow = flowOf(template, provider());
    await account.save({ id: 'welcome', html: '<p>Welcome, {{name}}</p>', flow });
    const port = await freePort();
    const address = `http://127.0.0.1:${port}/hooks`;
    const tail = startTail(account, '--forward', address);
    await until(() => expect(tail).toHaveLength(1));
    const lines = await startExample(kind, text, JSON.parse(tail[0] ?? '').secret, port);

    const _to = 'bounce@simulator.amazonses.com';
    await account.execute({ templateId: 'welcome', variables: { name: 'Ada' }, _to });
    await until(() => expect(lines).not.toEqual([]));
    const delivered = () =>
      tail.map((line) => JSON.parse(line)).filter(({ webhookId }) => webhookId);
    await until(() => expect(delivered()).not.toEqual([]));

    expect(lines.join('\n')).toBe(answer);
    expect(delivered()).toMatchObject([{ status: 204, error: null }]);
    const [{ event }] = delivered();
    expect(Object.keys(event)).toEqual(Object.keys(shown));
    expect(Object.keys(event.data)).toEqual(Object.keys(shown.data));
  });

  test(`the example for ${kind} in docs/webhooks.md refuses a changed body, an old request and a wrong secret`, async () => {
    const secret = mintWebhookSecret((count) => new Uint8Array(count));
    const port = await freePort();
    const lines = await startExample(kind, text, secret, port);
    const body =
      '{"type":"message.delivered","data":{"to":"a@b.example","state":"DELIVERED","reason":null}}';
    const sign = (at: Date, by: string) => signedHeaders({ id: 'evt_1', body, at }, [by]);
    const statusOf = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
    const now = new Date();
    const other = mintWebhookSecret((count) => new Uint8Array(count).fill(1));

    const statuses = [
      await statusOf(sign(now, secret), JSON.stringify(JSON.parse(body), null, 1)),
      await statusOf(sign(new Date(now.getTime() - 600_000), secret)),
      await statusOf(sign(now, other)),
      await statusOf({}),
      await statusOf(sign(now, secret)),
    ];

    expect(statuses).toEqual([400, 400, 400, 400, 204]);
    const printed = ['message.delivered a@b.example DELIVERED'];
    await until(() => expect(lines.map((line) => line.trim())).toEqual(printed));
  });
});
