import { sameAtEnd, sameAtStart } from '../draft/text-place.ts';

export type DecodeReference = (reference: string) => string;

/** A character, a character reference, or white space that shows as one space. */
interface SourceUnit {
  source: string;
  shown: string;
}

/** `source` must show `before`, with or without folded white space; else null. Bytes outside of the change stay. */
export function replaceText(
  source: string,
  before: string,
  after: string,
  decode: DecodeReference,
): string | null {
  const units = [unitsOf(source, true, decode), unitsOf(source, false, decode)].find(
    (each) => shownBy(each) === before,
  );
  if (!units) return null;
  if (before === after) return source;
  const [first, last] = changedUnits(units, before, after);
  const [head, tail] = [units.slice(0, first), units.slice(last)];
  const text = after.slice(shownBy(head).length, after.length - shownBy(tail).length);
  const written = sourceOf(head) + encode(text) + sourceOf(tail);
  // Two neighbours may have become a reference, such as `&copy` and a semicolon.
  const isAsMeant = [true, false].some(
    (folds) => shownBy(unitsOf(written, folds, decode)) === after,
  );
  return isAsMeant ? written : encode(after);
}

/** `shown` is an offset in the text that a browser shows, with all white space. */
export function sourceOffset(source: string, shown: number, decode: DecodeReference): number {
  const units = unitsOf(source, false, decode);
  return sourceOf(units.slice(0, unitsWithin(units, shown))).length;
}

/** The first changed unit, and the one after the last. */
function changedUnits(units: readonly SourceUnit[], before: string, after: string) {
  const first = unitsWithin(units, sameAtStart(before, after));
  const kept = shownBy(units.slice(0, first)).length;
  const last = units.length - unitsWithin(units.toReversed(), sameAtEnd(before, after, kept));
  // A letter after a lone `<` or `&` would make a tag or a reference.
  const isOpen = /^[<&]$/.test(units[first - 1]?.source ?? '');
  return [isOpen ? first - 1 : first, Math.max(first, last)] as const;
}

function unitsWithin(units: readonly SourceUnit[], length: number): number {
  let shown = 0;
  const index = units.findIndex((unit) => {
    shown += unit.shown.length;
    return shown > length;
  });
  return index === -1 ? units.length : index;
}

const folded = /&(?:#\d+|#x[\da-f]+|\w+);?|[\t\n\f\r ]+|[\s\S]/giu;
const kept = /&(?:#\d+|#x[\da-f]+|\w+);?|\r\n|[\s\S]/giu;

function unitsOf(source: string, folds: boolean, decode: DecodeReference): SourceUnit[] {
  return (source.match(folds ? folded : kept) ?? []).map((each) => ({
    source: each,
    shown: shownOf(each, folds, decode),
  }));
}

function shownOf(source: string, folds: boolean, decode: DecodeReference): string {
  if (source.length > 1 && source.startsWith('&')) return decode(source);
  if (folds) return /[\t\n\f\r]/.test(source[0] ?? '') || source.startsWith(' ') ? ' ' : source;
  return source.startsWith('\r') ? '\n' : source;
}

const shownBy = (units: readonly SourceUnit[]) => units.map(({ shown }) => shown).join('');
const sourceOf = (units: readonly SourceUnit[]) => units.map(({ source }) => source).join('');

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  // Two of them would begin a placeholder.
  '{': '&#123;',
  '\u00a0': '&nbsp;',
};

/** Writes a text as HTML that makes no tag and no placeholder. */
function encode(text: string): string {
  return text.replace(/[&<{\u00a0]/g, (found) => references[found] ?? found);
}
