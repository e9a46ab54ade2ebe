import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../bare-environment.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { deployment } from './deployment.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const inRoot = createRequire(join(root, 'package.json'));
const inGenerators = createRequire(join(root, 'test/client/generators/package.json'));

/** The compilers. TypeScript 7 no longer has `moduleResolution: node10`; the generators bring TypeScript 5. */
export const typescript7 = join(root, 'node_modules/typescript/lib/tsc.js');
export const typescript5 = inGenerators.resolve('typescript/lib/tsc.js');

/** The differences between the types and the code of a packed package, for each way to resolve modules. */
export async function typeProblemsOf(packed: string): Promise<unknown> {
  const { checkPackage, createPackageFromTarballData } = await import(
    inGenerators.resolve('@arethetypeswrong/core')
  );
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(packed)));
  return analysis.types && analysis.problems;
}

export async function packedClient(): Promise<string> {
  const folder = temporaryFolder();
  const words = ['pack', '--silent', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: join(root, 'client') });
  return join(folder, stdout.trim());
}

export async function projectWith(...client: string[]): Promise<string> {
  const project = temporaryFolder();
  await writeFile(join(project, 'package.json'), '{"private":true}');
  const words = ['install', '--no-audit', '--no-fund', ...client];
  await promisify(execFile)('npm', words, { cwd: project });
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types']) {
    const types = dirname(inRoot.resolve(`${name}/package.json`));
    await symlink(types, join(project, 'node_modules', name));
  }
  return project;
}

/** Runs a script in a project, with the variables of the client's README. Returns its output, also if it fails. */
export async function runIn(project: string, script: string, ...words: string[]): Promise<string> {
  const env = {
    ...bareEnvironment(),
    POSTRIDER_URL: deployment.baseUrl,
    POSTRIDER_KEY: deployment.apiKey,
    POSTRIDER_TEST_KEY: deployment.testApiKey,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  };
  const done = promisify(execFile)(process.execPath, [script, ...words], { cwd: project, env });
  const { stdout, stderr }: { stdout: string; stderr: string } = await done.catch(
    (failed) => failed,
  );
  return (stdout + stderr).trim();
}

export function compileIn(project: string, tsc: string, file: string, ...options: string[]) {
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022', '--types', 'node'];
  return runIn(project, tsc, ...strict, ...options, '--outDir', 'out', file);
}
