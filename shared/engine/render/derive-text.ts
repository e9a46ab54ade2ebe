import { readStyleRules } from './html/read-style-rules.ts';
import { withStandIns } from './html/stand-in.ts';
import { TextRecorder } from './html/text-recorder.ts';
import { walkHtml } from './html/walk-html.ts';
import { joinableFor, type TakenPartials } from './join/taken-partials.ts';
import type { DerivedText, ProgramPiece } from './program/assemble-program.ts';
import { parseTemplate } from './syntax/parse-template.ts';
import type { Piece, Tag } from './syntax/piece.ts';
import { layout } from './text/layout.ts';

/**
 * Derives a text template at a save: rendering it gives what converting the rendered HTML would, at a fortieth of the
 * time.
 *
 * @param taken as for `compileTemplate`
 * @returns null if the template has a raw tag, whose value may be HTML, or syntax errors, which `compileTemplate`
 * reports
 */
export function deriveTextTemplate(html: string, taken?: TakenPartials): DerivedText | null {
  const joinable = taken ? joinableFor('html', taken) : null;
  const { pieces: all, problems } = parseTemplate(html, { joinable });
  const pieces = all.filter(isPiece);
  if (problems.length > 0 || pieces.some(isRaw)) return null;
  const tags: Tag[] = [];
  const recorder = new TextRecorder(tags);
  walkHtml(
    withStandIns(pieces, tags),
    recorder,
    readStyleRules(withStandIns(outsideSections(pieces), [])),
  );
  // Only the values of placeholders can bring line breaks that must be folded.
  return recorder.pieces.some(isValue) ? [layout.foldLines, ...recorder.pieces] : recorder.pieces;
}

/** The pieces that every rendering contains. A style sheet inside a section may be missing from a rendering. */
function outsideSections(pieces: readonly Piece[]): Piece[] {
  let depth = 0;
  return pieces.filter((piece) => {
    const kind = typeof piece === 'string' ? 'text' : piece.kind;
    if (kind === 'section') depth += 1;
    if (kind === 'close') depth -= 1;
    return depth === 0 && kind !== 'close';
  });
}

/** True for all pieces of an HTML template, whose program has no layout steps. */
function isPiece(piece: ProgramPiece): piece is Piece {
  return typeof piece === 'string' || (typeof piece === 'object' && piece.kind !== 'list');
}

function isValue(piece: ProgramPiece): boolean {
  return typeof piece === 'object' && piece.kind === 'value';
}

function isRaw(piece: Piece): boolean {
  return typeof piece === 'object' && piece.kind === 'value' && piece.isRaw;
}
