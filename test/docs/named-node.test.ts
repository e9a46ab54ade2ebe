import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import semver from 'semver';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));

const engines = z.object({ node: z.string() });
const { engines: own } = z.object({ engines }).parse(read('package.json'));
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      // Some old packages have a list there, which npm does not look at.
      z.object({ engines: z.union([engines.partial(), z.array(z.string())]).optional() }),
    ),
  })
  .parse(read('package-lock.json'));

/** Packages whose named Node is newer than ours; they run on the Node 24 of the scripts and in Lambda. */
const newer = ['@middy/core', '@middy/util', '@sparticuz/chromium'];

test('npm install warns on the oldest Node that is named of three packages, and of none on Node 24', () => {
  const oldest = semver.minVersion(own.node)?.version ?? '';

  expect(refusing(oldest)).toEqual(newer);
  expect(refusing('24.21.0')).toEqual([]);
});

/** The packages that npm warns of on a Node. */
function refusing(version: string): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(([, { engines: needs }]) => {
      const range = Array.isArray(needs) ? undefined : needs?.node;
      return range !== undefined && !semver.satisfies(version, range);
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}
