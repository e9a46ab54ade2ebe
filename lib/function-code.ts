import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage, type ILocalBundling } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Asset, type AssetOptions } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { functionBundles } from './builds.ts';
import { cdkFolder } from './home.ts';

export function functionCode(folder: string): Code {
  return Code.fromAsset(cdkFolder, bundled(folder));
}

/** The hash of a function's bundle in the deployed template: equal code has an equal hash. */
export function functionHash(scope: Construct, folder: string): string {
  return new Asset(scope, `${folder}Code`, { path: cdkFolder, ...bundled(folder) }).assetHash;
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
    bundleFunction(this.folder, outputDir);
    return true;
  }
}

/** Writes the bundle of a function as it is deployed: its `index.js`, and the files that `index.js` loads later. */
export function bundleFunction(folder: string, outputDir: string): void {
  const bundle = functionBundles().get(folder);
  if (bundle === undefined) throw new Error(`There is no function in functions/${folder}`);
  mkdirSync(outputDir, { recursive: true });
  for (const [name, content] of bundle) writeFileSync(join(outputDir, name), content);
}
