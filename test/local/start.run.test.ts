import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../cli/connection/local-deployment.ts';
import type { Deployment } from '../../local/deployment-file.ts';
import { afterEach, expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { serve } from '../serve.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

interface Started {
  child: ChildProcess;
  exit: Promise<number | null>;
  stdout: () => string;
  stderr: () => string;
}

function start(argv: string[], env: Record<string, string> = {}): Started {
  const { POSTRIDER_DATA: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['bin/command.ts', 'start', ...argv], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const exit = once(child, 'close').then(() => child.exitCode);
  return { child, exit, stdout: () => stdout, stderr: () => stderr };
}

/** Starts on any free port and waits until it is ready. */
async function startReady(
  data: string,
  env: Record<string, string> = {},
  port = 0,
): Promise<Started & { deployment: Deployment }> {
  const argv = ['--port', String(port), '--data', data, '--dns', '127.0.0.1:9'];
  const started = start(argv, env);
  const hasEnded = () => started.child.exitCode !== null;
  await until(() => hasEnded() || started.stdout().includes('Ctrl-C stops it'));
  if (hasEnded()) throw new Error(`It did not start: ${started.stderr()}`);
  return { ...started, deployment: readDeployment(data) };
}

function readDeployment(data: string): Deployment {
  return JSON.parse(readFileSync(join(data, 'deployment.json'), 'utf8'));
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

const render = ({ baseUrl, apiKey }: Deployment) =>
  fetch(`${baseUrl}/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{"template_id":"welcome","variables":{"name":"Ada"}}',
  });

const urlsOf = (deployment: Deployment) => [
  deployment.baseUrl,
  deployment.dynamodbEndpoint,
  deployment.sesEndpoint,
  deployment.apiGatewayEndpoint,
  deployment.dashboardUrl ?? '',
];

async function freePort(): Promise<number> {
  const { port, stop } = await serve(() => undefined);
  await stop();
  return port;
}

/** Takes the ports of dashboard and inbox of a run with this port, if another server has not taken them already. */
async function takePortsAfter(port: number): Promise<Server[]> {
  return Promise.all(
    [port + 1, port + 2].map(async (taken) => {
      const server = createServer().listen(taken, '127.0.0.1');
      await once(server, 'listening').catch(() => undefined);
      return server;
    }),
  );
}

/** Runs one start after the other, because each synthesises the stack, which takes seconds. */
test('a local run keeps one key through stops, kills and restarts, leaves nothing behind, and runs beside another with its own port and folder', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const withoutDashboard = join(folder, 'postrider.json');
  writeFileSync(withoutDashboard, '{"dashboard":false}');
  const port = await freePort();
  const others = await takePortsAfter(port);

  const first = await startReady(data, {}, port);
  for (const other of others) other.close();
  const rendered = await render(first.deployment);
  const page = await fetch(first.deployment.dashboardUrl ?? '');
  first.child.kill('SIGINT');
  first.child.kill('SIGINT');
  const firstExit = await first.exit;
  const left = await Promise.all(urlsOf(first.deployment).map(answers));

  const second = await startReady(data, { POSTRIDER_SETTINGS: withoutDashboard });
  second.child.kill('SIGKILL');
  await second.exit;
  await until(async () => !(await answers(second.deployment.dynamodbEndpoint)));

  const third = await startReady(data);
  const again = await render(third.deployment);
  third.child.kill('SIGTERM');
  const thirdExit = await third.exit;

  expect([rendered.status, page.status, again.status]).toEqual([200, 200, 200]);
  expect([firstExit, thirdExit]).toEqual([0, 0]);
  expect(new URL(first.deployment.baseUrl).port).toBe(String(port));
  expect(first.stderr()).toContain(
    `Port ${port + 1} is in use. The dashboard is at ${first.deployment.dashboardUrl}; --dashboard-port chooses its port.\n`,
  );
  expect(first.stderr()).toContain(`Port ${port + 2} is in use. The inbox is at `);
  expect(left).toEqual([false, false, false, false, false]);
  expect(second.deployment.dashboardUrl).toBeNull();
  expect(existsSync(join(data, 'lock'))).toBe(false);
  expect([second, third].map(({ deployment }) => deployment.apiKey)).toEqual([
    first.deployment.apiKey,
    first.deployment.apiKey,
  ]);
  expect(third.deployment.outputs).toMatchObject({
    BaseUrl: third.deployment.baseUrl,
    DashboardUrl: third.deployment.dashboardUrl,
  });
  expect(third.stderr()).toContain('The DNS server 127.0.0.1:9 does not answer');
});

test('a local run can be ended while it starts', async () => {
  const data = join(temporaryFolder(), 'data');
  const started = start(['--port', '0', '--data', data]);
  await until(() => started.stderr().includes('Synthesising'));

  started.child.kill('SIGINT');
  expect(await started.exit).toBe(0);
  expect(existsSync(join(data, 'lock'))).toBe(false);
  expect(existsSync(join(data, 'deployment.json'))).toBe(false);
  expect(isAlive(Number(started.child.pid))).toBe(false);
});

test('a start on a port in use ends with one sentence', async () => {
  const { port } = await serve(() => undefined);
  const data = join(temporaryFolder(), 'data');

  const started = start(['--port', String(port), '--data', data]);
  const code = await started.exit;

  expect([code, started.stdout(), started.stderr()]).toEqual([
    1,
    '',
    `Port ${port} is in use: stop what uses it, or choose another with --port.\n`,
  ]);
});

test('a start with an invalid setting ends with the app’s message', async () => {
  const folder = temporaryFolder();
  const settings = join(folder, 'postrider.json');
  writeFileSync(settings, '{"stackName":7}');

  const started = start(['--port', '0', '--data', join(folder, 'data')], {
    POSTRIDER_SETTINGS: settings,
  });
  const code = await started.exit;

  const [, ...sentence] = started.stderr().trimEnd().split('\n');
  expect(code).toBe(1);
  expect(sentence).toEqual([expect.stringContaining('stackName')]);
  expect(existsSync(join(folder, 'data', 'deployment.json'))).toBe(false);
});
