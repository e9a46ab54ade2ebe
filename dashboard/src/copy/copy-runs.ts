import type { HtmlPlaces, RenderedDraft } from '../../../functions/manage/contracts/render.ts';

/** A part of a run: a text or the value of a placeholder. */
export interface Segment {
  /** `fixed`: a text that is elsewhere or repeated; `value`: of a placeholder. */
  kind: 'text' | 'value' | 'fixed' | 'image';
  /** In the rendered HTML. */
  from: number;
  to: number;
  /** In its file's source: the whole placeholder, or exactly the text. If empty, text can be added. */
  start: number;
  end: number;
  /** The id of the partial, layout or template; undefined for the draft. */
  in?: string | undefined;
  name?: string | undefined;
  /** A placeholder that printed nothing because it has no value. */
  isMissing: boolean;
  /** More than 1 in a section or a partial that the mail repeats. */
  times: number;
}

/** A text of a rendered mail from one tag to the next, or an image. */
export interface Run {
  segments: readonly Segment[];
  isEditable: boolean;
}

export interface MarkedMail {
  html: string;
  token: string;
  runs: readonly Run[];
  source: string;
}

/** `source`: the rendered HTML source of the draft. */
type RunsOf = Pick<RenderedDraft, 'html' | 'missing'> & { source: string; places: HtmlPlaces };

/** A mail without places has no marks. */
export function markMail(rendered: RenderedDraft, source: string): MarkedMail {
  const { html, places, missing } = rendered;
  const runs = places ? copyRuns({ html, source, places, missing }) : [];
  const token = crypto.randomUUID();
  return { html: markHtml(html, runs, token), token, runs, source };
}

/** Puts a comment `TOKEN RUN.SEGMENT` before each segment, and `TOKEN RUN.end` after each run. No mail has the random token. */
function markHtml(html: string, runs: readonly Run[], token: string): string {
  const pieces: string[] = [];
  let at = 0;
  const mark = (to: number, name: string) => {
    pieces.push(html.slice(at, to), `<!--${token} ${name}-->`);
    at = to;
  };
  for (const [number, { segments }] of runs.entries()) {
    for (const [index, { from }] of segments.entries()) mark(from, `${number}.${index}`);
    mark(segments.at(-1)?.to ?? at, `${number}.end`);
  }
  return pieces.join('') + html.slice(at);
}

function copyRuns(rendering: RunsOf): Run[] {
  const printed = printedPieces(rendering);
  const runs: Run[] = [];
  let first = 0;
  for (const { start, end, isImage } of spansOf(rendering.places)) {
    while ((printed[first]?.to ?? start) < start) first += 1;
    const run = isImage
      ? imageRun(start, printed, first)
      : textRun(segmentsWithin(start, end, printed, first), rendering);
    if (run) runs.push(run);
  }
  return runs;
}

/** Lists texts and images in the order of the HTML; the empty text before an image comes first. */
function spansOf({ texts, images }: HtmlPlaces) {
  const spans = [
    ...texts.map(([start, end]) => ({ start, end, isImage: false })),
    ...images.map((at) => ({ start: at, end: at, isImage: true })),
  ];
  return spans.sort((one, other) => one.start - other.start || +one.isImage - +other.isImage);
}

function printedPieces({ html, source, places: { pieces, printed }, missing }: RunsOf): Segment[] {
  const times: number[] = [];
  for (let at = 1; at < printed.length; at += 2) {
    const index = printed[at] ?? 0;
    times[index] = (times[index] ?? 0) + 1;
  }
  const segments: Segment[] = [];
  for (let at = 0; at < printed.length; at += 2) {
    const [from = 0, index = 0, to = html.length] = printed.slice(at, at + 3);
    const piece = pieces[index];
    if (!piece) continue;
    const { start, end, in: file, name } = piece;
    const isOwn = file === undefined && html.slice(from, to) === source.slice(start, end);
    segments.push({
      ...{ from, to, start, end, in: file, name },
      kind: name !== undefined ? 'value' : isOwn ? 'text' : 'fixed',
      isMissing: from === to && name !== undefined && missing.includes(name),
      times: times[index] ?? 1,
    });
  }
  return segments;
}

