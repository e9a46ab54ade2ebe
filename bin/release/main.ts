import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { release } from './release.ts';

const usage = 'npm run release -- VERSION';
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

function run(program: string, words: readonly string[]): void {
  execFileSync(program, words, { cwd: root, stdio: 'inherit' });
}

// Ctrl-C ends the child process; `release` then reverts the changes. Without a listener it would end this process too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

try {
  const [version, ...others] = process.argv.slice(2);
  if (version === undefined || others.length > 0) throw new Error(`Usage: ${usage}`);
  release({
    root,
    version,
    date: new Date().toISOString().slice(0, 10),
    check: () => {
      run('npm', ['run', 'check']);
      run('npm', ['run', 'test:all']);
    },
    print: console.log,
  });
} catch (error) {
  const { message, stderr = '' } = error as Error & { stderr?: Buffer | string | null };
  console.error(message.includes(String(stderr)) ? message : `${message}\n${stderr}`);
  process.exitCode = 1;
}
