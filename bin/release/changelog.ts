import { ReleaseError } from './release-error.ts';

const unreleased = '## [Unreleased]\n';

/**
 * Moves the entries under "Unreleased" under a heading with the version and the date (`2026-11-22`).
 *
 * @throws {ReleaseError} if there are no entries under "Unreleased"
 */
export function releasedChangelog(text: string, version: string, date: string): string {
  const [before = '', after] = text.split(unreleased);
  const [entries = ''] = (after ?? '').split(/^## /m);
  if (after === undefined || !/^- /m.test(entries)) {
    throw new ReleaseError('CHANGELOG.md has no entries under "## [Unreleased]"');
  }
  return `${before}${unreleased}\n## [${version}] - ${date}\n${after}`;
}
