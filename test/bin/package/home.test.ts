import { readFileSync } from 'node:fs';
import { expect, test } from '../../jest.ts';

const exportsOf = (path: string) => {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^export (?:const|function) (?:\{ )?(\w+)/gm)].map(([, name]) => name);
};

test('the home of the package exports the same names as the home of a checkout', () => {
  const names = exportsOf('lib/home.ts');

  expect(exportsOf('bin/package/home.ts').sort()).toEqual(names.sort());
  expect(names).toContain('version');
});
