import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failureText, toFailure } from '../../cli/failure.ts';
import { createProgram } from '../../cli/program.ts';
import type { Ended } from './command-line.ts';

/**
 * Runs the CLI in this process, a hundred times as cheap as in one of its own; what `cli/main.ts` does
 * with a failure included. One at a time: it takes the process' output.
 */
export async function runHere(
  words: readonly string[],
  environment: Record<string, string>,
): Promise<Ended> {
  const ended: Ended = { exitCode: 0, stdout: '', stderr: '' };
  const before = { ...process.env };
  const [out, err] = [process.stdout.write, process.stderr.write];
  const { exitCode } = process;
  Object.assign(process.env, environment);
  const into = (stream: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    ended[stream] += text;
    return true;
  };
  process.stdout.write = into('stdout');
  process.stderr.write = into('stderr');
  process.exitCode = 0;
  try {
    await createProgram(() => {}).parseAsync(words, { from: 'user' });
    ended.exitCode = Number(process.exitCode);
  } catch (thrown) {
    const failure = toFailure(thrown);
    ended.exitCode = failure.exitCode;
    ended.stderr += `${failureText(failure)}\n`;
  } finally {
    process.stdout.write = out;
    process.stderr.write = err;
    process.exitCode = exitCode;
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
  }
  return ended;
}

/** CloudFormation as far as DescribeStacks, with these stacks' outputs. */
export async function startStacks(
  stacks: Record<string, Record<string, string>>,
): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
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
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
