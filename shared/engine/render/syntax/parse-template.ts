import Mustache from 'mustache';
import { findGuards } from '../context/find-guards.ts';
import {
  type Inset,
  type Joinable,
  type JoinedSource,
  joinFiles,
  type Paste,
} from '../join/join-files.ts';
import { placeProblems } from '../join/place-problems.ts';
import type { ProgramPiece } from '../program/assemble-program.ts';
import { layout } from '../text/layout.ts';
import { buildSkeleton, type Skeleton } from './skeleton.ts';
import type { SourceProblem } from './template-problem.ts';

/** The pieces of a template's source; none if the source has problems. */
export type ParsedTemplate = {
  /** For a text, also the pieces of the partials' derived texts. */
  readonly pieces: readonly ProgramPiece[];
  readonly problems: readonly SourceProblem[];
};

/** A token of Mustache's parser: its kind, value, start and end offset, and the tokens inside a section. */
type Token = [kind: string, value: string, start: number, end: number, inner?: Token[]];

/** Mustache's parser without its cache, which would grow without a limit. */
const mustache = Object.assign(new Mustache.Writer(), { templateCache: undefined });

export type ParseOptions = {
  readonly isHtml?: boolean;
  /** What the source may take; without it, it takes no partials. */
  readonly joinable?: Joinable | null;
};

/**
 * Reads a template by Mustache's grammar with defaults after a pipe, and joins it with layouts and partials. It checks
 * all tags, and in HTML the place of each placeholder; Mustache's parser then decides how tags nest, and which white
 * space goes.
 */
export function parseTemplate(source: string, options: ParseOptions = {}): ParsedTemplate {
  const pieces: ProgramPiece[] = [];
  const problems = readPieces(source, options, (piece) => pieces.push(piece));
  return { pieces, problems };
}

/** A piece of a template, at its place in the file that it is in. */
export type PlacedPiece = {
  readonly piece: ProgramPiece;
  /** The id of the partial or layout; null for the template's own source. */
  readonly file: string | null;
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
};

/** Like `parseTemplate`, with the places of the pieces. A close has the end of the tag that opens its section. */
export function parsePlaced(source: string, options: ParseOptions = {}): PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  readPieces(source, options, (piece, { file }, start, end) =>
    placed.push({ piece, file: file.id, start, end }),
  );
  return placed;
}

/** Takes one piece, and the file and the offsets that it stands at. */
type TakePiece = (piece: ProgramPiece, paste: Paste, start: number, end: number) => void;

function readPieces(
  source: string,
  { isHtml = false, joinable = null }: ParseOptions,
  take: TakePiece,
): readonly SourceProblem[] {
  const joined = joinFiles(source, joinable);
  const problems = [...joined.problems];
  if (problems.length === 0 && isHtml) problems.push(...guardPlaceholders(joined));
  if (problems.length > 0) return placeProblems(problems);
  collectFile(joined.outermost, take);
  return [];
}

function guardPlaceholders({ source, tags, placeOf }: JoinedSource) {
  const found = findGuards(source, tags);
  for (const [index, guards] of found.guards) {
    const tag = tags[index];
    if (tag && 'kind' in tag.reading && tag.reading.kind === 'value') {
      tag.reading = { ...tag.reading, guards: [...guards] };
    }
  }
  return [...found.problems].map(([offset, message]) => ({
    ...placeOf(offset),
    code: 'unsafe-place' as const,
    message,
  }));
}

function collectFile(paste: Paste, take: TakePiece): void {
  const { source, tags } = paste.file;
  const skeleton = buildSkeleton(source, tags);
  collectPieces(mustache.parse(skeleton.source), skeleton, paste, take);
}

/** Takes the pieces of `tokens`. It recurses at most as deep as sections and partials may nest. */
function collectPieces(
  tokens: readonly Token[],
  skeleton: Skeleton,
  paste: Paste,
  take: TakePiece,
): void {
  for (const [kind, value, from, to, inner] of tokens) {
    if (kind === 'text') {
      const [start, end] = skeleton.rangeOf(from, to);
      take(paste.file.source.slice(start, end), paste, start, end);
      continue;
    }
    const part = paste.parts[Number(value)];
    if (!part) continue;
    if ('file' in part) {
      collectFile(part, take);
      continue;
    }
    const { start = 0, end = 0 } = paste.file.tags[Number(value)] ?? {};
    if ('derived' in part) {
      for (const piece of piecesOf(part)) take(piece, paste, start, end);
      continue;
    }
    const { reading } = part;
    if ('problem' in reading || reading.kind === 'comment' || reading.kind === 'partial') continue;
    take(reading, paste, start, end);
    if (inner === undefined) continue;
    collectPieces(inner, skeleton, paste, take);
    take({ kind: 'close', name: reading.name }, paste, end, end);
  }
}

function piecesOf({ derived, lineEnd }: Inset): ProgramPiece[] {
  const inset = [layout.inset, ...derived, layout.insetEnd];
  return lineEnd === '' ? inset : [...inset, lineEnd];
}
