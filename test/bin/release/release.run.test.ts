import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '../../../bin/release/release.ts';
import { beforeAll, beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));

const root = temporaryFolder();
let printed: string[];
beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-tags', '--depth', '1', `file://${project}`, root]);
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, '.git/info/exclude'), 'node_modules\n');
  // test/package packs postrider itself, which takes long.
  commit('package.json', (text) =>
    text.replace(/"version": ".*"/, '"version": "0.1.0",\n  "private": true'),
  );
  commit('CHANGELOG.md', () => changelog);
  commit('docs/examples/team/package.json', (text) => text.replaceAll(/-\d.*\.tgz/g, '-0.1.0.tgz'));
  git('branch', 'prepared');
});
beforeEach(() => {
  git('reset', '--quiet', '--hard', 'prepared');
  git('checkout', '--quiet', '-B', 'main', 'prepared');
  git('clean', '--quiet', '-xdff', '--exclude', 'node_modules');
  const tags = git('tag').split('\n').filter(Boolean);
  if (tags.length > 0) git('tag', '--delete', ...tags);
  printed = [];
});

const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something new.\n';

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const versionIn = (path: string) => JSON.parse(read(path)).version;

function commit(path: string, change: (text: string) => string): void {
  const text = existsSync(join(root, path)) ? read(path) : '';
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), change(text));
  git('add', '--force', path);
  git('commit', '--quiet', '--allow-empty', '--message', `Change ${path}`);
}

function run(version: string, { check = () => {} } = {}): void {
  const print = (line: string) => printed.push(line);
  release({ root, version, date: '2026-11-22', check, print });
}

/** Runs a release that must fail, and checks that the clone is unchanged. */
function refusalOf(version: string, options?: Parameters<typeof run>[1]): string {
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
  const before = state();
  try {
    run(version, options);
  } catch (error) {
    expect(state()).toEqual(before);
    expect(existsSync(join(root, '.release'))).toBe(false);
    return (error as Error).message;
  }
  throw new Error(`Version ${version} was released`);
}

test('a release is a commit with the version in every file, an annotated tag and a packed client', () => {
  let checkedVersion: unknown;

  run('0.2.0', { check: () => (checkedVersion = versionIn('package.json')) });

  expect(checkedVersion).toBe('0.2.0');
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag');
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(read('docs/examples/team/package.json')).toContain('vendor/postrider-0.2.0.tgz');
  for (const path of ['package.json', 'package-lock.json', 'client/package.json']) {
    expect([path, versionIn(path)]).toEqual([path, '0.2.0']);
  }
  expect(read('CHANGELOG.md')).toBe(
    changelog.replace('[Unreleased]\n', '[Unreleased]\n\n## [0.2.0] - 2026-11-22\n'),
  );
  expect(existsSync(join(root, '.release/postrider-client-0.2.0.tgz'))).toBe(true);
  expect(printed).toEqual([
    'Committed and tagged v0.2.0. Nothing is pushed or published. To publish it:',
    'git push --atomic origin main v0.2.0',
    'npm publish --access public .release/postrider-client-0.2.0.tgz',
  ]);
});

test('a release is refused, and nothing is changed, on another branch than main', () => {
  git('checkout', '--quiet', '-b', 'topic');

  expect(refusalOf('0.2.0')).toBe('A release is made on main, not on topic');
});

test('a release is refused, and nothing is changed, if the working tree has changes', () => {
  writeFileSync(join(root, 'new.txt'), '');

  expect(refusalOf('0.2.0')).toBe('The working tree has changes:\n?? new.txt');
});

test.each(['0.0.9', '0.1.0', 'v0.2.0', 'next'])(
  'a release is refused, and nothing is changed, if %s is not above the latest tag, v0.1.0',
  (version) => {
    git('tag', 'v0.1.0');

    expect(refusalOf(version)).toBe(`${version} is not a version above the latest tag, v0.1.0`);
  },
);

test('a release is refused, and nothing is changed, if CHANGELOG.md has nothing under Unreleased', () => {
  commit(
    'CHANGELOG.md',
    () => '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-21\n\n- Old.\n',
  );

  expect(refusalOf('0.2.0')).toBe('CHANGELOG.md has no entries under "## [Unreleased]"');
});

test('a release is refused, and nothing is changed, if CHANGELOG.md has a section of the version', () => {
  commit('CHANGELOG.md', (text) => `${text}\n## [0.2.0] - 2026-11-21\n\n- Old.\n`);

  expect(refusalOf('0.2.0')).toBe('CHANGELOG.md already has a section of 0.2.0');
});

test('a release is refused, and nothing is changed, if the checks fail', () => {
  const check = () => {
    throw new Error('Command failed: npm test');
  };

  expect(refusalOf('0.2.0', { check })).toBe('Command failed: npm test');
});

test('a release is refused, and nothing is changed, if a file changes while the checks run', () => {
  const check = () => writeFileSync(join(root, 'zones.json'), '[]');

  expect(() => run('0.2.0', { check })).toThrow(
    new Error('Files changed while the checks ran:\n M zones.json'),
  );
  expect(git('status', '--porcelain')).toBe('M zones.json');
});

test('a release is refused, and nothing is changed, if the packed client lacks what it needs', () => {
  commit('client/package.json', (text) => text.replaceAll('dist/index.cjs', 'dist/none.cjs'));

  expect(refusalOf('0.2.0')).toBe(
    'The packed @postrider/client lacks files that its exports or its bin name: dist/none.cjs',
  );
});
