import type { ShownCopy, ShownSegment } from '../parts/preview/preview-messages.ts';
import { names } from './look.ts';
import { create, createRange, walk } from './safe-dom.ts';

export interface FrameSegment extends ShownSegment {
  index: number;
  mark: Comment;
  text: Text | null;
}

export interface FrameRun {
  number: number;
  isEditable: boolean;
  segments: readonly FrameSegment[];
  end: Comment;
  /** The element around the run while texts are edited; null if there is none, or the run has nothing to edit. */
  around: HTMLElement | null;
}

/** Finds the runs of a mail by their marks, except runs whose marks the parser has moved apart, as in a table. */
export function readRuns(mail: Document, { token, runs }: ShownCopy): Map<number, FrameRun> {
  const marks = new Map<string, Comment>();
  const walker = walk(mail, mail, NodeFilter.SHOW_COMMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Comment)) continue;
    const [found, name] = node.data.split(' ');
    if (found === token && name) marks.set(name, node);
  }
  const read = new Map<number, FrameRun>();
  for (const [number, { isEditable, segments }] of runs.entries()) {
    const end = marks.get(`${number}.end`);
    const parts = segments.flatMap((segment, index) => {
      const mark = marks.get(`${number}.${index}`);
      const next = segments[index + 1] ? marks.get(`${number}.${index + 1}`) : end;
      const text = mark && next && textBetween(mark, next);
      return mark && text !== undefined ? [{ ...segment, index, mark, text }] : [];
    });
    if (!end || parts.length < segments.length) continue;
    read.set(number, { number, isEditable, segments: parts, end, around: null });
  }
  return read;
}

/** The only text between two marks; null if there is nothing, undefined if there is anything else. */
function textBetween(mark: Comment, next: Comment): Text | null | undefined {
  const between = mark.nextSibling;
  if (between === next) return null;
  return between instanceof Text && between.nextSibling === next ? between : undefined;
}

export function chipOf({ name = '' }: ShownSegment): HTMLElement {
  const chip = create(document, names.chip);
  chip.textContent = name === '.' ? 'item' : name;
  chip.title = `The value of ${chip.textContent}`;
  return chip;
}

/** Shows the names of placeholders without a value. Returns each chip with the index of its segment. */
export function showNames({ segments }: FrameRun): [chip: HTMLElement, segment: number][] {
  return segments.flatMap((segment) => {
    if (!segment.isMissing) return [];
    const chip = chipOf(segment);
    segment.mark.after(chip);
    return [[chip, segment.index]];
  });
}

export function wrap({ segments, end }: FrameRun): HTMLElement {
  const around = create(document, names.run);
  const range = createRange(document);
  range.setStartBefore(segments[0]?.mark ?? end);
  range.setEndBefore(end);
  range.surroundContents(around);
  return around;
}
