/** How a body is sent, and what its length is said to be. */
export const framings = [
  ...[
    'length',
    'chunked',
    'small chunks',
    'chunks with extensions',
    'bad chunks',
    'unended chunks',
  ],
  ...['too long', 'too short', 'no length', 'two lengths', 'other lengths', 'both', 'negative'],
  ...['not a number', 'huge', 'unknown coding', 'slow'],
] as const;

export type Framing = (typeof framings)[number];

/** Whether the sender stops before the end that it announced, and no whole answer need come. */
export function isCutOff(framing: Framing): boolean {
  return framing === 'too long' || framing === 'unended chunks' || framing === 'huge';
}

/** The header lines of a framing, and the body as it then goes over the wire. */
export function frame(framing: Framing, body: Buffer): { lines: string[]; parts: Buffer[] } {
  const length = (text: string | number) => `Content-Length: ${text}`;
  const chunkedLine = 'Transfer-Encoding: chunked';
  const size = body.length;
  switch (framing) {
    case 'length':
      return { lines: [length(size)], parts: [body] };
    case 'slow':
      return { lines: [length(size)], parts: [body.subarray(0, 7), body.subarray(7)] };
    case 'chunked':
      return { lines: [chunkedLine], parts: [chunks(body, 4096), end] };
    case 'small chunks':
      return { lines: [chunkedLine], parts: [chunks(body.subarray(0, 3000), 1), end] };
    case 'chunks with extensions':
      return { lines: [chunkedLine], parts: [chunks(body, 997, ';a="b"'), end] };
    case 'bad chunks':
      return { lines: [chunkedLine], parts: [Buffer.from('zz\r\n'), body, end] };
    case 'unended chunks':
      return { lines: [chunkedLine], parts: [chunks(body, 4096)] };
    case 'too long':
      return { lines: [length(size + 5)], parts: [body] };
    case 'too short':
      return { lines: [length(Math.max(0, size - 5))], parts: [body] };
    case 'no length':
      return { lines: [], parts: [body] };
    case 'two lengths':
      return { lines: [length(size), length(size)], parts: [body] };
    case 'other lengths':
      return { lines: [length(size), length(size + 1)], parts: [body] };
    case 'both':
      return { lines: [length(size), chunkedLine], parts: [chunks(body, 4096), end] };
    case 'negative':
      return { lines: [length(-1)], parts: [body] };
    case 'not a number':
      return { lines: [length('0x10')], parts: [body] };
    case 'huge':
      return { lines: [length('9'.repeat(15))], parts: [body] };
    case 'unknown coding':
      return { lines: ['Transfer-Encoding: gzip, chunked'], parts: [chunks(body, 4096), end] };
  }
}

const end = Buffer.from('0\r\n\r\n');

function chunks(body: Buffer, size: number, extension = ''): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    const line = `${chunk.length.toString(16)}${extension}\r\n`;
    parts.push(Buffer.from(line), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat(parts);
}
