import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { documentText, sectionOf } from '../../docs/commands.ts';
import { atEndOfFile } from '../../end-of-file.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const home = join(root, 'test/client/generators');
const section = sectionOf(documentText('docs/api/clients.md'), 'Generate a client');

/** A generator of docs/api/clients.md. */
export interface Generator {
  name: string;
  /** The packages that the reader installs. */
  packages: string[];
  /** The command that generates: the program, its arguments. */
  command: string;
  words: string[];
  /** The generator's configuration, by the name of its file. */
  config: [name: string, content: string] | undefined;
  /** npm leaves out the generators that need a newer Node than it runs on. */
  isInstalled: boolean;
}

export const generators: Generator[] = [...section.matchAll(/^### (.+)$/gm)].map(
  ([, name = '']) => {
    const text = sectionOf(section, name);
    const [, command = '', words = ''] = /^npx (\S+) ?(.*)$/m.exec(text) ?? [];
    const installed = [...text.matchAll(/^npm install (?:-D )?(.+)$/gm)];
    const [config] = [...text.matchAll(/`([\w.]+\.mjs)`\.\n\n```js\n(.*?)^```$/gms)];
    return {
      ...{ name, command, words: words.split(' ').filter(Boolean) },
      packages: installed.flatMap(([, names = '']) => names.split(' ')),
      config: config && [config[1] ?? '', config[2] ?? ''],
      isInstalled: existsSync(join(home, 'node_modules/.bin', command)),
    };
  },
);

/** The compilers of the generated clients, by their versions. */
export const compilers = {
  7: join(root, 'node_modules/typescript/lib/tsc.js'),
  5: join(home, 'node_modules/typescript/lib/tsc.js'),
};

/** Generates a client in a new folder, from the document that the dashboard serves. The folder also gets the program. */
export async function generate(generator: Generator, dashboardUrl: string): Promise<string> {
  const { command, words, config } = generator;
  // Inside the folder of the generators, so that the program finds their packages.
  const folder = await mkdtemp(join(home, 'made-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'src'));
  await copyFile(join(home, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await copyFile(join(home, `${command}.ts`), join(folder, 'program.ts'));
  const document = await fetch(`${dashboardUrl}/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await document.text());
  if (config) await writeFile(join(folder, config[0]), config[1]);
  await run(join(home, 'node_modules/.bin', command), words, { cwd: folder });
  return folder;
}

/** The compiler's errors in the folder: the code, and the line of the program. */
export async function compileErrors(folder: string, compiler: string): Promise<string[]> {
  const options = ['-p', folder, '--pretty', 'false'];
  const { stdout } = await run(process.execPath, [compiler, ...options], { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  const program = (await readFile(join(folder, 'program.ts'), 'utf8')).split('\n');
  // The lines that are indented explain the error above them.
  return stdout.split('\n').flatMap((line) => {
    const [, at, code] = /^program\.ts\((\d+),\d+\): error (TS\d+)/.exec(line) ?? [];
    if (code) return `${code}: ${program[Number(at) - 1]?.trim()}`;
    return /^\S/.test(line) ? line : [];
  });
}

/** Runs the program as a caller does, and returns what it prints. */
export async function runProgram(folder: string, env: Record<string, string>): Promise<string> {
  const outfile = join(folder, 'program.mjs');
  const entryPoints = [join(folder, 'program.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  return (await run(process.execPath, [outfile], { env })).stdout;
}
