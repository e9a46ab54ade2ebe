import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandLine, startCommandLine } from '../command-line.ts';
import { type AwsStub, startAwsStub } from './aws-stub.ts';

const folder = mkdtempSync(join(tmpdir(), 'postrider-silence-'));
const settings = join(folder, 'postrider.json');

let cli: CommandLine;
let aws: AwsStub;
beforeAll(async () => {
  cli = await startCommandLine();
  aws = await startAwsStub();
  aws.intercept = ({ operation }) => (operation === 'DescribeStacks' ? 'silent' : null);
  writeFileSync(settings, '{}\n');
});
afterAll(async () => {
  await aws.stop();
  await cli.stop();
  rmSync(folder, { recursive: true });
});

const environment = (endpoint: string) => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'eu-central-1',
  POSTRIDER_SETTINGS: settings,
});

/** Takes connections, and never answers on any of them. */
async function startSilence() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// The commands run in their own processes, which must end while AWS is still silent. They wait at the same time.
describe.concurrent('commands while AWS is silent', () => {
  test.each([
    ['deploy', ['deploy', '--yes', '--sender', 'hello@example.com']],
    ['destroy', ['destroy', '--yes']],
  ])('where AWS is silent, %s says so in one sentence, and ends', async (_, words) => {
    const silence = await startSilence();
    try {
      const { exitCode, stderr } = await cli.runApart(words, environment(silence.endpoint));

      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr:
          'Checking credentials and region\nError: AWS does not answer: check the network, and run this again\n',
      });
      expect(readFileSync(settings, 'utf8')).toBe('{}\n');
    } finally {
      await silence.stop();
    }
  });

  test.each<[string, string[], string, string]>([
    ['deploy', ['deploy', '--yes'], 'Nothing was changed', 'run deploy again'],
    ['destroy', ['destroy', '--yes'], 'Nothing was removed', 'run destroy again'],
  ])('where CloudFormation is silent, %s says so in one sentence', async (_, words, left, next) => {
    const { exitCode, stderr } = await cli.runApart(words, environment(aws.endpoint));

    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `Checking credentials and region\nError: AWS does not answer. ${left}: check the network, and ${next}\n`,
    });
    expect(aws.writes).toEqual([]);
  });

  test('where AWS is silent, a command ends even if its credential provider goes on', async () => {
    const config = join(folder, 'config');
    writeFileSync(config, '[profile stuck]\ncredential_process = sleep 60\n');
    const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...rest } = environment(aws.endpoint);

    const { exitCode, stderr } = await cli.runApart(['deploy', '--dry-run'], {
      ...rest,
      AWS_CONFIG_FILE: config,
      AWS_PROFILE: 'stuck',
    });

    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr:
        'Checking credentials and region\nError: No answer within 8 seconds: check the network, and run this again\n',
    });
  });
});
