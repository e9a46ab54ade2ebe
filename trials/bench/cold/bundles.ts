import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { bundleFunction } from '../../../lib/function-code.ts';

/** The functions of the API, and the bundles that they are compared with. */
const functions = [
  'authorizer',
  'render',
  'execute',
  'verify',
  'message',
  'cancel',
  'batch',
] as const;
const floors = ['bare-client', 'bare-http'] as const;

export type Subject = (typeof functions)[number] | (typeof floors)[number];

/** A bundle as it would be deployed. */
export interface Bundle {
  subject: Subject;
  path: string;
  bytes: number;
}

/** Bundles every function and every floor into a folder. */
export function bundleAll(folder: string): Bundle[] {
  // Otherwise a package.json in a parent folder could make Node read the CommonJS bundles as ES modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  return [...functions, ...floors].map((subject) => {
    const path = join(folder, subject, 'index.js');
    if (isFloor(subject)) bundleFloor(subject, path);
    else bundleFunction(subject, join(folder, subject));
    return { subject, path, bytes: statSync(path).size };
  });
}

const isFloor = (subject: Subject): subject is (typeof floors)[number] =>
  floors.some((floor) => floor === subject);

/** Bundles a floor with the usual options for Lambda. */
function bundleFloor(floor: (typeof floors)[number], outfile: string): void {
  buildSync({
    entryPoints: [fileURLToPath(new URL(`${floor}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
}
