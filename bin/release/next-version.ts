import semver from 'semver';

/**
 * The versions that may be released next: the patch, the minor and the major version after the latest tag.
 * While no version is tagged, the version in `package.json` is one of them.
 */
export function nextVersions(current: string, tags: readonly string[]): string[] {
  const tagged = tags.flatMap((tag) => semver.valid(tag) ?? []);
  const latest = semver.rsort(tagged)[0];
  const base = latest ?? current;
  const increments = (['patch', 'minor', 'major'] as const).flatMap(
    (part) => semver.inc(base, part) ?? [],
  );
  return latest === undefined ? [current, ...increments] : increments;
}
