import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isPackaged } from '../shared/command.ts';

/* The paths of postrider's own files, in a checkout and in the package, where all modules are in `dist/`. */
const root = new URL('../', import.meta.url);
const path = (inCheckout: string, inPackage = inCheckout) =>
  fileURLToPath(new URL(isPackaged ? inPackage : inCheckout, root));

const { version, peerDependencies }: { version: string; peerDependencies: Record<string, string> } =
  JSON.parse(readFileSync(path('package.json'), 'utf8'));

export { version };

/** The folder of `cdk.json`. */
export const cdkFolder = path('.', 'dist');

/** The folder of the templates of the demo. */
export const templatesFolder = path('templates');

/** The folder of the code that runs in CloudFront. */
export const edgeFolder = path('lib/dashboard/edge', 'dist/edge');

/** The folder of the script and the style of the inbox's page. */
export const inboxFolder = path('local/mail/page/files', 'dist/inbox');

/** The scripts that run in processes and threads of their own. */
export const scripts = {
  functionHashes: path('bin/function-hashes.ts', 'dist/function-hashes.js'),
  tables: path('local/tables/server.ts', 'dist/tables.js'),
  mail: path('local/mail/worker.ts', 'dist/mail.js'),
};

/** The folder of the dashboard's page: its sources in a checkout, the built page in the package. */
export const pageFolder = path('dashboard', 'dist/dashboard');

/** The folder of the functions' bundles in the package. */
export const bundledFunctions = path('dist/functions');

/** The script of an environment's thread in the package. */
export const lambdaThread = path('dist/lambda-thread.cjs');

const require = createRequire(import.meta.url);

/** The script of the CDK's CLI; null if it, or the layer that uploads the dashboard, is not installed. */
export function cdkScript(): string | null {
  try {
    require.resolve('@aws-cdk/asset-awscli-v1');
    return require.resolve('aws-cdk/bin/cdk');
  } catch {
    return null;
  }
}

const peers = Object.entries(peerDependencies).map(([name, range]) => `'${name}@${range}'`);

export const installCdk = isPackaged ? `run npm install -D ${peers.join(' ')}` : 'run npm install';
