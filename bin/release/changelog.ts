import { ReleaseError } from './release-error.ts';

const unreleased = '## [Unreleased]\n';

/**
 * Moves the entries under "Unreleased" under a heading with the version and the date (`2026-11-22`).
 *
 * @throws {ReleaseError} if there are no entries under "Unreleased", or the version has a section already
 */
export function releasedChangelog(text: string, version: string, date: string): string {
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
