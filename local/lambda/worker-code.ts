import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

let code: string | undefined;

/**
 * The code of an environment's thread, as JavaScript: read as TypeScript by each new thread, it would
 * more than double the 25 ms that a thread takes to start.
 */
export function workerCode(): string {
  code ??= build();
  return code;
}

function build(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
  });
  return outputFiles[0]?.text ?? '';
}
