import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bareEnvironment } from '../../bare-environment.ts';
import { documentText, sectionOf } from '../../docs/commands.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { beforeAll, describe, expect, test } from '../../jest.ts';
import { deployment } from '../harness/deployment.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const home = join(root, 'test/client/generators');
const section = sectionOf(documentText('docs/api/clients.md'), 'Generate a client');

interface Generator {
  name: string;
  packages: string[];
  command: string;
  words: string[];
  config: [name: string, content: string] | undefined;
  /** npm leaves out the generators that need a newer Node than it runs on. */
  isInstalled: boolean;
}

const generators: Generator[] = [...section.matchAll(/^### (.+)$/gm)].map(([, name = '']) => {
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
});

const compilers = {
  7: join(root, 'node_modules/typescript/lib/tsc.js'),
  5: join(home, 'node_modules/typescript/lib/tsc.js'),
};

async function generate(generator: Generator, dashboardUrl: string): Promise<string> {
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

async function compileErrors(folder: string, compiler: string): Promise<string[]> {
  const options = ['-p', folder, '--pretty', 'false'];
  const { stdout } = await run(process.execPath, [compiler, ...options], { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  const program = (await readFile(join(folder, 'program.ts'), 'utf8')).split('\n');
  // Indented lines explain the error above them.
  return stdout.split('\n').flatMap((line) => {
    const [, at, code] = /^program\.ts\((\d+),\d+\): error (TS\d+)/.exec(line) ?? [];
    if (code) return `${code}: ${program[Number(at) - 1]?.trim()}`;
    return /^\S/.test(line) ? line : [];
  });
}

async function runProgram(folder: string, env: Record<string, string>): Promise<string> {
  const outfile = join(folder, 'program.mjs');
  const entryPoints = [join(folder, 'program.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  return (await run(process.execPath, [outfile], { env })).stdout;
}

test('docs/api/clients.md has three generators, and test/client/generators has the packages that a reader installs for them', () => {
  const text = readFileSync('test/client/generators/package.json', 'utf8');
  const versions: Record<string, string> = JSON.parse(text).optionalDependencies;
  const packages = new Set(generators.flatMap(({ packages }) => packages));

  const major = versions.typescript?.replace(/^\^(\d+)\..*$/, 'typescript@$1') ?? '';
  expect(generators.map(({ name }) => name)).toEqual([
    ...['openapi-typescript', '@hey-api/openapi-ts', 'orval'],
  ]);
  expect([...packages].sort()).toEqual(
    Object.keys(versions).map((name) => (name === 'typescript' ? major : name)),
  );
});

const printed = `Your receipt for order 1001
sent as ses-…
_to: _to is required
returned: Your receipt for order 1001
400 Invalid email format
`;

describe.each(generators)('$name', (generator) => {
  const { name } = generator;
  // npm on Node 20 does not install the two generators that need a newer Node.
  const testIfInstalled = generator.isInstalled ? test : test.skip;
  let folder: string;
  let program: string;
  beforeAll(async () => {
    if (!generator.isInstalled) return;
    folder = await generate(generator, `${deployment.dashboardUrl}`);
    program = await readFile(join(folder, 'program.ts'), 'utf8');
  });

  const errorsOf = async (text: string, compiler = compilers[7]) => {
    await writeFile(join(folder, 'program.ts'), text);
    return compileErrors(folder, compiler);
  };

  testIfInstalled.each(Object.entries(compilers))(
    `a program with the client of ${name} compiles under strict with TypeScript %s`,
    async (_, compiler) => {
      expect(await errorsOf(program, compiler)).toEqual([]);
    },
  );

  testIfInstalled(
    `a program with the client of ${name} that misspells an outcome does not compile`,
    async () => {
      const misspelt = program.replace("case 'sent'", "case 'delivered'");

      expect(await errorsOf(misspelt)).toEqual([
        "TS2678: case 'delivered':",
        'TS2339: return `sent as ${outcome.messageId}`;',
        'TS2322: return outcome satisfies never;',
        'TS1360: return outcome satisfies never;',
      ]);
    },
  );

  testIfInstalled(
    `a program with the client of ${name} that forgets an outcome does not compile`,
    async () => {
      const lines = program.split('\n');
      const at = lines.findIndex((line) => line.includes("case 'flow_error'"));

      expect(await errorsOf(lines.toSpliced(at, 2).join('\n'))).toEqual([
        'TS2322: return outcome satisfies never;',
        'TS1360: return outcome satisfies never;',
      ]);
    },
  );

  testIfInstalled(
    `a program with the client of ${name} renders, executes and verifies`,
    async () => {
      await writeFile(join(folder, 'program.ts'), program);
      const { baseUrl, apiKey } = deployment;
      const ours = { POSTRIDER_URL: baseUrl, POSTRIDER_KEY: apiKey };

      const output = await runProgram(folder, { ...bareEnvironment(), ...ours });

      expect(output.replace(/ses-\S+/, 'ses-…')).toBe(printed);
    },
  );
});
