import { type TextPlaces, textPlaces } from './html/text-places.ts';
import { joinableFor, type TakenPartials } from './join/taken-partials.ts';
import { assembleProgram, type ProgramPiece } from './program/assemble-program.ts';
import type { Variables } from './program/look-up.ts';
import { PlacedOutput } from './program/placed-output.ts';
import { runProgram } from './program/run-program.ts';
import { type PlacedPiece, parsePlaced } from './syntax/parse-template.ts';

/** A text or a placeholder in one of the sources of an HTML. */
export type SourcePiece = {
  /** The id of the partial or layout that it is in; null for the template's own source. */
  readonly file: string | null;
  /** Its offsets in the source, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The name of the placeholder; undefined for a text. */
  readonly name?: string;
};

/** The source of each part of a rendered HTML. */
export type HtmlPlaces = {
  readonly pieces: readonly SourcePiece[];
  /** For each printed piece, its offset in the HTML (UTF-16) and its index in `pieces`; sections repeat. */
  readonly printed: number[];
  /** The start and the end in the HTML of each text between two tags that shows something, or has a placeholder. */
  readonly texts: TextPlaces['texts'];
  /** The start of each `<img>` in the HTML. */
  readonly images: TextPlaces['images'];
};

/**
 * The source of each part of a rendered HTML, by a second rendering with numbered pieces. Never for sending.
 *
 * @param source an HTML that compiles
 * @param taken as for `compileTemplate`
 * @param variables of a rendering that has succeeded: values are not checked again
 */
export function placesInHtml(
  source: string,
  taken: TakenPartials,
  variables: Variables,
): HtmlPlaces {
  const placed = parsePlaced(source, { joinable: joinableFor('html', taken) });
  const pieces: SourcePiece[] = [];
  const numbered = placed.flatMap((each): ProgramPiece[] => {
    const { piece, file, start, end } = each;
    if (!isPrinted(piece)) return [piece];
    const name = typeof piece === 'string' ? {} : { name: piece.name };
    return [pieces.push({ file, start, end, ...name }) - 1, piece];
  });
  const output = new PlacedOutput();
  const html = runProgram(assembleProgram(numbered), variables, output, []);
  const { printed } = output;
  const { texts, images } = textPlaces(html);
  const nothing = new Set(printed.filter((from, at) => at % 2 === 0 && from === printed[at + 2]));
  const seen = texts.filter(([start, end]) => {
    for (let at = start; at <= end; at++) {
      if (nothing.has(at) || (at < end && !/\s/.test(html.charAt(at)))) return true;
    }
    return false;
  });
  return { pieces, printed, texts: seen, images };
}

type PrintedPiece = Extract<PlacedPiece['piece'], string | { kind: 'value' }>;

function isPrinted(piece: ProgramPiece): piece is PrintedPiece {
  return typeof piece === 'string' || (typeof piece === 'object' && piece.kind === 'value');
}
