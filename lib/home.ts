import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

/*
 * postrider's own files in a checkout. In the package, `bin/package/home.ts` takes the place of this module.
 */

/** The version of `package.json`. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(path('package.json'), 'utf8'),
);

/** The folder of `cdk.json`. */
export const cdkFolder = path('.');

/** The folder of the templates of the demo. */
export const templatesFolder = path('templates');

/** The folder of the code that runs in CloudFront. */
export const edgeFolder = path('lib/dashboard/edge');

/** The folder of the script and the style of the inbox's page. */
export const inboxFolder = path('local/mail/page/files');

/** The script of the CDK's CLI; null if it is not installed. */
export const cdkScript = (): string | null => path('node_modules/aws-cdk/bin/cdk');

/** How to install the CDK. */
export const installCdk = 'run npm install';

/** The scripts that run in processes and threads of their own. */
export const scripts = {
  functionHashes: path('bin/function-hashes.ts'),
  tables: path('local/tables/server.ts'),
  mail: path('local/mail/worker.ts'),
};
