import { runCommand } from '../../cli/main.ts';
import { serve } from '../serve.ts';
import type { Ended } from './command-line.ts';

/** The words of a command line that has no quotes. */
export const wordsOf = (line: string): string[] => line.split(' ').filter(Boolean);

/** The result of a command that succeeded and printed only this, on stdout. */
export const printed = (stdout: unknown) => ({ exitCode: 0, stdout, stderr: '' });

/** The result of a command that was refused with this error. */
export const refused = (error: string) => ({
  ...{ exitCode: 1, stdout: '', stderr: `Error: ${error}\n` },
});

/** The JSON that a command with `--json` printed. */
export const answerOf = ({ exitCode, stdout }: Ended) => ({
  exitCode,
  answer: JSON.parse(stdout),
});

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

/**
 * Starts a CloudFormation with these stacks' outputs, which also is the STS. It supports only DescribeStacks and
 * GetCallerIdentity. The environment is that of a person who has credentials for it.
 */
export async function startStacks(stacks: Record<string, Record<string, string>>) {
  const { url: endpoint, stop } = await serve(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    response.writeHead(200, { 'content-type': 'text/xml' });
    if (body.includes('Action=GetCallerIdentity')) return void response.end(caller);
    const name = new URLSearchParams(body).get('StackName') ?? '';
    const members = Object.entries(stacks[name] ?? {}).map(
      ([key, value]) =>
        `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    response.end(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    );
  });
  const environment = {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_CLOUDFORMATION: endpoint,
    AWS_ENDPOINT_URL_STS: endpoint,
  };
  return { endpoint, environment, stop };
}
