/** A text or a tag of the written template. */
export interface WrittenPiece {
  text: string;
  isTag: boolean;
  /** Whether it comes from the same tag of the source as the piece before it. */
  isJoined: boolean;
  /** Whether its output keeps its line end: Mustache removes a line that has nothing but the tag. */
  keepsLine?: boolean;
  /** Why the tag cannot be imported. */
  problem?: string;
}

export interface WrittenSource {
  text: string;
  problems: { offset: number; message: string }[];
}

/**
 * Joins the pieces. Mustache removes a line that has nothing but one tag. If the source's tag has a line to itself,
 * and several tags are written for it, each gets its own line.
 */
export function joinPieces(pieces: readonly WrittenPiece[]): WrittenSource {
  const written: WrittenSource = { text: '', problems: [] };
  let lineStart: string | null = null;
  pieces.forEach((piece, index) => {
    if (piece.isTag && !piece.isJoined) {
      const end = endOfRun(pieces, index);
      lineStart = end > index && endsLine(pieces, end + 1) ? indentOf(written.text) : null;
    }
    if (piece.isJoined && lineStart !== null) written.text += `\n${lineStart}`;
    if (piece.problem) {
      written.problems.push({ offset: written.text.length, message: piece.problem });
    }
    const isAlone = endsLine(pieces, index + 1) && indentOf(written.text) !== null;
    const isLast = index === pieces.length - 1;
    written.text += piece.keepsLine && isAlone && !isLast ? `${piece.text}\n` : piece.text;
  });
  return written;
}

function endOfRun(pieces: readonly WrittenPiece[], start: number): number {
  let end = start;
  while (pieces[end + 1]?.isJoined) end++;
  return end;
}

/** The white space before the next tag, if it has nothing else before it on its line; else null. */
function indentOf(text: string): string | null {
  return /(?:^|\n)([ \t]*)$/.exec(text)?.[1] ?? null;
}

function endsLine(pieces: readonly WrittenPiece[], at: number): boolean {
  const next = pieces[at];
  if (next === undefined) return true;
  if (next.isTag) return false;
  return /^[ \t]*\r?\n/.test(next.text) || (at === pieces.length - 1 && next.text.trim() === '');
}
