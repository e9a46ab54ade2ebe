import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { startCommandLine } from '../command-line.ts';
import { startAwsStub } from './aws-stub.ts';

const folder = temporaryFolder();
const settings = join(folder, 'postrider.json');

const cli = await startCommandLine();
const aws = await startAwsStub();
aws.intercept = ({ operation }) => (operation === 'DescribeStacks' ? 'silent' : null);
writeFileSync(settings, '{}\n');

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
describe('commands while AWS is silent', () => {
  const commands = [
    ['deploy', '--yes', '--sender', 'hello@example.com'],
    ['destroy', '--yes'],
  ];
  for (const words of commands)
    test.concurrent(`if AWS is silent, ${words[0]} says so in one sentence, and ends`, async () => {
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

  const words = [
    ['deploy', 'Nothing was changed'],
    ['destroy', 'Nothing was removed'],
  ] as const;
  for (const [command, left] of words)
    test.concurrent(`if CloudFormation is silent, ${command} says so in one sentence`, async () => {
      const { exitCode, stderr } = await cli.runApart(
        [command, '--yes'],
        environment(aws.endpoint),
      );

      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: `Checking credentials and region\nError: AWS does not answer. ${left}: check the network, and run ${command} again\n`,
      });
      expect(aws.writes).toEqual([]);
    });

  test.concurrent('where AWS is silent, a command ends even if its credential provider goes on', async () => {
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
