import type { SourcePlace, SourceProblem } from '../syntax/template-problem.ts';
import type { Paste, PlacedProblem } from './join-files.ts';
import { contentName, type SourceFile } from './source-file.ts';

/** Authors read no more, and a hostile source could have one at every second character. */
const maxProblems = 100;

/** The problems with their lines and columns, in the order of the joined source; at most a hundred. */
export function placeProblems(problems: readonly PlacedProblem[]): SourceProblem[] {
  const lines = new Lines();
  return problems
    .map((problem) => ({ problem, offsets: offsetsOf(problem) }))
    .sort((a, b) => compare(a.offsets, b.offsets))
    .slice(0, maxProblems)
    .map(({ problem: { paste, offset, code, message } }) => ({
      code,
      ...lines.placeIn(paste.file, offset),
      message,
      ...takersOf(paste, lines),
    }));
}

/** The offsets that lead to a problem, from the outermost file on. */
function offsetsOf({ paste, offset }: Pick<PlacedProblem, 'paste' | 'offset'>): number[] {
  return paste.takenBy === null ? [offset] : [...offsetsOf(paste.takenBy), offset];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((offset, index) => offset !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** The places that take a partial, innermost first. A layout does not take the template that is inside it. */
function takersOf(paste: Paste, lines: Lines): { takenBy?: SourcePlace[] } {
  const places: SourcePlace[] = [];
  for (let { takenBy } = paste; takenBy !== null; { takenBy } = takenBy.paste) {
    const { paste: taker, offset } = takenBy;
    if (isContentAt(taker, offset)) break;
    places.push(lines.placeIn(taker.file, offset));
  }
  return places.length === 0 ? {} : { takenBy: places };
}

function isContentAt({ file }: Paste, offset: number): boolean {
  const reading = file.tags.find(({ start }) => start === offset)?.reading;
  return reading !== undefined && 'name' in reading && reading.name === contentName;
}

/** Finds lines and columns; it looks through each file once. */
class Lines {
  private readonly starts = new Map<SourceFile, number[]>();

  placeIn(file: SourceFile, offset: number): SourcePlace {
    const starts = this.startsOf(file);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const place = { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    return file.id === null ? place : { partial: file.id, ...place };
  }

  private startsOf(file: SourceFile): number[] {
    const known = this.starts.get(file);
    if (known !== undefined) return known;
    const starts = [0];
    for (
      let end = file.source.indexOf('\n');
      end !== -1;
      end = file.source.indexOf('\n', end + 1)
    ) {
      starts.push(end + 1);
    }
    this.starts.set(file, starts);
    return starts;
  }
}
