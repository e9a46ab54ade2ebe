/**
 * RFC 2047 §2: an encoded word has at most 75 characters. `=?UTF-8?B?` and `?=` take 12, and the
 * 60 of base64 that fit into the other 63 hold 45 bytes.
 */
const maxBytesPerWord = 45;

/**
 * Writes a text as encoded words of RFC 2047 (UTF-8, base64), one space between them, which
 * readers take out again. Each word holds whole characters, as §5 (3) asks.
 */
export function encodeWords(text: string): string {
  return chunksOf(text)
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk, 'utf8').toString('base64')}?=`)
    .join(' ');
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (Buffer.byteLength(chunk + character) > maxBytesPerWord) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  return [...chunks, chunk];
}
