import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { isDiskFull } from '../../cli/files/error-code.ts';
import { cdkFolder } from '../../lib/home.ts';
import { settingsFile } from '../../lib/project.ts';
import { diskFull, Failure } from '../failure.ts';

const cdkFile = z.object({
  app: z.string(),
  context: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Synthesises the CDK app into a folder, like `cdk synth`, without network and credentials. Aborting the signal ends
 * it. `more` is context for the app. Throws a `Failure` with the app's message if the app fails, for example because of an invalid setting.
 */
export async function synthesise(
  folder: string,
  signal: AbortSignal,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { app, context } = cdkFile.parse(
    JSON.parse(readFileSync(join(cdkFolder, 'cdk.json'), 'utf8')),
  );
  const { status, stderr } = await run(app, signal, {
    CDK_OUTDIR: folder,
    // The path is absolute, because the app has another working directory.
    POSTRIDER_SETTINGS: resolve(settingsFile()),
    // The check takes three quarters of a synthesis. `npm run synth`, a deployment and the stack's tests run it.
    CDK_VALIDATION: 'false',
    // The empty environment selects the settings that all environments share.
    CDK_CONTEXT_JSON: JSON.stringify({
      ...context,
      local: true,
      environment: process.env.POSTRIDER_ENVIRONMENT ?? '',
      ...more,
    }),
    // The app must run on the Node that runs this, whichever is first in the path.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
  });
  signal.throwIfAborted();
  if (status !== 0 && isDiskFull(stderr)) throw diskFull(folder, stderr);
  if (status !== 0) throw new Failure(synthesisFailure(stderr));
  // The bundles are CommonJS; a package.json above would make them ES modules. A synthesis deletes this file.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
}

function run(command: string, signal: AbortSignal, env: Record<string, string>) {
  return new Promise<{ status: number | null; stderr: string }>((resolve, reject) => {
    // A separate process group, so that ending it also ends the shell's children.
    const child = spawn(command, {
      shell: true,
      cwd: cdkFolder,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const end = () => child.pid && killGroup(child.pid);
    signal.addEventListener('abort', end, { once: true });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (status) => {
      signal.removeEventListener('abort', end);
      resolve({ status, stderr });
    });
    if (signal.aborted) end();
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** A failed app's message: the bundler's first error with its place, a crash without its stack, or all it printed. */
export function synthesisFailure(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const crash = bundlerError(lines) ?? lines.map(thrownError).find((found) => found);
  if (crash) return `The CDK app does not synthesise: ${crash}`;
  const said = lines.filter((line) => line !== '' && !/^(npm warn|Bundling asset)/.test(line));
  return said.join('\n') || 'The CDK app does not synthesise, and does not say why.';
}

/** esbuild writes `✘ [ERROR] …` and, two lines on, `file:line:column:`. */
function bundlerError(lines: string[]): string | undefined {
  const at = lines.findIndex((line) => /^\S+ \[ERROR\] /.test(line));
  if (at < 0) return undefined;
  const message = lines[at]?.replace(/^\S+ \[ERROR\] /, '');
  const place = lines.slice(at).find((line) => /^\S+:\d+:\d+:$/.test(line));
  return place ? `${place} ${message}` : message;
}

/** `TypeError: …`, `Error [CODE]: …`, or as CDK prints its own, `[«Code» …`. */
function thrownError(line: string): string | undefined {
  if (/^([A-Z]\w*)?Error\b.*: /.test(line)) return line;
  return /^\[«\w+» (.+)/.exec(line)?.[1];
}
