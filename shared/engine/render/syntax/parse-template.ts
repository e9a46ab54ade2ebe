import Mustache from 'mustache';
import { findGuards } from '../context/find-guards.ts';
import { type Joinable, type JoinedSource, joinFiles, type Paste } from '../join/join-files.ts';
import { placeProblems } from '../join/place-problems.ts';
import type { ProgramPiece } from '../program/assemble-program.ts';
import { layout } from '../text/layout.ts';
import { buildSkeleton, type Skeleton } from './skeleton.ts';
import type { SourceProblem } from './template-problem.ts';

/** The pieces of a template's source; none if the source has problems. */
export type ParsedTemplate = {
  /** In a text, also those of the derived texts of partials. */
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
 * Reads a template by Mustache's grammar, extended by defaults after a pipe, and joins it with its
 * layouts and partials. This function finds and checks all tags, and reports every problem with its
 * position in the file that it is in. Mustache's parser then decides how the tags of a file nest, and
 * which white space it removes around a tag that has a line to itself. In HTML, this function also
 * checks whether each placeholder is at a safe place of the joined source.
 */
export function parseTemplate(
  source: string,
  { isHtml = false, joinable = null }: ParseOptions = {},
): ParsedTemplate {
  const joined = joinFiles(source, joinable);
  const problems = [...joined.problems];
  if (problems.length === 0 && isHtml) problems.push(...guardPlaceholders(joined));
  if (problems.length > 0) return { pieces: [], problems: placeProblems(problems) };
  const pieces: ProgramPiece[] = [];
  collectFile(joined.outermost, pieces);
  return { pieces, problems: [] };
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

function collectFile(paste: Paste, pieces: ProgramPiece[]): void {
  const { source, tags } = paste.file;
  const skeleton = buildSkeleton(source, tags);
  collectPieces(mustache.parse(skeleton.source), skeleton, paste, pieces);
}

/** Appends the pieces of `tokens` to `pieces`. It recurses at most as deep as sections and partials may nest. */
function collectPieces(
  tokens: readonly Token[],
  skeleton: Skeleton,
  paste: Paste,
  pieces: ProgramPiece[],
): void {
  for (const [kind, value, start, end, inner] of tokens) {
    if (kind === 'text') {
      pieces.push(skeleton.textOf(start, end));
      continue;
    }
    const part = paste.parts[Number(value)];
    if (!part) continue;
    if ('derived' in part) {
      pieces.push(layout.inset, ...part.derived, layout.insetEnd);
      if (part.lineEnd !== '') pieces.push(part.lineEnd);
      continue;
    }
    if ('file' in part) {
      collectFile(part, pieces);
      continue;
    }
    const { reading } = part;
    if ('problem' in reading || reading.kind === 'comment' || reading.kind === 'partial') continue;
    pieces.push(reading);
    if (inner === undefined) continue;
    collectPieces(inner, skeleton, paste, pieces);
    pieces.push({ kind: 'close', name: reading.name });
  }
}
