/** The release cannot be made. The message says why; the working tree is as it was before. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
