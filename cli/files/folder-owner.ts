import { statSync } from 'node:fs';

/** The permission bits that let the group and others write. */
const writtenByOthers = 0o022;

/**
 * How another user of this machine can change a folder: that user owns it (`owned`), or may write into it
 * (`writable`).
 */
export type ForeignAccess = 'owned' | 'writable';

/**
 * Whether another user of this machine may put files into a folder. Undefined if not, and always on
 * Windows, which has neither user ids nor these permission bits.
 */
export function foreignAccess(folder: string): ForeignAccess | undefined {
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  const { uid, mode } = statSync(folder);
  if (uid !== me) return 'owned';
  return mode & writtenByOthers ? 'writable' : undefined;
}
