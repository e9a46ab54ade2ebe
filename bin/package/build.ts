/**
 * Builds the package into `dist/`: scripts for Node 20 and later, functions, dashboard. npm runs it before it packs.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { functionBundles } from '../../lib/build/function-bundles.ts';
import { builtPage } from '../../lib/build/page.ts';
import { edgeFolder, inboxFolder } from '../../lib/home.ts';
import { licences } from './licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const here = (name: string) => join(import.meta.dirname, name);

const cdk = join(root, 'node_modules/aws-cdk-lib');

/** The CDK's constructs find the code of their functions beside their modules; the build copies it to `dist/cdk`. */
const cdkParts: Plugin = {
  name: 'cdk',
  setup({ onResolve, onLoad }) {
    // The index of the package names every construct of every service.
    onResolve({ filter: /^aws-cdk-lib$/ }, () => ({ path: join(cdk, 'core/index.js') }));
    onLoad({ filter: /node_modules\/aws-cdk-lib\/.*\.js$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(cdk, dirname(path)));
      const text = readFileSync(path, 'utf8');
      return { contents: text.replaceAll('__dirname', `cdkModuleFolder(${folder})`), loader: 'js' };
    });
  },
};

/** See `shared/command.ts`. */
const define = { POSTRIDER_PACKAGED: 'true' };

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // The CommonJS build of jsonc-parser cannot be bundled.
  mainFields: ['module', 'main'],
  target: 'node20',
  // Not minified, so that stack traces are readable.
  minify: false,
  legalComments: 'none',
  logLevel: 'warning',
  define,
  inject: [here('node20.ts')],
  alias: {
    // Only a deployment needs the layer of the AWS CLI.
    '@aws-cdk/asset-awscli-v1': here('awscli-layer.ts'),
    // fauxqs can keep its queues in SQLite, which Node 20 lacks. In the package they are in memory.
    'node:sqlite': here('no-sqlite.ts'),
  },
  external: [
    ...['@bokuweb/zstd-wasm', 'aws-ses-v2-local', 'classic-level', 'dynalite'],
    // Only a checkout builds functions, and checks CloudFormation's rules.
    ...['esbuild', '@aws/cloudformation-validate'],
  ],
} satisfies BuildOptions;

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  ...options,
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
  plugins: [cdkParts],
  banner: {
    js: [
      `import { createRequire as requireFrom } from 'node:module';`,
      `import { fileURLToPath as pathFrom } from 'node:url';`,
      `const require = requireFrom(import.meta.url);`,
      `const cdkModuleFolder = (name) => pathFrom(new URL('cdk/' + name, import.meta.url));`,
    ].join('\n'),
  },
});
await build({
  ...options,
  entryPoints: { 'lambda-thread': here('lambda-thread.ts') },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});

const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), content);
};
for (const [folder, files] of functionBundles(define)) {
  for (const [name, code] of files) write(`functions/${folder}/${name}`, code);
}
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
