import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '../jest.ts';

const isStyled = (name: string) =>
  existsSync(`node_modules/@mantine/core/styles/${name}.layer.css`);

test('the dashboard has the styles of each Mantine component that it uses', () => {
  const sources = globSync('dashboard/src/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'));
  const used = sources
    .flatMap((source) => [...source.matchAll(/{([^}]*)} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter(isStyled);
  const styles = readFileSync('dashboard/src/mantine.css', 'utf8');
  expect(used).toContain('Button');
  expect(used.filter((name) => !styles.includes(`/${name}.layer.css`))).toEqual([]);
});
