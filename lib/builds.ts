import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPackaged } from '../shared/command.ts';
import type { FunctionBundle } from './build/function-bundles.ts';
import { bundledFunctions, pageFolder } from './home.ts';

/** Builds the functions and the page in a checkout. The package contains both, and lacks the tools to build them. */
const build = isPackaged
  ? null
  : { ...(await import('./build/function-bundles.ts')), ...(await import('./build/page.ts')) };

/** The bundle of each function as it is deployed, by its folder in `functions/`. */
export const functionBundles = build?.functionBundles ?? packedBundles;

export const builtPage = build?.builtPage ?? (() => pageFolder);

function packedBundles(): ReadonlyMap<string, FunctionBundle> {
  const filesOf = (folder: string) =>
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  const names = readdirSync(bundledFunctions);
  return new Map(names.map((name) => [name, new Map(filesOf(join(bundledFunctions, name)))]));
}
