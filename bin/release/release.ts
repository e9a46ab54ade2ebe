import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import semver from 'semver';
import * as z from 'zod';
import { packChecked, ReleaseError } from './pack.ts';

/** The packages: postrider itself is the checkout. A `private` package gets the version, but is not packed. */
const packages = ['client', '.'];

export interface ReleaseOptions {
  readonly root: string;
  readonly version: string;
  /** The date of the release: `2026-11-22`. */
  readonly date: string;
  /** Runs the checks and the tests in the checkout. It throws if one fails. */
  readonly check: () => void;
  readonly print: (line: string) => void;
}

/**
 * Makes a release: sets the version, runs the checks, packs and tries each package, commits, tags, and prints the
 * commands that publish it. If a step fails, the working tree, the branch and the tags are as before.
 *
 * @throws {ReleaseError} if the checkout or the version does not allow a release, or a packed file is unfit
 */
export function release({ root, version, date, check, print }: ReleaseOptions): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const tag = `v${version}`;
  const files = changedFiles(root, version, date);
  refuseUnfitCheckout(git, version);
  const packed = packages.filter(
    (name) => files.has(join(name, 'package.json')) && !isPrivate(root, name),
  );

  const head = git('rev-parse', 'HEAD');
  const folder = join(root, '.release');
  rmSync(folder, { recursive: true, force: true });
  let archives: string[];
  try {
    for (const [path, text] of files) writeFileSync(join(root, path), text);
    check();
    archives = packed.map((name) => packChecked(join(root, name), folder, root));
    refuseOtherChanges(git('status', '--porcelain'), files);
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...files.keys());
    git('tag', '--annotate', tag, '--message', `Release ${version}`);
  } catch (cause) {
    git('reset', '--quiet', '--soft', head);
    git('restore', '--quiet', '--source', head, '--staged', '--worktree', '--', ...files.keys());
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }

  print(`Committed and tagged ${tag}. Nothing is pushed or published. To publish it:`);
  print(`git push --atomic origin main ${tag}`);
  for (const file of archives) print(`npm publish --access public ${relative(root, file)}`);
}

/** The text that each file has after the release, by its path. */
function changedFiles(root: string, version: string, date: string): Map<string, string> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const manifests = packages.map((name) => join(name, 'package.json'));
  const there = manifests.filter((path) => existsSync(join(root, path)));
  const written = there.map((path) => [path, inJson({ ...JSON.parse(read(path)), version })]);

  const { version: current } = manifestOf(root, '.');
  const examples = ['team', 'sign-up'].map((name) => {
    const path = `docs/examples/${name}/package.json`;
    return [path, read(path).replaceAll(`-${current}.tgz"`, `-${version}.tgz"`)] as const;
  });

  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  lock.packages[''].version = version;
  const changelog = releasedChangelog(read('CHANGELOG.md'), version, date);
  return new Map([
    ...(written as [string, string][]),
    ...examples,
    ['package-lock.json', inJson(lock)],
    ['CHANGELOG.md', changelog],
  ]);
}

const unreleased = '## [Unreleased]\n';

/** Puts a heading above the "Unreleased" entries. Throws a `ReleaseError` if there are none, or the heading exists. */
function releasedChangelog(text: string, version: string, date: string): string {
  if (text.includes(`## [${version}]`)) {
    throw new ReleaseError(`CHANGELOG.md already has a section of ${version}`);
  }
  const [before = '', after] = text.split(unreleased);
  const [entries = ''] = (after ?? '').split(/^## /m);
  if (after === undefined || !/^- /m.test(entries)) {
    throw new ReleaseError('CHANGELOG.md has no entries under "## [Unreleased]"');
  }
  return `${before}${unreleased}\n## [${version}] - ${date}\n${after}`;
}

/** Formats JSON as npm does. */
const inJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const manifestShape = z.object({ version: z.string(), private: z.boolean().optional() });
const manifestOf = (root: string, name: string) =>
  manifestShape.parse(JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')));
const isPrivate = (root: string, name: string) => manifestOf(root, name).private === true;

type Git = (...words: string[]) => string;

function refuseUnfitCheckout(git: Git, version: string): void {
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new ReleaseError(`A release is made on main, not on ${branch}`);
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new ReleaseError(`The working tree has changes:\n${changes}`);
  const tagged = git('tag', '--list', 'v*')
    .split('\n')
    .flatMap((tag) => semver.valid(tag) ?? []);
  const latest = semver.rsort(tagged)[0] ?? '0.0.0';
  if (!semver.valid(version) || version.startsWith('v') || !semver.gt(version, latest)) {
    throw new ReleaseError(`${version} is not a version above the latest tag, v${latest}`);
  }
}

/** Throws if other files changed while the checks ran: such a file was not checked, or the checks wrote it. */
function refuseOtherChanges(status: string, files: ReadonlyMap<string, string>): void {
  const others = status.split('\n').filter((line) => !files.has(line.trim().replace(/^\S+ +/, '')));
  if (others.length > 0) {
    throw new ReleaseError(`Files changed while the checks ran:\n${others.join('\n')}`);
  }
}
