import type { ReadTag } from './check-sections.ts';
import type { TagReading } from './read-tag.ts';

/** A template for Mustache's parser, with no long run of spaces: its patterns take quadratic time in white space. */
export type Skeleton = {
  readonly source: string;
  /** Returns the start and the end of the source text that a tagless stretch of the skeleton represents. */
  readonly rangeOf: (start: number, end: number) => readonly [start: number, end: number];
};

/** Builds the skeleton of a source whose tags are all sound and balanced. */
export function buildSkeleton(source: string, tags: readonly ReadTag[]): Skeleton {
  let skeleton = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const addText = (from: number, to: number) => {
    for (const { start, end, letters } of stretches(source, from, to)) {
      starts[skeleton.length] = start;
      skeleton += letters;
      ends[skeleton.length] = end;
    }
  };
  const sections: number[] = [];
  let at = 0;
  for (const [index, { start, end, reading }] of tags.entries()) {
    addText(at, start);
    skeleton += `{{${numbered(reading, index, sections)}}}`;
    at = end;
  }
  addText(at, source.length);
  const rangeOf = (start: number, end: number) => [starts[start] ?? 0, ends[end] ?? 0] as const;
  return { source: skeleton, rangeOf };
}

/** A section and its close carry the same number: Mustache pairs them by it. */
function numbered(reading: TagReading, index: number, sections: number[]): string {
  if ('problem' in reading || reading.kind === 'comment') return `!${index}`;
  if (reading.kind === 'value') return `${index}`;
  if (reading.kind === 'partial') return `>${index}`;
  if (reading.kind === 'close') return `/${sections.pop()}`;
  sections.push(index);
  return reading.isInverted ? `^${index}` : `#${index}`;
}

type Stretch = { readonly start: number; readonly end: number; readonly letters: string };

/** The rest of a tag's line, the lines without tags, and the beginning of the next tag's line. */
function stretches(source: string, from: number, to: number): Stretch[] {
  const text = source.slice(from, to);
  const firstLine = text.indexOf('\n') + 1;
  const lastLine = text.lastIndexOf('\n') + 1;
  const found = [
    stretch(text.slice(0, firstLine), from, '\n'),
    stretch(text.slice(firstLine, lastLine), from + firstLine, '\n'),
    stretch(text.slice(lastLine), from + lastLine, ''),
  ];
  return found.filter(({ start, end }) => end > start);
}

function stretch(text: string, start: number, lineBreak: string): Stretch {
  const letter = text.trim() === '' ? ' ' : 'x';
  return { start, end: start + text.length, letters: letter + lineBreak };
}