/** Null if the image is in the value of a placeholder. */
function imageRun(at: number, printed: readonly Segment[], first: number): Run | null {
  let index = first;
  while ((printed[index]?.to ?? at + 1) <= at) index += 1;
  const piece = printed[index];
  if (!piece || piece.kind === 'value') return null;
  const start = piece.start + at - piece.from;
  const image = { ...piece, kind: 'image', from: at, to: at, start, end: start } as const;
  return { segments: [image], isEditable: false };
}

/** The parts of the pieces between two tags, from `first` on. */
function segmentsWithin(
  start: number,
  end: number,
  printed: readonly Segment[],
  first: number,
): Segment[] {
  const found: Segment[] = [];
  for (let at = first; at < printed.length; at += 1) {
    const piece = printed[at];
    if (!piece || piece.from > end) break;
    const segment = within(piece, start, end);
    if (segment) found.push(segment);
  }
  return found;
}

/** The part of a piece between two tags; null if there is none. */
function within(piece: Segment, start: number, end: number): Segment | null {
  const from = Math.max(piece.from, start);
  const to = Math.min(piece.to, end);
  if (from > to || (from === to && piece.from < piece.to)) return null;
  if (piece.kind === 'value') return { ...piece, from, to };
  const shift = piece.start - piece.from;
  return { ...piece, from, to, start: from + shift, end: to + shift };
}

function textRun(found: readonly Segment[], { html }: RunsOf): Run | null {
  const textOf = ({ from, to }: Segment) => html.slice(from, to);
  const isBlank = (segment: Segment) => segment.kind !== 'value' && textOf(segment).trim() === '';
  // A mark within `&amp;` would change it.
  const isCut = found.slice(0, -1).some((segment) => /&[#\w]*$/.test(textOf(segment)));
  if (isCut || found.every(isBlank)) return null;
  const segments = fixRepeated(afterLineBreak(found, html));
  const isEditable = segments.some((segment) => segment.kind === 'text' && !isBlank(segment));
  return { segments: isEditable ? withGaps(segments) : segments, isEditable };
}

/** Browsers leave out a line break after `<pre>`, but not after a mark. */
function afterLineBreak([first, ...others]: readonly Segment[], html: string): Segment[] {
  if (!first) return [];
  const length = /^\r?\n/.exec(html.slice(first.from, first.to))?.[0].length ?? 0;
  if (first.kind === 'value' || length === 0) return [first, ...others];
  return [{ ...first, from: first.from + length, start: first.start + length }, ...others];
}

// A run may have the same text several times: the author can edit only the first of them.
function fixRepeated(segments: readonly Segment[]): Segment[] {
  const starts = new Set<number>();
  return segments.map((segment) => {
    if (segment.kind !== 'text') return segment;
    const isFirst = !starts.has(segment.start);
    starts.add(segment.start);
    return isFirst ? segment : { ...segment, kind: 'fixed' };
  });
}

/** Adds an empty text on each side of a placeholder that has none there. */
function withGaps(segments: readonly Segment[]): Segment[] {
  const all: Segment[] = [];
  const taken = new Set(segments.flatMap(({ kind, start }) => (kind === 'text' ? start : [])));
  const gap = ({ times }: Segment, from: number, start: number) => {
    if (taken.has(start)) return;
    taken.add(start);
    all.push({ kind: 'text', from, to: from, start, end: start, isMissing: false, times });
  };
  for (const [index, segment] of segments.entries()) {
    const isOwnValue = segment.kind === 'value' && segment.in === undefined;
    if (isOwnValue && all.at(-1)?.kind !== 'text') gap(segment, segment.from, segment.start);
    all.push(segment);
    const next = segments[index + 1];
    if (isOwnValue && next?.kind !== 'text') gap(segment, segment.to, segment.end);
  }
  return all;
}

/** The run at or after an offset of the draft's source; null if there is none. */
export function runAtOffset(runs: readonly Run[], offset: number): number | null {
  let [nearest, end]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const [number, { segments }] of runs.entries()) {
    for (const segment of segments) {
      if (segment.in !== undefined || segment.kind === 'image') continue;
      if (segment.end < offset || segment.start >= end) continue;
      [nearest, end] = [number, segment.start];
    }
  }
  return nearest;
}
