import { statSync } from 'node:fs';

/** Group and others, each with the right to write. */
const writtenByOthers = 0o022;

/** What other users of this machine may do with a folder: it is theirs, or they may write into it. */
export type ForeignAccess = 'owned' | 'writable';

/**
 * Whether another user of this machine may put files into a folder. Windows has neither numbers of
 * users nor these rights: undefined there.
 */
export function foreignAccess(folder: string): ForeignAccess | undefined {
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  const { uid, mode } = statSync(folder);
  if (uid !== me) return 'owned';
  return mode & writtenByOthers ? 'writable' : undefined;
}
