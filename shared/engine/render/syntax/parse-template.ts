import Mustache from 'mustache';
import { findGuards } from '../context/find-guards.ts';
import { checkSections, type ReadTag } from './check-sections.ts';
import { findTags } from './find-tags.ts';
import type { Piece } from './piece.ts';
import { ProblemList } from './problem-list.ts';
import { readTag, type TagReading } from './read-tag.ts';
import { buildSkeleton, type Skeleton } from './skeleton.ts';
import type { SourceProblem } from './template-problem.ts';

/** The pieces of a template's source; none if the source has problems. */
export type ParsedTemplate = {
  readonly pieces: readonly Piece[];
  readonly problems: readonly SourceProblem[];
};

/** A token of Mustache's parser: its kind, value, start and end offset, and the tokens inside a section. */
type Token = [kind: string, value: string, start: number, end: number, inner?: Token[]];

/** Mustache's parser without its cache, which would grow without a limit. */
const mustache = Object.assign(new Mustache.Writer(), { templateCache: undefined });

/**
 * Reads a template by Mustache's grammar, extended by defaults after a pipe. This function finds and
 * checks all tags, and reports every problem with its position. Mustache's parser then decides how the
 * tags nest, and which white space it removes around a tag that has a line to itself. In HTML, this
 * function also checks whether each placeholder is at a safe place.
 */
export function parseTemplate(source: string, isHtml = false): ParsedTemplate {
  const problems = new ProblemList(source);
  const tags = findTags(source, problems).map((tag) => ({ ...tag, reading: readTag(tag) }));
  for (const { start, reading } of tags) {
    if ('problem' in reading) problems.add(start, reading.code, reading.problem);
  }
  checkSections(tags, problems);
  if (problems.isEmpty && isHtml) guardPlaceholders(source, tags, problems);
  if (!problems.isEmpty) return { pieces: [], problems: problems.inOrder() };
  const skeleton = buildSkeleton(source, tags);
  const pieces: Piece[] = [];
  collectPieces(mustache.parse(skeleton.source), skeleton, tags, pieces);
  return { pieces, problems: [] };
}

function guardPlaceholders(
  source: string,
  tags: { reading: TagReading }[] & readonly ReadTag[],
  problems: ProblemList,
): void {
  const found = findGuards(source, tags);
  for (const [index, guards] of found.guards) {
    const tag = tags[index];
    if (tag && 'kind' in tag.reading && tag.reading.kind === 'value') {
      tag.reading = { ...tag.reading, guards: [...guards] };
    }
  }
  for (const [offset, problem] of found.problems) problems.add(offset, 'unsafe-place', problem);
}

/** Appends the pieces of `tokens` to `pieces`. It recurses at most as deep as sections may nest. */
function collectPieces(
  tokens: readonly Token[],
  skeleton: Skeleton,
  tags: readonly ReadTag[],
  pieces: Piece[],
): void {
  for (const [kind, value, start, end, inner] of tokens) {
    if (kind === 'text') {
      pieces.push(skeleton.textOf(start, end));
      continue;
    }
    const reading = tags[Number(value)]?.reading;
    if (reading === undefined || 'problem' in reading || reading.kind === 'comment') continue;
    pieces.push(reading);
    if (inner === undefined) continue;
    collectPieces(inner, skeleton, tags, pieces);
    pieces.push({ kind: 'close', name: reading.name });
  }
}
