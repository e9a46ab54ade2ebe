import { maxPartialDepth } from '../../limits.ts';
import type { DerivedText } from '../program/assemble-program.ts';
import { utf8Bytes } from '../program/rendered-size.ts';
import { checkSections, type ReadTag } from '../syntax/check-sections.ts';
import { ProblemList } from '../syntax/problem-list.ts';
import type { TemplateProblemCode } from '../syntax/template-problem.ts';
import { joinProblems } from './join-problems.ts';
import { layoutsAround } from './layouts-around.ts';
import { contentName, lineEndOf, readSourceFile, type SourceFile } from './source-file.ts';

/** A partial's source for one part of a mail. */
export type PartialSource = {
  /** Null if the partial has no source for this part. */
  readonly source: string | null;
  /** The derived text, which is taken if `source` is null; null if there is none. */
  readonly derived?: DerivedText | null;
  /** The id of the layout around it, if it is a layout itself. */
  readonly layout?: string | undefined;
};

/** The partials and the layout that a source may take. */
export type Joinable = {
  /** By id. */
  readonly partials: ReadonlyMap<string, PartialSource>;
  /** The id of the layout around the source. */
  readonly layout?: string | undefined;
  /** The partial's id, if the source is a partial. */
  readonly id?: string | undefined;
  /** The most bytes that all joined sources may have together. A source counts as often as it is taken. */
  readonly maxBytes: number;
};

/** A file that was pasted into the joined source. */
export type Paste = {
  readonly file: SourceFile;
  /** What replaces each tag of the file, by the tag's number; null: nothing. */
  readonly parts: (ReadTag | Paste | Inset | null)[];
  /** The tag that takes it; null for the outermost file. */
  readonly takenBy: { readonly paste: Paste; readonly offset: number } | null;
};

/** The derived text of a partial, at the place that takes it. */
export type Inset = {
  readonly derived: DerivedText;
  /** The line break after a tag that is alone on its line, which is removed with the tag; otherwise empty. */
  readonly lineEnd: string;
};

/** A problem in one of the files. */
export type PlacedProblem = {
  readonly paste: Paste;
  readonly offset: number;
  readonly code: TemplateProblemCode;
  readonly message: string;
};

/** A range of the joined source that was copied from one file, from the offset `from` on. */
type Stretch = { readonly start: number; readonly paste: Paste; readonly from: number };

/** A template's source with those of its layouts and partials. */
export type JoinedSource = {
  readonly outermost: Paste;
  readonly source: string;
  /** All tags but those that take a partial, at their places in the joined source. */
  readonly tags: ReadTag[];
  readonly problems: readonly PlacedProblem[];
  /** The file and the offset in it that an offset of the joined source is in. */
  readonly placeOf: (offset: number) => Pick<PlacedProblem, 'paste' | 'offset'>;
};

/**
 * Joins a source with its layouts and all partials. Tags and sections end within their file.
 *
 * @param joinable null if the source cannot take partials
 */
export function joinFiles(source: string, joinable: Joinable | null): JoinedSource {
  return new Joining(joinable).join(source);
}

class Joining {
  private readonly joinable: Joinable | null;
  private readonly files = new Map<string, SourceFile>();
  private readonly tags: ReadTag[] = [];
  private readonly stretches: Stretch[] = [];
  private readonly problems: PlacedProblem[] = [];
  private readonly reported = new Set<SourceFile>();
  private source = '';
  private bytes = 0;
  private isTooLarge = false;

  constructor(joinable: Joinable | null) {
    this.joinable = joinable;
  }

  join(source: string): JoinedSource {
    const own = readSourceFile(this.joinable?.id ?? null, source);
    const { layouts, problem } = this.layoutsOf(own);
    const outermost = this.paste([...layouts.toReversed(), own], null);
    if (problem !== null) this.report(outermost, 0, problem);
    const joined = {
      outermost,
      source: this.source,
      tags: this.tags,
      problems: this.problems,
      placeOf: (offset: number) => this.placeOf(offset),
    };
    if (this.problems.length === 0) this.checkDepth();
    return joined;
  }

  /** The sources of the layouts around `own`, innermost first; a layout without one for this part is left out. */
  private layoutsOf(own: SourceFile): { layouts: SourceFile[]; problem: string | null } {
    if (this.joinable === null) return { layouts: [], problem: null };
    const { partials, layout } = this.joinable;
    const { ids, problem } = layoutsAround(own.id, layout, partials);
    const layouts = ids.flatMap((id) => {
      const source = partials.get(id)?.source ?? null;
      return source === null ? [] : this.fileOf(id, source);
    });
    return { layouts, problem: problem?.message ?? null };
  }

