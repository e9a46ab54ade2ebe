const before = '"RawContent":"';
const empty = `${before}"`;

/** Bytes of a file that are encoded at a time. A multiple of three: no part but the last ends with padding. */
const partBytes = 48 * 1024;

export interface BodyInParts {
  bytes: number;
  parts: () => Iterable<string>;
}

/** A mail as JSON, with its files as base64. As one text, a mail of 20 MB would be in memory four times. */
export function bodyWithFiles(mail: object, files: readonly (Uint8Array | string)[]): BodyInParts {
  // A quote within a text is escaped, so that no text can look like a member.
  const pieces = JSON.stringify(mail).split(empty);
  const between = pieces.map((piece, index) => {
    return `${index === 0 ? '' : '"'}${piece}${index < files.length ? before : ''}`;
  });
  const sizes = [...between.map((text) => Buffer.byteLength(text)), ...files.map(base64Size)];
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    *parts() {
      for (const [index, text] of between.entries()) {
        yield text;
        yield* base64Parts(files[index] ?? '');
      }
    },
  };
}

function base64Size(file: Uint8Array | string): number {
  return typeof file === 'string' ? file.length : 4 * Math.ceil(file.length / 3);
}

function* base64Parts(file: Uint8Array | string): Iterable<string> {
  for (let from = 0; from < file.length; from += partBytes) {
    const to = from + partBytes;
    yield typeof file === 'string' ? file.slice(from, to) : base64Of(file.subarray(from, to));
  }
}

const base64Of = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
