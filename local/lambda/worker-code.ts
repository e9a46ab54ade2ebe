import { fileURLToPath } from 'node:url';
import { lambdaThread } from '../../lib/home.ts';
import { isPackaged } from '../../shared/command.ts';

let code: Promise<string> | undefined;

/** The code of an environment's thread, as JavaScript: a thread starts in 25 ms, with TypeScript in twice that. */
export function workerCode(): Promise<string> {
  code ??= isPackaged ? Promise.resolve(`require(${JSON.stringify(lambdaThread)})`) : bundle();
  return code;
}

async function bundle(): Promise<string> {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
  });
  // Otherwise esbuild's process would run for as long as this one.
  await stop();
  return outputFiles[0]?.text ?? '';
}
