import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/* The AWS CLI as a Lambda layer, 22 MB, in place of `@aws-cdk/asset-awscli-v1`, which only a deployment installs. */

interface Layer {
  ASSET_FILE: string;
  /** The folder that the archive was made from; its hash is the layer's hash. */
  LAYER_SOURCE_DIR: string;
}

function layer(): Layer {
  try {
    return createRequire(import.meta.url)('@aws-cdk/asset-awscli-v1');
  } catch {
    const empty = fileURLToPath(new URL('no-layer.zip', import.meta.url));
    return { ASSET_FILE: empty, LAYER_SOURCE_DIR: empty };
  }
}

export const { ASSET_FILE, LAYER_SOURCE_DIR } = layer();
