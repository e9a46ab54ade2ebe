/** Commands in processes of their own, and an AWS that takes every connection and never answers. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Ended, runProcess } from './command-line.ts';

const sockets = new Set<Socket>();
const dir = temporaryFolder();
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
});
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

const here = ['--stack', 'postrider', '--region', 'eu-central-1'];
const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

function run(words: readonly string[], environment: Record<string, string>): Promise<Ended> {
  return runProcess([...words, ...here], dir, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    AWS_CONFIG_FILE: join(dir, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    ...environment,
  });
}

// These commands wait at the same time.
describe('commands while AWS never answers', () => {
  const sentence =
    'Error: The deployment does not answer: check that it runs and that the network reaches it\n';

  test.concurrent('where AWS never answers, each command ends with one sentence', async () => {
    const commands = ['message list', 'key create --name production', 'logs', 'template push .'];

    const ended = await Promise.all(commands.map((words) => run(words.split(' '), keys)));

    expect(ended).toEqual(commands.map(() => ({ exitCode: 1, stdout: '', stderr: sentence })));
  });

  test.concurrent('where AWS never answers, doctor ends with 1 and says what to do', async () => {
    const { exitCode, stdout, stderr } = await run(['doctor'], keys);

    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toMatch(
      /^\? no-credentials +AWS does not answer\n {4}Check that this machine reaches AWS/,
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'doctor could not read the deployment, so it ends with exit code 1: AWS does not answer.',
    );
  });

  test.concurrent('doctor ends even if a credential process never does', async () => {
    const started = join(dir, 'started');
    const ended = join(dir, 'ended');
    const program = join(dir, 'credentials.cjs');
    await writeFile(
      program,
      `const { writeFileSync } = require('node:fs');
      writeFileSync(${JSON.stringify(started)}, String(process.pid));
      setTimeout(() => writeFileSync(${JSON.stringify(ended)}, ''), 45_000);`,
    );
    await writeFile(
      join(dir, 'stuck-config'),
      `[default]\ncredential_process = "${process.execPath}" "${program}"\n`,
    );

    const { exitCode, stdout } = await run(['doctor'], {
      AWS_CONFIG_FILE: join(dir, 'stuck-config'),
    });
    const hasEnded = existsSync(ended);
    process.kill(Number(await readFile(started, 'utf8')));

    expect({ exitCode, hasEnded }).toEqual({ exitCode: 1, hasEnded: false });
    expect(stdout).toContain('No answer within 8 seconds');
  });
});
