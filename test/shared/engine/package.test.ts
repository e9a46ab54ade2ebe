import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import * as z from 'zod';
import { expect, test } from '../../jest.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const engine = `${root}shared/engine/`;

const manifest = (path: string) =>
  z
    .object({
      version: z.string(),
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()).default({}),
    })
    .parse(JSON.parse(readFileSync(path, 'utf8')));

const bundling = {
  absWorkingDir: engine,
  entryPoints: globSync('**/*.ts', { cwd: engine, exclude: ['**/*.d.ts'] }),
  outdir: '/none',
  bundle: true,
  format: 'esm',
  platform: 'browser',
  write: false,
} satisfies BuildOptions;

/** Every import of the engine's files that esbuild finds, once they are bundled for a browser. */
async function importsOfEngine(): Promise<string[]> {
  const { metafile } = await build({ ...bundling, packages: 'external', metafile: true });
  return Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external))
    .map(({ path }) => path);
}

const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

test('the package.json of the engine names exactly the packages that the files of the engine import', async () => {
  const imported = new Set((await importsOfEngine()).map(packageOf));

  expect(Object.keys(manifest(`${engine}package.json`).dependencies)).toEqual([...imported].sort());
});

test('the package.json of the engine has the version of the project, and the project’s ranges of the packages', () => {
  const { version, dependencies } = manifest(`${engine}package.json`);
  const project = manifest(`${root}package.json`);
  const ranges = Object.keys(dependencies).map((name) => [name, project.devDependencies[name]]);

  expect({ version, dependencies }).toEqual({
    version: project.version,
    dependencies: Object.fromEntries(ranges),
  });
});

test('the engine can be bundled for a browser with everything that it imports', async () => {
  const { warnings, errors } = await build(bundling);

  expect({ warnings, errors }).toEqual({ warnings: [], errors: [] });
});
