import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { describe, expect, test } from 'vitest';
import { bareEnvironment } from '../../bare-environment.ts';
import { deployment } from '../harness/deployment.ts';
import { blocksOf, examplesOf, fits } from '../harness/document-examples.ts';
import { stoppedAtEnd } from '../harness/own-run.ts';
import { startPackageRegistry } from '../harness/package-registry.ts';
import { temporaryFolder } from '../harness/template-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const inRoot = createRequire(join(root, 'package.json'));
const tsc7 = join(root, 'node_modules/typescript/lib/tsc.js');
// TypeScript 7 no longer has `moduleResolution: node10`. This library brings a TypeScript 5.
const tsc5 = createRequire(inRoot.resolve('@arethetypeswrong/core')).resolve(
  'typescript/lib/tsc.js',
);

const run = async (cwd: string, command: string, ...words: string[]) => {
  const env = {
    ...bareEnvironment(),
    ...{ POSTRIDER_URL: deployment.baseUrl, POSTRIDER_KEY: deployment.apiKey },
  };
  const done = promisify(execFile)(command, words, { cwd, env });
  // The compiler prints its errors.
  return (await done.catch(({ stdout, stderr }) => ({ stdout: stdout + stderr }))).stdout.trim();
};

/** An empty project where the client is installed, beside the types of Node. */
async function projectWith(...client: string[]): Promise<string> {
  const project = await temporaryFolder();
  await writeFile(join(project, 'package.json'), '{"private":true}');
  const words = ['install', '--no-audit', '--no-fund', ...client];
  await promisify(execFile)('npm', words, { cwd: project });
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(
      dirname(inRoot.resolve(`${name}/package.json`)),
      join(project, 'node_modules', name),
    );
  }
  return project;
}

/** The files that a fresh clone has, without anything that a build or `npm install` adds. */
async function freshClone(): Promise<string> {
  const clone = await temporaryFolder();
  const tracked = execFileSync('git', ['ls-files', 'client'], { cwd: root, encoding: 'utf8' });
  for (const path of tracked.trim().split('\n')) await cp(join(root, path), join(clone, path));
  return join(clone, 'client');
}

const packed = await temporaryFolder();
const [archive = ''] = execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], {
  ...{ cwd: join(root, 'client'), encoding: 'utf8' },
}).split('\n');
const project = await projectWith(join(packed, archive));

async function compiled(tsc: string, file: string, ...options: string[]): Promise<string> {
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022', '--types', 'node'];
  return run(project, process.execPath, tsc, ...strict, ...options, '--outDir', 'out', file);
}

const body = `
async function main() {
  const { POSTRIDER_URL: baseUrl, POSTRIDER_KEY: apiKey } = process.env;
  const postrider = createClient({ baseUrl, apiKey });
  const outcome = await postrider.execute({
    ...{ templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada@inbox.example.com' },
  });
  if (outcome.type === 'sent') console.log(outcome.messageId);
  // @ts-expect-error The types are known, and the field is spelt template_id.
  const error = await postrider.render({ templateId: 'welcome' }).catch((fault) => fault);
  console.log(error instanceof PostriderError, String(error));
}
main();
`;
const imports = `import { createClient, PostriderError } from '@postrider/client';\n${body}`;
const requires = `const { createClient, PostriderError } = require('@postrider/client');\n${body}`;
const printed = 'ses-…\ntrue PostriderError: template_id is required';

describe("the client's package", () => {
  test.each([
    ['an ES module', 'plain.mjs', imports],
    ['a CommonJS module', 'plain.cjs', requires],
  ])("the client's package works in %s without TypeScript", async (_, file, text) => {
    await writeFile(join(project, file), text);

    const output = await run(project, process.execPath, file);

    expect(fits(printed, output) || output).toBe(true);
  });

  test.each([
    ['an ES module, NodeNext', tsc7, 'send.mts', 'out/send.mjs', ['nodenext', 'nodenext']],
    ['a CommonJS module, NodeNext', tsc7, 'send.cts', 'out/send.cjs', ['nodenext', 'nodenext']],
    ['a CommonJS package, node16', tsc7, 'node16.ts', 'out/node16.js', ['node16', 'node16']],
    ['a bundled ES module', tsc7, 'bundler.mts', 'out/bundler.mjs', ['esnext', 'bundler']],
    ['commonjs and node10', tsc5, 'node10.ts', 'out/node10.js', ['commonjs', 'node10']],
  ])(
    "the client's package has types and works in strict TypeScript: %s",
    async (_, tsc, file, built, [module = '', resolution = '']) => {
      await writeFile(join(project, file), imports);

      const errors = await compiled(
        ...([tsc, file, '--module', module, '--moduleResolution', resolution] as const),
      );
      const output = errors || (await run(project, process.execPath, built));

      expect(fits(printed, output) || output).toBe(true);
    },
  );

  test("the client's package has no type that differs from its code, for any module resolution", async () => {
    const files = createPackageFromTarballData(await readFile(join(packed, archive)));

    const analysis = await checkPackage(files);

    expect(analysis.types && 'problems' in analysis && analysis.problems).toEqual([]);
  });

  test("the client's package can be installed from the folder of a fresh clone", async () => {
    const own = await projectWith(await freshClone());
    await writeFile(join(own, 'plain.cjs'), requires);

    const output = await run(own, process.execPath, 'plain.cjs');

    expect(fits(printed, output) || output).toBe(true);
  });

  test("the client's package can be installed from a registry", async () => {
    const manifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'));
    const registry = stoppedAtEnd(await startPackageRegistry(manifest, join(packed, archive)));
    const own = await projectWith('--registry', registry.address, '@postrider/client');
    await writeFile(join(own, 'plain.mjs'), imports);

    const output = await run(own, process.execPath, 'plain.mjs');

    expect(fits(printed, output) || output).toBe(true);
  });
});

const documents = ['client/README.md', 'docs/api.md'].map((name) => examplesOf(blocksOf(name)));
const examples = documents
  .flatMap((each) => each.examples)
  .filter(({ kind }) => kind === 'ts' || kind === 'js');

test('the examples of client/README.md are all run', () => {
  expect(documents[0]?.rest.map(({ text }) => text)).toEqual(['npm install ../postrider/client']);
  expect(examples).toHaveLength(4);
});

test.each(examples)(
  'the example at $place compiles strictly and prints the output below it',
  async ({ place, kind, text, answer }) => {
    const name = place.replace(/\W/g, '-');
    const [file, built] = kind === 'ts' ? [`${name}.mts`, `out/${name}.mjs`] : [`${name}.cjs`];
    const local = text
      .replaceAll('http://127.0.0.1:3000/v1', deployment.baseUrl)
      .replaceAll('pr_…', deployment.apiKey);
    await writeFile(join(project, file), local);

    const errors = built && (await compiled(tsc7, file, '--module', 'nodenext'));
    const output = errors || (await run(project, process.execPath, built ?? file));

    expect(fits(answer, output) || output).toBe(true);
  },
);
