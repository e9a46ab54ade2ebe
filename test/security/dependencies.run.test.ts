import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as z from 'zod';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        license: z.string().optional(),
        integrity: z.string().optional(),
        /** Bundled in another package, and pinned with it. */
        inBundle: z.boolean().optional(),
        /** A folder of this repository. */
        link: z.boolean().optional(),
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));

const installed = Object.entries(lock.packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, found]) => ({ name: path.replace(/^.*node_modules\//, ''), ...found }));

/** SPDX ids of licences that require only their own text. If a package offers a choice, one of these is enough. */
const permissive = /\b(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0)\b/;

const { dependencies, devDependencies } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** The packages in the bundles of these entries. */
async function bundledPackages(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...{ absWorkingDir: root, entryPoints, outdir: '/none' },
    ...{ bundle: true, write: false, metafile: true, logLevel: 'error' },
    external: ['esbuild', ...Object.keys(dependencies)],
    ...(entryPoints[0]?.startsWith('dashboard')
      ? {
          jsx: 'automatic',
          format: 'esm',
          loader: { '.svg': 'dataurl', '.html': 'text', '.md': 'text' },
        }
      : { platform: 'node', mainFields: ['module', 'main'], format: 'esm' }),
  });
  const names = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/** The packages that the CDK app adds. Bundling the app would take 12 s. */
const ofTheApp = ['aws-cdk-lib', 'constructs'];

const scripts = ['bin/command.ts', 'local/tables/server.ts', 'local/mail/worker.ts'];
const [inFunctions, inPage, inScripts] = await Promise.all([
  bundledPackages(globSync('functions/*/handler.ts', { cwd: root })),
  bundledPackages(['dashboard/src/main.tsx']),
  bundledPackages(scripts),
]);
expect(inFunctions).toContain('@middy/core');
expect(inPage).toContain('react-dom');
expect(inScripts).toContain('commander');
const bundled = [...new Set([...inFunctions, ...inPage, ...inScripts, ...ofTheApp])];

/** Packages that run in AWS, in a browser or on an operator's machine: bundled in the package, or its dependencies. */
const running = () =>
  installed.filter(
    ({ name, dev, link }) =>
      bundled.includes(name) || (!dev && !link && !name.startsWith('@aws-cdk/')),
  );

test('a package that runs in AWS or at an operator’s machine has a permissive licence', () => {
  const others = running().filter(({ license = '' }) => !permissive.test(license));

  expect(running().length).toBeGreaterThan(150);
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('a package that runs in AWS or at an operator’s machine is pinned by its hash', () => {
  const fetched = installed.filter(({ inBundle, link }) => !inBundle && !link);

  const loose = fetched.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'));
  expect(loose.map(({ name }) => name)).toEqual([]);
});

test('V15.2.3 docs/dependencies.md gives the reason for each package that is installed or bundled, and for no other', () => {
  const tables = read('docs/dependencies.md').split(/^## /m);
  const explainedUnder = (heading: string) =>
    [
      ...(tables.find((part) => part.startsWith(heading)) ?? '').matchAll(/^\| `([^`]+)` \| \S/gm),
    ].map(([, name]) => name);

  expect(explainedUnder('Installed')).toEqual(Object.keys(dependencies));
  expect(explainedUnder('Bundled')).toEqual(
    Object.keys(devDependencies).filter((name) => bundled.includes(name)),
  );
});

test('V15.1.1 V15.1.2 one command makes a bill of materials, and docs/dependencies.md has the time to fix', () => {
  const npm = process.env.npm_execpath;
  const words = ['run', '-s', 'sbom', '--', '--package-lock-only'];
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []];

  const bill = execFileSync(command, [...before, ...words], { cwd: root, maxBuffer: 2 ** 26 });

  const { bomFormat, components } = JSON.parse(bill.toString());
  expect(bomFormat).toBe('CycloneDX');
  expect(components.length).toBeGreaterThan(50);
  expect(read('docs/dependencies.md')).toMatch(/within 7 days .* critical or high/);
});

const list = z.record(z.string(), z.string()).optional();
const named = z.object({
  dependencies: list,
  devDependencies: list,
  optionalDependencies: list,
});

/** An install changes a lock that disagrees with its package.json, and `npm run release` refuses changed files. */
test('each lock has the packages that its package.json names', () => {
  const locks = globSync('{.,bin/lint,trials/mutation,test/*/*}/package-lock.json', { cwd: root });

  expect(locks.length).toBeGreaterThanOrEqual(5);
  for (const path of locks) {
    const { packages } = JSON.parse(read(path));
    const own = JSON.parse(read(path.replace('-lock', '')));
    expect({ path, ...named.parse(packages['']) }).toEqual({ path, ...named.parse(own) });
  }
});
