import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableNames } from '../dynalite.ts';
import { planIds, startDeployment, type TestDeployment } from '../management.ts';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

type Reader = 'listen' | 'hang up';

export interface CommandLine extends TestDeployment {
  /** A folder of this test's own; the data folder is `data` in it. */
  dir: string;
  /** Runs the CLI in that folder, against the deployment; whoever hangs up reads no answer. */
  run: (
    words: readonly string[],
    environment?: Record<string, string>,
    reader?: Reader,
  ) => Promise<Ended>;
  /** Runs it with `--json` and reads what stdout holds. */
  json: (...words: string[]) => Promise<{ exitCode: number | null; answer: unknown }>;
}

/** What the local run writes, for a deployment that runs in this process. */
export function deploymentFile({ tables, gateway }: TestDeployment) {
  return {
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'unused',
    accountId: 'unused',
    inboxUrl: null,
    dynamodbEndpoint: tables.endpoint,
    sesEndpoint: 'http://127.0.0.1:1',
    apiGatewayEndpoint: gateway.endpoint,
    region: 'us-east-1',
    pid: process.pid,
    outputs: {
      BaseUrl: 'http://127.0.0.1:1/v1',
      KeysTable: tableNames.keys,
      AccountsTable: tableNames.accounts,
      TemplatesTable: tableNames.templates,
      UsagePlanFree: planIds.free,
      UsagePlanPro: planIds.pro,
      UsagePlanTeam: planIds.team,
    },
  };
}

/** A deployment as the local run leaves it, and the CLI in a process of its own beside it. */
export async function startCommandLine(): Promise<CommandLine> {
  const deployment = await startDeployment();
  const dir = await mkdtemp(join(tmpdir(), 'postrider-cli-'));
  await writeFile(join(dir, 'deployment.json'), JSON.stringify(deploymentFile(deployment)));
  const run: CommandLine['run'] = (words, environment = {}, reader = 'listen') =>
    runCommand(words, dir, { POSTRIDER_DATA: dir, ...environment }, reader);
  return {
    ...deployment,
    dir,
    run,
    json: async (...words) => {
      const { exitCode, stdout } = await run([...words, '--json']);
      return { exitCode, answer: JSON.parse(stdout) };
    },
    stop: async () => {
      await rm(dir, { recursive: true });
      await deployment.stop();
    },
  };
}

/** Without the variables of whoever runs the tests: their endpoints and profiles are theirs. */
function runCommand(
  words: readonly string[],
  cwd: string,
  environment: Record<string, string>,
  reader: Reader,
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    env: { PATH, HOME, AWS_EC2_METADATA_DISABLED: 'true', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (reader === 'hang up') child.stdout.destroy();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
