import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import * as z from 'zod';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));

const engines = z.object({ node: z.string() });
const { engines: own } = z.object({ engines }).parse(read('package.json'));
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      // In some old packages this field is a list, which npm ignores.
      z.object({
        engines: z.union([engines.partial(), z.array(z.string())]).optional(),
        optional: z.boolean().optional(),
      }),
    ),
  })
  .parse(read('package-lock.json'));

/** Packages that need a newer Node than ours; they run on the scripts' Node 24 and in Lambda. */
const newer = [
  '@middy/core',
  '@middy/util',
  'fauxqs',
  'jest-light-runner',
  'supports-color',
  'cookie',
];

test('npm install warns about six packages on the oldest Node of package.json, and about none on Node 24', () => {
  const oldest = semver.minVersion(own.node)?.version ?? '';

  expect(refusing(oldest)).toEqual(newer);
  expect(refusing('24.21.0')).toEqual([]);
});

/** The packages about which npm warns on a version of Node. npm skips optional packages without a warning. */
function refusing(version: string): string[] {
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && !optional)
    .filter(([, { engines: needs }]) => {
      const range = Array.isArray(needs) ? undefined : needs?.node;
      return range !== undefined && !semver.satisfies(version, range);
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}
