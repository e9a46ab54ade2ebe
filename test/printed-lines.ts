export interface PrintedLines {
  /** The lines of JSON that were printed on stdout since `catchPrinted` was called. */
  lines: string[];
  restore: () => void;
}

/** Catches the lines of JSON that code in this process prints on stdout. Other output is printed. */
export function catchPrinted(): PrintedLines {
  const { stdout } = process;
  const { write } = stdout;
  const lines: string[] = [];
  stdout.write = (chunk: string | Uint8Array) => {
    const text = String(chunk);
    if (!text.startsWith('{')) return write.call(stdout, chunk);
    lines.push(...text.trimEnd().split('\n'));
    return true;
  };
  return {
    lines,
    restore: () => {
      stdout.write = write;
    },
  };
}
