import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesise } from '../../local/template/synthesise.ts';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

/** The bundles of the functions in the folder, by their paths. */
function bundles(): Map<string, string> {
  const files = readdirSync(folder).map((name) => join(folder, name, 'index.js'));
  return new Map(
    files.flatMap((file): [string, string][] => {
      try {
        return [[file, readFileSync(file, 'utf8')]];
      } catch {
        return [];
      }
    }),
  );
}

test('a bundle that was changed after a synthesis is replaced by the next synthesis', async () => {
  const { signal } = new AbortController();
  await synthesise(folder, signal);
  const genuine = bundles();
  for (const file of genuine.keys()) writeFileSync(file, 'steal()');

  await synthesise(folder, signal);

  expect(genuine.size).toBeGreaterThan(3);
  expect(bundles()).toEqual(genuine);
});