  /** Appends the first of the files to the joined source; the others are what its `{{> content}}` takes. */
  private paste(files: readonly SourceFile[], takenBy: Paste['takenBy']): Paste {
    const [file, ...inner] = files as [SourceFile, ...SourceFile[]];
    const paste: Paste = { file, parts: [], takenBy };
    this.reportOnce(paste);
    if (inner.length > 0 && !file.isLayout) this.report(paste, 0, joinProblems.isNoLayout(file.id));
    this.bytes += file.bytes;
    this.checkSize(takenBy ?? { paste, offset: 0 });
    if (this.isTooLarge) return paste;
    let at = 0;
    for (const tag of file.tags) {
      if (isPartial(tag)) {
        this.append(paste, at, tag.start);
        at = tag.end;
        paste.parts.push(this.take(paste, tag, inner));
        continue;
      }
      const shift = this.source.length - at;
      const moved = { ...tag, start: tag.start + shift, end: tag.end + shift };
      paste.parts.push(moved);
      this.tags.push(moved);
    }
    this.append(paste, at, file.source.length);
    return paste;
  }

  /** What the tag at `offset` takes; null if it takes nothing. */
  private take(
    paste: Paste,
    { start: offset, end, reading: { name } }: PartialTag,
    inner: readonly SourceFile[],
  ): Paste | Inset | null {
    if (this.isTooLarge) return null;
    const takenBy = { paste, offset };
    if (name === contentName && inner.length > 0) return this.paste(inner, takenBy);
    const found = this.find(paste, name);
    if (found === null) return null;
    if (typeof found !== 'string' && 'derived' in found) {
      return this.inset(paste, offset, { ...found, lineEnd: lineEndOf(paste.file, offset, end) });
    }
    if (typeof found !== 'string') return this.paste([found], takenBy);
    this.report(paste, offset, found);
    return null;
  }

  /** The partial that `paste` takes by this name; null if it prints nothing, or why there is none. */
  private find(paste: Paste, name: string): SourceFile | Pick<Inset, 'derived'> | string | null {
    if (this.joinable === null) return joinProblems.noPartials;
    if (name === contentName)
      return paste.file.isLayout && paste.file.id !== null ? null : joinProblems.noContent;
    const partial = this.joinable.partials.get(name);
    if (partial === undefined) {
      return joinProblems.noPartial(name);
    }
    const ids = [...idsAround(paste), name];
    const first = ids.indexOf(name);
    if (first < ids.length - 1) return joinProblems.circle(ids.slice(first));
    if (ids.length > maxPartialDepth) return joinProblems.tooDeep(ids);
    const { source, derived = null } = partial;
    if (source === null && derived !== null) return { derived };
    if (source === null) return joinProblems.noText(name);
    const file = this.fileOf(name, source);
    return file.isLayout ? joinProblems.isLayout(name) : file;
  }

  /** A derived text counts with the size that it is stored in. */
  private inset(paste: Paste, offset: number, inset: Inset): Inset {
    this.bytes += utf8Bytes(JSON.stringify(inset.derived));
    this.checkSize({ paste, offset });
    return inset;
  }

  private fileOf(id: string, source: string): SourceFile {
    const known = this.files.get(id) ?? readSourceFile(id, source);
    this.files.set(id, known);
    return known;
  }

  private append(paste: Paste, from: number, to: number): void {
    this.stretches.push({ start: this.source.length, paste, from });
    this.source += paste.file.source.slice(from, to);
  }

  /** Checks how deep sections nest in the joined source: sections of a partial are inside the sections around it. */
  private checkDepth(): void {
    const problems = new ProblemList();
    checkSections(this.tags, problems);
    for (const { offset, ...problem } of problems.found) {
      this.problems.push({ ...problem, ...this.placeOf(offset) });
    }
  }

  private placeOf(offset: number): Pick<PlacedProblem, 'paste' | 'offset'> {
    let [low, high] = [0, this.stretches.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.stretches[middle] as Stretch).start <= offset) low = middle;
      else high = middle - 1;
    }
    const { start, paste, from } = this.stretches[low] as Stretch;
    return { paste, offset: from + offset - start };
  }

  /** Reports the problems of a partial once, however often it is taken. */
  private reportOnce(paste: Paste): void {
    if (this.reported.has(paste.file)) return;
    this.reported.add(paste.file);
    for (const problem of paste.file.problems) this.problems.push({ paste, ...problem });
  }

  /** Reports a source that is too large once, at the file that exceeds the limit, and joins no more files. */
  private checkSize({ paste, offset }: Pick<PlacedProblem, 'paste' | 'offset'>): void {
    const { maxBytes } = this.joinable ?? { maxBytes: Number.POSITIVE_INFINITY };
    if (this.isTooLarge || this.bytes <= maxBytes) return;
    this.isTooLarge = true;
    const message = joinProblems.tooLarge(maxBytes);
    this.problems.push({ paste, offset, code: 'too-large', message });
  }

  private report(paste: Paste, offset: number, message: string): void {
    this.problems.push({ paste, offset, code: 'partial', message });
  }
}

/** The ids of a paste's file and of all that are around it, outermost first. */
function idsAround({ file, takenBy }: Paste): string[] {
  const own = file.id === null ? [] : [file.id];
  return takenBy === null ? own : [...idsAround(takenBy.paste), ...own];
}

type PartialReading = { readonly kind: 'partial'; readonly name: string };

type PartialTag = ReadTag & { readonly reading: PartialReading };

function isPartial(tag: ReadTag): tag is PartialTag {
  return 'kind' in tag.reading && tag.reading.kind === 'partial';
}
