import { statSync } from 'node:fs';

/** The permission bits that let the group and others write. */
const writtenByOthers = 0o022;

/** Another user owns the folder (`owned`), or may write into it (`writable`). */
export type ForeignAccess = 'owned' | 'writable';

/** Whether another user may put files into a folder; undefined if not, and always on Windows. */
export function foreignAccess(folder: string): ForeignAccess | undefined {
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  const { uid, mode } = statSync(folder);
  if (uid !== me) return 'owned';
  return mode & writtenByOthers ? 'writable' : undefined;
}
