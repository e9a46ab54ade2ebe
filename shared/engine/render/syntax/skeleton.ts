import type { ReadTag } from './check-sections.ts';
import type { TagReading } from './read-tag.ts';

/**
 * A template reduced to what Mustache's parser decides by: the tags, each under its number, and
 * whether there is anything else on their lines. The parser looks at every single character and
 * its patterns are quadratic in white space; so it gets few characters, and never a long space.
 */
export type Skeleton = {
  readonly source: string;
  /** The source that stands behind a stretch of the skeleton that holds no tag. */
  readonly textOf: (start: number, end: number) => string;
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
  return { source: skeleton, textOf: (start, end) => source.slice(starts[start], ends[end]) };
}

/** A section and its close carry the same number: it is the name that Mustache pairs them by. */
function numbered(reading: TagReading, index: number, sections: number[]): string {
  if ('problem' in reading || reading.kind === 'comment') return `!${index}`;
  if (reading.kind === 'value') return `${index}`;
  if (reading.kind === 'close') return `/${sections.pop()}`;
  sections.push(index);
  return reading.isInverted ? `^${index}` : `#${index}`;
}

type Stretch = { readonly start: number; readonly end: number; readonly letters: string };

/** The rest of a line after a tag, the lines without any, and the beginning of the next tag's. */
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
