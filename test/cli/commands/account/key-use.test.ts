import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { createKey } from '../../../../shared/manage/keys.ts';
import { beforeEach, describe, expect, test } from '../../../jest.ts';
import { startLogsStub } from '../../../logs-stub.ts';
import { deploymentFile, startCommandLine } from '../../command-line.ts';
import { runHere, startStacks } from '../../in-process.ts';

let used: string;
let idle: string;

const lastUse = new Date(Date.now() - 3_600_000);

const cli = await startCommandLine();
const logs = await startLogsStub();
const { outputs } = deploymentFile(cli);
const stacks = await startStacks({ Mail: outputs });
const environment = {
  POSTRIDER_DATA: cli.dir,
  TZ: 'UTC',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_ENDPOINT_URL_CLOUDFORMATION: stacks.endpoint,
  AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: cli.tables.endpoint,
};
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
await mkdir(join(cli.dir, 'logs'));
beforeEach(async () => {
  used = (await createKey(cli.ports, { accountId, name: 'used' })).keyId;
  idle = (await createKey(cli.ports, { accountId, name: 'idle' })).keyId;
  const line = { level: 'info', endpoint: 'render', status: 200, keyId: used };
  const _aws = { Timestamp: lastUse.getTime() };
  await writeFile(join(cli.dir, 'logs/Render.log'), `${JSON.stringify({ ...line, _aws })}\n`);
  logs.query.rows = [
    [
      { field: 'keyId', value: used },
      { field: 'last', value: String(lastUse.getTime()) },
    ],
  ];
});

const run = (...words: string[]) => runHere(['key', ...words], environment);

const shownTime = lastUse.toISOString().slice(0, 19).replace('T', ' ');

describe.each([[[]], [['--stack', 'Mail']]])('the last use of keys, with options %j', (where) => {
  test('key list --last-used shows the last use beside each key', async () => {
    const { exitCode, stdout } = await run('list', '--last-used', '--json', ...where);

    const { keys } = JSON.parse(stdout) as { keys: { keyId: string; lastUsedAt: string | null }[] };
    const lastUsed = Object.fromEntries(keys.map((key) => [key.keyId, key.lastUsedAt]));
    expect(exitCode).toBe(0);
    expect([lastUsed[used], lastUsed[idle]]).toEqual([lastUse.toISOString(), null]);
  });

  test('key show shows the last use of one key', async () => {
    const busy = await run('show', used, ...where);
    const resting = await run('show', idle, '--since', '2026-01-01', ...where);

    expect(busy.stdout).toContain(`last used  ${shownTime}\n`);
    expect(resting.stdout).toContain('last used  not since 2026-01-01 00:00:00\n');
  });
});
