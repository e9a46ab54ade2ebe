import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '../../../client/src/index.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import { bareEnvironment } from '../../bare-environment.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { command } from '../harness/cli.ts';
import { packedClient, projectWith } from '../harness/client-project.ts';

const folder = await projectWith(await packedClient());
// Copied last: npm would look for the example's packages in the registry.
await cp(join(import.meta.dirname, '../../../docs/examples/sign-up'), folder, { recursive: true });

const { accountId, baseUrl, ports } = await openAccount();
await command(folder, ['template', 'push', 'templates', '--account', accountId]);

const scopes = ['execute:sign-in', 'messages'];
const { secret: testKey } = await createKey(ports, { accountId, name: 'ci', test: {} });
const { secret: liveKey } = await createKey(ports, { accountId, name: 'shop', scopes });

async function suite(): Promise<{ pass: number; fail: number; output: string }> {
  const env = { ...bareEnvironment(), POSTRIDER_URL: baseUrl, POSTRIDER_TEST_KEY: testKey };
  const run = promisify(execFile)(process.execPath, ['--test'], { cwd: folder, env });
  const { stdout: output } = await run.catch((failed) => failed);
  const count = (name: string) => Number(new RegExp(`^. ${name} (\\d+)$`, 'm').exec(output)?.[1]);
  return { pass: count('pass'), fail: count('fail'), output };
}

test('the suite of the sign-up example passes, and passes again at once', async () => {
  for (const { pass, fail, output } of [await suite(), await suite()]) {
    expect([pass, fail, fail === 0 ? '' : output]).toEqual([5, 0, '']);
  }
});

test('the sign-up example gets the same answers with a live key as with a test key', async () => {
  const { createApp } = (await import(pathToFileURL(join(folder, 'src/app.js')).href)) as {
    createApp: (postrider: Client) => Server;
  };
  const recipients = [`${randomUUID()}@inbox.example.com`, 'ada@nobody.invalid', 'ada', ''];
  const answersWith = async (apiKey: string) => {
    const app = createApp(createClient({ baseUrl, apiKey })).listen(0, '127.0.0.1');
    stoppedAtEnd({ stop: async () => app.close() });
    await once(app, 'listening');
    const { port } = app.address() as AddressInfo;
    return Promise.all(
      recipients.map(async (email) => {
        const body = JSON.stringify({ email });
        const answer = await fetch(`http://127.0.0.1:${port}/sign-up`, { method: 'POST', body });
        const { id, ...rest } = (await answer.json()) as { id?: string };
        return { status: answer.status, hasId: id !== undefined, ...rest };
      }),
    );
  };

  const answers = await answersWith(testKey);

  expect(await answersWith(liveKey)).toEqual(answers);
  expect(answers.map(({ status }) => status)).toEqual([202, 422, 422, 422]);
});
