/** The `code` of an error from Node, such as `ENOENT`; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Node's error codes for a full disk: no space, the user's quota, the shell's limit for one file (`ulimit -f`). */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The same in the text of errors without a code: of the local tables' store, and of child processes. */
const texts =
  /\b(?:ENOSPC|EDQUOT|EFBIG)\b|No space left on device|Disk quota exceeded|File too large/i;

/** Whether something failed because the disk has no room: an error, its cause, or a text. */
export function isDiskFull(fault: unknown): boolean {
  if (typeof fault === 'string') return texts.test(fault);
  if (!(fault instanceof Error)) return false;
  if ('code' in fault && codes.has(String(fault.code))) return true;
  return texts.test(fault.message) || isDiskFull(fault.cause);
}
