import { withStandIns } from './html/stand-in.ts';
import { TextRecorder } from './html/text-recorder.ts';
import { walkHtml } from './html/walk-html.ts';
import { parseTemplate } from './syntax/parse-template.ts';
import type { Piece, Tag } from './syntax/piece.ts';
import type { DerivedText } from './text/derived-text.ts';

/**
 * Derives a text template from an HTML template, once, when it is saved: rendering it gives what
 * converting the rendered HTML would, at a fortieth of the time.
 *
 * @returns null where only the rendered HTML tells, because it holds a raw tag, whose value may be
 * HTML; and where the template has syntax errors, which `compileTemplate` reports
 */
export function deriveTextTemplate(html: string): DerivedText | null {
  const { pieces, problems } = parseTemplate(html);
  if (problems.length > 0 || pieces.some(isRaw)) return null;
  const tags: Tag[] = [];
  const recorder = new TextRecorder(tags);
  walkHtml(withStandIns(pieces, tags), recorder);
  return recorder.pieces;
}

function isRaw(piece: Piece): boolean {
  return typeof piece === 'object' && piece.kind === 'value' && piece.isRaw;
}
