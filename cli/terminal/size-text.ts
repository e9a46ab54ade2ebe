/** A number of bytes as a person reads it: `577 bytes`, `12.3 KB`, `2.4 MB`. 1 KB is 2^10 bytes, 1 MB is 2^20. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
