import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}docs/decisions/`;
const names = readdirSync(folder).filter((name) => name !== 'README.md');
const text = (name: string) => readFileSync(folder + name, 'utf8');

test.each(names)(
  'docs/decisions/%s has a title, a date, a status and the four sections',
  (name) => {
    const [number] = name.split('-');

    expect(text(name)).toMatch(
      new RegExp(
        `^# ${number}\\. .+\n\nDate: \\d{4}-\\d\\d-\\d\\d.*\nStatus: (accepted|superseded by \\d{4})\n`,
      ),
    );
    expect([...text(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Alternatives',
      'Consequence',
    ]);
  },
);

test('docs/decisions/README.md lists every decision with its title, date and status', () => {
  const rows = names.map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text(name)) ?? [];
    const [, date] = /^Date: (\S{10})/m.exec(text(name)) ?? [];
    const [, status] = /^Status: (.+)$/m.exec(text(name)) ?? [];
    return `| [${number}](${name}) | ${title} | ${date} | ${status} |`;
  });

  const listed = text('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));

  expect(listed).toEqual(rows);
});

test('every decision that a comment in the code names exists', () => {
  const files = globSync(
    '{bin,cli,client,dashboard,functions,lib,local,shared,trials}/**/*.{ts,tsx,js}',
    { cwd: root, exclude: (path) => /node_modules|dist$/.test(path) },
  );

  const named = files.flatMap((path) => {
    const found = readFileSync(root + path, 'utf8').matchAll(/docs\/decisions\/([\w-]+\.md)/g);
    return [...found].map(([, name = '']) => name);
  });

  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});
