import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        license: z.string().optional(),
        integrity: z.string().optional(),
        /** Carried inside another package, and pinned with it. */
        inBundle: z.boolean().optional(),
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));

/** Whether a package is there for tests, builds and the local run alone. */
const isRunTime = ({ dev, devOptional }: { dev?: boolean; devOptional?: boolean }) =>
  !dev && !devOptional;

const installed = Object.entries(lock.packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, found]) => ({ name: path.replace(/^.*node_modules\//, ''), ...found }));

/** Licences that ask for no more than their own text, as SPDX writes them; of a choice one is enough. */
const permissive = /\b(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0)\b/;

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** The packages in what an entry becomes when it is bundled. */
async function bundledPackages(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...{ absWorkingDir: root, entryPoints, outdir: '/none' },
    ...{ bundle: true, write: false, metafile: true, logLevel: 'error' },
    ...(entryPoints[0]?.startsWith('dashboard')
      ? { jsx: 'automatic', format: 'esm', loader: { '.svg': 'dataurl', '.html': 'text' } }
      : { platform: 'node' }),
  });
  const names = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

let deployed: string[];

beforeAll(async () => {
  const functions = globSync('functions/*/handler.ts', { cwd: root });
  const [inFunctions, inPage] = await Promise.all([
    bundledPackages(functions),
    bundledPackages(['dashboard/src/main.tsx']),
  ]);
  expect(inFunctions).toContain('@middy/core');
  expect(inPage).toContain('react-dom');
  deployed = [...new Set([...inFunctions, ...inPage])];
});

describe('the deployed code', () => {
  test('V15.2.3 the deployed code has no package that is only for tests and builds', () => {
    const runTime = new Set(installed.filter(isRunTime).map(({ name }) => name));

    expect(deployed.filter((name) => !runTime.has(name))).toEqual([]);
  });
});

describe('a package that runs in AWS or at an operator’s machine', () => {
  test('a package that runs in AWS or at an operator’s machine has a permissive licence', () => {
    const others = installed
      .filter(isRunTime)
      .filter(({ license = '' }) => !permissive.test(license));

    expect(installed.filter(isRunTime).length).toBeGreaterThan(50);
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  test('a package that runs in AWS or at an operator’s machine is pinned by its hash', () => {
    const fetched = installed.filter(({ inBundle }) => !inBundle);

    const loose = fetched.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'));
    expect(loose.map(({ name }) => name)).toEqual([]);
  });

  test('a package that runs in AWS or at an operator’s machine is used, and docs/dependencies.md gives the reason', () => {
    const sources = globSync('{bin,lib,functions,shared,local,cli,dashboard}/**/*.{ts,tsx,js}', {
      cwd: root,
      exclude: (name) => /node_modules|dist$/.test(name),
    });
    const text = sources.map(read).join('\n');
    const isUsed = (name: string) => new RegExp(`from '${name}[/']|import '${name}[/']`).test(text);

    const names = Object.keys(dependencies);
    const explained = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| \S/gm)];
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
    expect(explained.map(([, name]) => name)).toEqual(names);
  });
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
