import Mustache from 'mustache';
import { findGuards } from '../context/find-guards.ts';
import { checkSections, type ReadTag } from './check-sections.ts';
import { findTags } from './find-tags.ts';
import type { Piece } from './piece.ts';
import { ProblemList } from './problem-list.ts';
import { readTag, type TagReading } from './read-tag.ts';
import { buildSkeleton, type Skeleton } from './skeleton.ts';
import type { SourceProblem } from './template-problem.ts';

/** A template's source as pieces; without any where there are problems. */
export type ParsedTemplate = {
  readonly pieces: readonly Piece[];
  readonly problems: readonly SourceProblem[];
};

/** What Mustache's parser returns: a kind, a value, where it stands, and a section's own tokens. */
type Token = [kind: string, value: string, start: number, end: number, inner?: Token[]];

/** The parser without its cache, which has no bound. */
const mustache = Object.assign(new Mustache.Writer(), { templateCache: undefined });

/**
 * Reads a template by Mustache's grammar with defaults after a pipe. The tags are found and judged
 * here, all of them, with their positions; Mustache's parser then decides how they nest and which
 * white space a tag alone on its line takes with it. In HTML, placeholders are judged by their places.
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

/** Recursion is no deeper than sections may nest. */
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
