import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, type OutputFile } from 'esbuild';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** A function's deployed files by name: `index.js`, and the files that it loads only when it needs them. */
export type FunctionBundle = ReadonlyMap<string, Uint8Array>;

let bundles: ReadonlyMap<string, FunctionBundle> | undefined;

/** The functions' bundles by folder in `functions/`, in one call of esbuild (docs/decisions/0015-small-bundles.md). */
export function functionBundles(
  define: Record<string, string> = {},
): ReadonlyMap<string, FunctionBundle> {
  bundles ??= bundleAll(define);
  return bundles;
}

function bundleAll(define: Record<string, string>): ReadonlyMap<string, FunctionBundle> {
  const { outputFiles } = buildSync({
    ...options,
    define,
    entryPoints: [
      ...globSync('functions/*/handler.ts', { cwd: projectRoot }).map((path) => ({
        in: path,
        out: basename(dirname(path)),
      })),
      // By its file: an entry by its name would be the alias of `options`.
      ...laterPackages.map((name) => ({ in: fileURLToPath(import.meta.resolve(name)), out: name })),
    ],
    outdir: 'bundles',
    write: false,
  });
  const isPart = ({ path }: OutputFile) => laterPackages.includes(basename(path, '.js'));
  const parts = outputFiles.filter(isPart);
  return new Map(
    outputFiles
      .filter((file) => !isPart(file))
      .map(({ path, contents, text }) => {
        const loaded = parts.filter((part) => text.includes(`"./${basename(part.path)}"`));
        const files = loaded.map((part) => [basename(part.path), part.contents] as const);
        return [basename(path, '.js'), new Map([['index.js', contents], ...files])];
      }),
  );
}

/** Packages that few requests need. They are separate files, because a cold start reads all of `index.js`. */
const laterPackages = ['re2js', 'htmlparser2'];

const leftOut = fileURLToPath(new URL('left-out.ts', import.meta.url));

const options = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  // CommonJS loads in two thirds of an ES module's time (docs/decisions/0015-small-bundles.md).
  format: 'cjs',
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  external: [
    // The SDK imports this only for operations that stream events. The functions call no such operation.
    '@smithy/core/event-streams',
    ...laterPackages.map((name) => `./${name}.js`),
  ],
  alias: {
    ...Object.fromEntries(laterPackages.map((name) => [name, `./${name}.js`])),
    // Imports of the SDK's own clients, which the functions leave out.
    '@aws-sdk/credential-provider-node': leftOut,
    '@aws-sdk/signature-v4-multi-region': leftOut,
  },
} satisfies BuildOptions;
