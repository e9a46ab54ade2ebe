import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../bare-environment.ts';
import { expect, test } from '../jest.ts';

const entry = fileURLToPath(new URL('../../bin/command.ts', import.meta.url));

async function run(...words: string[]) {
  const child = spawn(process.execPath, [entry, ...words], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await closed;
  return { exitCode, stdout, stderr };
}

test.concurrent('the help of the command postrider lists start first', async () => {
  const { exitCode, stdout, stderr } = await run('--help');

  const [first] = stdout.split('\nCommands:\n')[1]?.split('\n') ?? [];
  expect({ exitCode, stderr, first }).toEqual({
    exitCode: 0,
    stderr: '',
    first: expect.stringMatching(/^ {2}start \[options\] +run the whole service on this machine$/),
  });
});

test.concurrent('postrider start --help and postrider help start show the options of start', async () => {
  const answers = await Promise.all([run('start', '--help'), run('help', 'start')]);

  for (const { exitCode, stdout, stderr } of answers) {
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('\n  --inbox-port <port> ');
  }
});

test.concurrent('an option before start is wrong usage, and the error says where options belong', async () => {
  const error = 'start must be the first word: write its options after it';

  const piped = await run('--stack', 'Mail', 'start', '--port', '4000');
  const json = await run('--json', 'start');

  expect(piped).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${error}\n(--help shows the usage)\n`,
  });
  expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({
    exitCode: 2,
    stdout: { error },
    stderr: '',
  });
});

test.concurrent('an option that start does not have is wrong usage', async () => {
  expect(await run('start', '--json')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: "error: unknown option '--json'\n",
  });
});
