import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersTable } from '../../bin/zones-table.ts';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = foldersTable().split('\n');

test("CONTRIBUTING.md's table of folders fits on one screen", () => {
  expect(rows.length).toBeLessThanOrEqual(28);
  expect(rows.filter((row) => row.length > 110)).toEqual([]);
});

/** The code spans of a row: the folder, then every file and folder that its words name. */
const paths = rows.slice(2).flatMap((row) => {
  const [folder = '', ...named] = [...row.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const inside = named.filter((path) => /^[\w./-]+(\/|\.\w+)$/.test(path));
  return [[folder, '.'], ...inside.map((path) => [folder, path])] as [string, string][];
});

/** A file of a function is in its own folder: `contract.ts` of `functions/` in `functions/render/`. */
const places = (folder: string, path: string) => [
  join(folder, path),
  join(folder, 'render', path),
  path,
];

test.each(paths)("what CONTRIBUTING.md's table of folders names exists: %s %s", (folder, path) => {
  expect(places(folder, path).some((place) => existsSync(join(root, place)))).toBe(true);
});
