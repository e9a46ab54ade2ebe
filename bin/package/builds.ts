import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/* What the build put into `dist/`, in the place of `lib/builds.ts`. */

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export function functionBundles(): ReadonlyMap<string, Uint8Array> {
  const folders = readdirSync(path('functions'));
  return new Map(folders.map((name) => [name, readFileSync(path(`functions/${name}/index.js`))]));
}

export const builtPage = (): string => path('dashboard');

export const unbuiltPage = path('dashboard');
