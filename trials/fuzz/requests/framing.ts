/** The header lines of a framing, and the body as it then goes over the wire. */
interface Framed {
  lines: string[];
  parts: Buffer[];
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

const contentLength = (text: string | number) => `Content-Length: ${text}`;
const sized = (text: string | number, ...parts: Buffer[]): Framed => {
  return { lines: [contentLength(text)], parts };
};
const chunked = (...parts: Buffer[]): Framed => {
  return { lines: ['Transfer-Encoding: chunked'], parts };
};
const twoLengths = (one: number, other: number, body: Buffer): Framed => {
  return { lines: [contentLength(one), contentLength(other)], parts: [body] };
};

/** How a body is sent, and the length that the request states. */
const framed = {
  length: (body) => sized(body.length, body),
  chunked: (body) => chunked(chunks(body, 4096), end),
  'small chunks': (body) => chunked(chunks(body.subarray(0, 3000), 1), end),
  'chunks with extensions': (body) => chunked(chunks(body, 997, ';a="b"'), end),
  'bad chunks': (body) => chunked(Buffer.from('zz\r\n'), body, end),
  'unended chunks': (body) => chunked(chunks(body, 4096)),
  'too long': (body) => sized(body.length + 5, body),
  'too short': (body) => sized(Math.max(0, body.length - 5), body),
  'no length': (body) => ({ lines: [], parts: [body] }),
  'two lengths': (body) => twoLengths(body.length, body.length, body),
  'other lengths': (body) => twoLengths(body.length, body.length + 1, body),
  both: (body) => {
    const { lines, parts } = chunked(chunks(body, 4096), end);
    return { lines: [contentLength(body.length), ...lines], parts };
  },
  negative: (body) => sized(-1, body),
  'not a number': (body) => sized('0x10', body),
  huge: (body) => sized('9'.repeat(15), body),
  'unknown coding': (body) => {
    return { lines: ['Transfer-Encoding: gzip, chunked'], parts: [chunks(body, 4096), end] };
  },
  slow: (body) => sized(body.length, body.subarray(0, 7), body.subarray(7)),
} satisfies Record<string, (body: Buffer) => Framed>;

export type Framing = keyof typeof framed;

export const framings = Object.keys(framed) as Framing[];

export const frame = (framing: Framing, body: Buffer): Framed => framed[framing](body);

/** Whether the sender stops before the end that it announced, so that the server need not answer. */
export function isCutOff(framing: Framing): boolean {
  return framing === 'too long' || framing === 'unended chunks' || framing === 'huge';
}
