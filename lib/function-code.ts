import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage, type ILocalBundling } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Asset, type AssetOptions } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { type BuildOptions, buildSync } from 'esbuild';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * The bundled code of the function in `functions/<folder>`. This file calls esbuild as a library: CDK's own construct
 * starts npx for each function, which takes several times as long as the bundling
 * (docs/decisions/0015-small-bundles.md).
 */
export function functionCode(folder: string): Code {
  return Code.fromAsset(projectRoot, bundled(folder));
}

/** The hash of a function's bundle in the deployed template: equal code has an equal hash. */
export function functionHash(scope: Construct, folder: string): string {
  return new Asset(scope, `${folder}Code`, { path: projectRoot, ...bundled(folder) }).assetHash;
}

function bundled(folder: string): AssetOptions {
  return {
    assetHashType: AssetHashType.OUTPUT,
    // CDK would use the image if the local bundling failed.
    bundling: { image: DockerImage.fromRegistry('none'), local: new Bundle(folder) },
  };
}

/** A class, because CDK distinguishes assets by the fields of their bundler. */
class Bundle implements ILocalBundling {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  tryBundle(outputDir: string): boolean {
    bundleFunction(this.folder, join(outputDir, 'index.js'));
    return true;
  }
}

/** Writes the bundle of a function as it is deployed. */
export function bundleFunction(folder: string, outfile: string): void {
  bundles ??= bundleFunctions();
  const bundle = bundles.get(folder);
  if (bundle === undefined) throw new Error(`There is no function in functions/${folder}`);
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, bundle);
}

let bundles: ReadonlyMap<string, Uint8Array> | undefined;

/**
 * Bundles all functions in one call: esbuild starts a process for each call, and reads each shared file once per call.
 */
function bundleFunctions(): ReadonlyMap<string, Uint8Array> {
  const { outputFiles } = buildSync({
    ...smallBundle,
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
