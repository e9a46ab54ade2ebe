import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runCommand } from '../../cli/terminal/run-command.ts';
import { stoppedAtEnd } from '../end-of-file.ts';
import type { Ended } from './command-line.ts';

/**
 * Runs the CLI in this process, which is a hundred times as fast as in its own. It runs in a folder, with the
 * given environment, PATH and HOME. Only one can run at a time, because it captures the process's output.
 */
export async function runHere(
  words: readonly string[],
  environment: Record<string, string>,
  folder = process.cwd(),
): Promise<Ended> {
  const ended: Ended = { exitCode: 0, stdout: '', stderr: '' };
  const before = { env: process.env, exitCode: process.exitCode, folder: process.cwd() };
  const [out, err] = [process.stdout.write, process.stderr.write];
  const into = (stream: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    ended[stream] += text;
    return true;
  };
  const { PATH = '', HOME = '' } = process.env;
  process.env = { PATH, HOME, AWS_EC2_METADATA_DISABLED: 'true', TZ: 'UTC', ...environment };
  process.chdir(folder);
  process.stdout.write = into('stdout');
  process.stderr.write = into('stderr');
  process.exitCode = 0;
  try {
    await runCommand(words);
    ended.exitCode = Number(process.exitCode);
  } finally {
    process.stdout.write = out;
    process.stderr.write = err;
    process.exitCode = before.exitCode;
    process.chdir(before.folder);
    process.env = before.env;
  }
  return ended;
}

/** The person whose credentials the CLI uses, as STS names them. */
const caller = `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account><Arn>arn:aws:sts::123456789012:assumed-role/Operators/eva@example.com</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** Starts a CloudFormation with these stacks' outputs, which also is the STS. It supports only DescribeStacks and GetCallerIdentity. */
export async function startStacks(
  stacks: Record<string, Record<string, string>>,
): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (body.includes('Action=GetCallerIdentity')) {
      response.writeHead(200, { 'content-type': 'text/xml' }).end(caller);
      return;
    }
    const name = new URLSearchParams(body).get('StackName') ?? '';
    const members = Object.entries(stacks[name] ?? {}).map(
      ([key, value]) =>
        `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return stoppedAtEnd({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
