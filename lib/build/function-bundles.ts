import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

let bundles: ReadonlyMap<string, Uint8Array> | undefined;

/**
 * The bundle of each function as it is deployed, by its folder in `functions/`. It bundles all functions in one
 * call: esbuild starts a process for each call, and reads each shared file once per call. It calls esbuild as a library: CDK's
 * own construct starts npx for each function, which takes several times as long as the bundling
 * (docs/decisions/0015-small-bundles.md).
 */
export function functionBundles(
  define: Record<string, string> = {},
): ReadonlyMap<string, Uint8Array> {
  bundles ??= bundleAll(define);
  return bundles;
}

function bundleAll(define: Record<string, string>): ReadonlyMap<string, Uint8Array> {
  const { outputFiles } = buildSync({
    ...smallBundle,
    define,
    entryPoints: globSync('functions/*/handler.ts', { cwd: projectRoot }),
    outbase: 'functions',
    outdir: 'bundles',
    write: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(dirname(path)), contents]));
}

/**
 * CommonJS loads in two thirds of an ES module's time, and the SDK's own credential providers
 * (SSO, STS, INI, login) are 40 % of its client and never used in a function
 * (docs/decisions/0015-small-bundles.md).
 */
const smallBundle = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  // The SDK imports this only for operations that stream events. The functions call no such operation.
  external: ['@smithy/core/event-streams'],
  alias: {
    '@aws-sdk/client-dynamodb': `${projectRoot}shared/adapters/lambda/lambda-dynamodb.ts`,
    '@aws-sdk/credential-provider-node': `${projectRoot}shared/adapters/lambda/lambda-credentials.ts`,
    '@aws-sdk/signature-v4-multi-region': `${projectRoot}shared/adapters/lambda/no-multi-region.ts`,
  },
  logLevel: 'warning',
} satisfies BuildOptions;
