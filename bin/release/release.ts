import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import semver from 'semver';
import * as z from 'zod';
import { packChecked, ReleaseError } from './pack.ts';

/** The packages: postrider itself is the checkout. A `private` package gets the version, but is not packed. */
const packages = ['client', '.'];

export interface ReleaseOptions {
  /** The folder of the checkout. */
  readonly root: string;
  readonly version: string;
  /** The date of the release: `2026-11-22`. */
  readonly date: string;
  /** Print what would happen, and change nothing. Default: false. */
  readonly dryRun?: boolean;
  /** Push the commit and the tag, and publish the packages. Default: false: print the commands. */
  readonly publish?: boolean;
  /** Runs the checks and the tests in the checkout. It throws if one fails. */
  readonly check: () => void;
  /** Runs a command of a publication in the checkout. It throws if the command fails. */
  readonly run: (program: string, words: readonly string[]) => void;
  readonly print: (line: string) => void;
}

/**
 * Makes a release: sets the version, runs the checks, packs and tries each package, commits and tags.
 * If a step up to the tag fails, the working tree, the branch and the tags are as before. With `publish` it then pushes both
 * and publishes the packages.
 *
 * @throws {ReleaseError} if the checkout or the version does not allow a release, or a packed file is unfit
 */
export function release({
  root,
  version,
  date,
  dryRun,
  publish,
  check,
  run,
  print,
}: ReleaseOptions): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const tag = `v${version}`;
  const files = changedFiles(root, version, date);
  refuseUnfitCheckout(git, root, version);
  const packed = packages.filter(
    (name) => files.has(join(name, 'package.json')) && !isPrivate(root, name),
  );

  if (dryRun) {
    print(`Would set version ${version} in ${[...files.keys()].join(', ')}`);
    print('Would run npm run check and npm run test:all');
    print(`Would pack, install and try ${packed.join(', ')}`);
    print(`Would commit "Release ${version}" and tag ${tag}`);
    if (publish) print(`Would push both, and publish ${packed.join(', ')}`);
    return;
  }

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

  const publication = [
    ['git', 'push', '--atomic', 'origin', 'main', tag],
    ...archives.map((file) => ['npm', 'publish', '--access', 'public', relative(root, file)]),
  ];
  if (publish) {
    for (const [program = '', ...words] of publication) run(program, words);
    print(`Released ${version}: pushed and published.`);
    return;
  }
  print(`Committed and tagged ${tag}. Nothing is pushed or published. To publish it:`);
  for (const words of publication) print(words.join(' '));
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

/**
 * Moves the entries under "Unreleased" under a heading with the version and the date (`2026-11-22`).
 *
 * @throws {ReleaseError} if there are no entries under "Unreleased", or the version has a section already
 */
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

function refuseUnfitCheckout(git: Git, root: string, version: string): void {
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new ReleaseError(`A release is made on main, not on ${branch}`);
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new ReleaseError(`The working tree has changes:\n${changes}`);
  const next = nextVersions(manifestOf(root, '.').version, git('tag', '--list', 'v*').split('\n'));
  if (!next.includes(version)) {
    throw new ReleaseError(
      `${version} does not follow the latest tag. Possible: ${next.join(', ')}`,
    );
  }
}

/**
 * The versions that may be released next: the patch, the minor and the major version after the latest tag.
 * While no version is tagged, the version in `package.json` is one of them.
 */
function nextVersions(current: string, tags: readonly string[]): string[] {
  const tagged = tags.flatMap((tag) => semver.valid(tag) ?? []);
  const latest = semver.rsort(tagged)[0];
  const base = latest ?? current;
  const increments = (['patch', 'minor', 'major'] as const).flatMap(
    (part) => semver.inc(base, part) ?? [],
  );
  return latest === undefined ? [current, ...increments] : increments;
}

/** Throws if other files changed while the checks ran: such a file was not checked, or the checks wrote it. */
function refuseOtherChanges(status: string, files: ReadonlyMap<string, string>): void {
  const others = status.split('\n').filter((line) => !files.has(line.trim().replace(/^\S+ +/, '')));
  if (others.length > 0) {
    throw new ReleaseError(`Files changed while the checks ran:\n${others.join('\n')}`);
  }
}
