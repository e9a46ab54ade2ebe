import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/* postrider's own files in the installed package, in the place of `lib/home.ts`. The build puts this into `dist/`. */

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const require = createRequire(import.meta.url);

const ownPackage = require('../package.json') as {
  version: string;
  peerDependencies: Record<string, string>;
};

export const { version } = ownPackage;

export const cdkFolder = path('.');

export const templatesFolder = path('../templates');

export const edgeFolder = path('edge');

export const inboxFolder = path('inbox');

/** A project that never deploys from its own machine installs neither of the two packages. */
export function cdkScript(): string | null {
  try {
    require.resolve('@aws-cdk/asset-awscli-v1');
    return require.resolve('aws-cdk/bin/cdk');
  } catch {
    return null;
  }
}

const peers = Object.entries(ownPackage.peerDependencies).map(
  ([name, version]) => `'${name}@${version}'`,
);

export const installCdk = `run npm install -D ${peers.join(' ')}`;

export const scripts = {
  functionHashes: path('function-hashes.js'),
  tables: path('tables.js'),
  mail: path('mail.js'),
};
