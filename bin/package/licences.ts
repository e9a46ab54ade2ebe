import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** Licence and notice files, which must be distributed. */
const licenceFile = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

/** Collects the licences of caniemail's data, and of every package that is bundled into postrider's scripts, functions and dashboard. */
export async function licences(root: string, bundle: Metafile): Promise<string> {
  const analysed = { absWorkingDir: root, bundle: true, write: false, metafile: true } as const;
  const [functions, dashboard] = await Promise.all([
    build({
      ...analysed,
      ...{ entryPoints: globSync('functions/*/handler.ts', { cwd: root }), outdir: 'none' },
      ...{ platform: 'node', mainFields: ['module', 'main'] },
    }),
    build({
      ...analysed,
      ...{ entryPoints: ['dashboard/src/main.tsx'], outdir: 'none', format: 'esm' },
      ...{ jsx: 'automatic', loader: { '.svg': 'dataurl', '.html': 'text', '.md': 'text' } },
    }),
  ]);
  const folders = [bundle, functions.metafile, dashboard.metafile].flatMap(packageFolders);
  const caniemail = readFileSync(
    join(root, 'shared/engine/looks/data/caniemail-licence.txt'),
    'utf8',
  );
  return [...new Set(folders)]
    .sort()
    .map((folder) => licenceOf(join(root, folder)))
    .concat(`== data of caniemail (MIT)\n\n${caniemail}`)
    .join('\n');
}

/** `node_modules/zod`, and `node_modules/aws-cdk-lib/node_modules/semver` for a package inside another one. */
const packageFolders = ({ inputs }: Metafile): string[] =>
  Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  );

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`== ${name} ${version} (${license})`, ...texts, ''].join('\n\n');
}
