import { spawn } from 'node:child_process';

export interface EndedInLittleRoom {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs Node with a limit for the size of each file that it and its children write. The kernel refuses longer writes, as
 * on a full disk. A block has 512 bytes (POSIX `ulimit -f`), in some shells 1,024.
 */
export function nodeInLittleRoom(
  blocks: number,
  argv: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<EndedInLittleRoom> {
  const script = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const child = spawn('sh', ['-c', script, process.execPath, ...argv], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...ended }));
  });
}
