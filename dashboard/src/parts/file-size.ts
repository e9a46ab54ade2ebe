/** `812 bytes`, `14 KB`, `1.4 MB`. 1 KB is 2^10 bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  // A size that rounds to 1024 KB is shown as 1.0 MB.
  const kilobytes = Math.round(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
