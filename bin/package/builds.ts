import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/* What the build put into `dist/`, in the place of `lib/builds.ts`. */

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export function functionBundles(): ReadonlyMap<string, ReadonlyMap<string, Uint8Array>> {
  return new Map(
    readdirSync(path('functions')).map((name) => [name, filesOf(`functions/${name}`)]),
  );
}

function filesOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(path(folder));
  return new Map(names.map((name) => [name, readFileSync(path(`${folder}/${name}`))]));
}

export const builtPage = (): string => path('dashboard');

export const unbuiltPage = path('dashboard');
