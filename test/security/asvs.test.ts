import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../jest.ts';
import { requirements } from './asvs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const page = read('SECURITY.md');

/** The ids that begin a test's title, with the files of those tests. */
function titled(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const exclude = (path: string) => /node_modules$/.test(path);
  for (const path of globSync('test/**/*.ts', { cwd: root, exclude }).sort()) {
    const titles = read(path).matchAll(/(?<=['"`])(?:V\d+\.\d+\.\d+ )+(?=\S)/g);
    for (const id of [...titles].flatMap(([ids]) => ids.trim().split(' '))) {
      found.set(id, (found.get(id) ?? new Set()).add(path));
    }
  }
  return found;
}

/** The rows of the table below a heading. */
function table(heading: string): { ids: string[]; words: string }[] {
  const section = page.split(`### ${heading}\n`)[1]?.split(/^#/m)[0] ?? '';
  return [...section.matchAll(/^\| (V[\d., V]+) \| (.+) \|$/gm)].map(
    ([, ids = '', words = '']) => ({ ids: ids.split(', '), words }),
  );
}

const others = ["AWS's part", 'Documented', 'Does not apply', 'Open'];
const order = (id: string) => requirements.indexOf(id);

test('the table of ASVS 5.0 names the tests whose titles begin with an id, and no others', () => {
  const rows = [...titled()]
    .sort(([one], [other]) => order(one) - order(other))
    .map(([id, paths]) => ({ ids: [id], words: linksTo(paths) }));

  expect(rows.length).toBeGreaterThan(80);
  expect(table('Tested')).toEqual(rows);
});

test('the table of ASVS 5.0 has each requirement of levels 1 and 2 once', () => {
  const told = ['Tested', ...others].flatMap((heading) => table(heading).flatMap(({ ids }) => ids));

  expect(told.sort((one, other) => order(one) - order(other))).toEqual(requirements);
});

function linksTo(paths: Iterable<string>): string {
  return [...paths].map((path) => `[${path.replace('test/', '')}](${path})`).join(', ');
}
