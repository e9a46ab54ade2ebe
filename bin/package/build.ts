/**
 * Builds the package `postrider` into `dist/`: JavaScript for Node 20 and later, the bundles of the functions, the
 * dashboard. npm runs it before it packs.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transformSync } from 'esbuild';
import { builtPage, functionBundles } from '../../lib/builds.ts';
import { edgeFolder, inboxFolder } from '../../lib/home.ts';
import { workerCode } from '../../local/lambda/worker-code.ts';
import { licences } from './licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const here = (name: string) => join(import.meta.dirname, name);

/** Modules that are different in the package: there, nothing is left to build. */
const replaced: Record<string, string> = {
  'lib/home.ts': here('home.ts'),
  'lib/builds.ts': here('builds.ts'),
  'local/lambda/worker-code.ts': here('worker-code.ts'),
  'shared/adapters/tables/zstd.ts': here('zstd.ts'),
};

const replacing: Plugin = {
  name: 'replace',
  setup({ onResolve }) {
    onResolve(
      { filter: /\/(home|builds|worker-code|zstd)\.ts$/ },
      ({ path, resolveDir, importer }) => {
        if (importer.startsWith(import.meta.dirname)) return undefined;
        const instead = replaced[relative(root, join(resolveDir, path))];
        return instead === undefined ? undefined : { path: instead };
      },
    );
  },
};

/** fauxqs can keep its queues in SQLite, which Node 20 does not have; here they are in memory. */
const withoutSqlite: Plugin = {
  name: 'sqlite',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:sqlite$/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents: 'export const DatabaseSync = undefined;',
    }));
  },
};

const cdk = join(root, 'node_modules/aws-cdk-lib');

/**
 * The CDK's core, and the constructs that the stack uses. The CDK reads the code of its own functions from a folder
 * beside its modules, which the build copies to `dist/cdk`.
 */
const cdkParts: Plugin = {
  name: 'cdk',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-cdk\/asset-awscli-v1$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: here('awscli-layer.ts') } : undefined,
    );
    // The index of the package names every construct of every service.
    onResolve({ filter: /^aws-cdk-lib$/ }, () => ({ path: join(cdk, 'core/index.js') }));
    onResolve({ filter: /^@aws\/cloudformation-validate$/ }, ({ path }) => ({
      path,
      external: true,
    }));
    onLoad({ filter: /node_modules\/aws-cdk-lib\/.*\.js$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(cdk, dirname(path)));
      const text = readFileSync(path, 'utf8');
      return { contents: text.replaceAll('__dirname', `cdkModuleFolder(${folder})`), loader: 'js' };
    });
  },
};

/** See `shared/command.ts`. */
const define = { POSTRIDER_PACKAGED: 'true' };

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // The CommonJS build of jsonc-parser cannot be bundled.
  mainFields: ['module', 'main'],
  target: 'node20',
  // Whoever reads a stack trace finds the line.
  minify: false,
  legalComments: 'none',
  logLevel: 'warning',
  define,
  inject: [here('node20.ts')],
  metafile: true,
  entryPoints: {
    postrider: 'bin/command.ts',
    app: 'bin/app.ts',
    'function-hashes': 'bin/function-hashes.ts',
    tables: 'local/tables/server.ts',
    mail: 'local/mail/worker.ts',
  },
  outdir: dist,
  format: 'esm',
  splitting: true,
  chunkNames: 'part-[hash]',
  external: ['@bokuweb/zstd-wasm', 'aws-ses-v2-local', 'classic-level', 'dynalite'],
  plugins: [replacing, withoutSqlite, cdkParts],
  banner: {
    js: [
      `import { createRequire as requireFrom } from 'node:module';`,
      `import { fileURLToPath as pathFrom } from 'node:url';`,
      `const require = requireFrom(import.meta.url);`,
      `const cdkModuleFolder = (name) => pathFrom(new URL('cdk/' + name, import.meta.url));`,
    ].join('\n'),
  },
});

const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), content);
};
for (const [folder, files] of functionBundles(define)) {
  for (const [name, code] of files) write(`functions/${folder}/${name}`, code);
}
const { code: node20 } = transformSync(readFileSync(here('node20.ts'), 'utf8'), { loader: 'ts' });
write('lambda-thread.cjs', `${node20}\n${await workerCode()}`);
const { app: _, ...cdkSettings } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
write('cdk.json', JSON.stringify({ app: 'node app.js', ...cdkSettings }, null, 2));
// The smallest ZIP archive: an empty directory of files.
write('no-layer.zip', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]));
write('LICENCES.txt', await licences(root, metafile));
cpSync(builtPage(), join(dist, 'dashboard'), { recursive: true });
cpSync(edgeFolder, join(dist, 'edge'), { recursive: true });
cpSync(inboxFolder, join(dist, 'inbox'), { recursive: true });
cpSync(
  join(cdk, 'custom-resource-handlers/dist'),
  join(dist, 'cdk/custom-resource-handlers/dist'),
  {
    recursive: true,
    filter: (path) => !path.endsWith('.d.ts'),
  },
);
