import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = globSync('{*.md,client/*.md,docs/**/*.md}', { cwd: root }).sort();

const withoutCode = (text: string) => text.replace(/^ *```.*?^ *```$/gms, '');

/** The anchor that GitHub makes from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsIn(path: string): string[] {
  const headings = withoutCode(readFileSync(path, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading));
}

/** The broken links to files of the project. */
function brokenIn(path: string): string[] {
  const links = withoutCode(readFileSync(path, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g);
  return [...links]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsIn(target).includes(anchor);
    });
}

test.each(documents)('every link in %s leads to a file, and to a heading of it', (path) => {
  expect(brokenIn(join(root, path))).toEqual([]);
});

test('no page of docs/ has more than 400 lines', () => {
  const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length;

  expect(documents.filter((path) => path.startsWith('docs/') && linesOf(path) > 400)).toEqual([]);
});
