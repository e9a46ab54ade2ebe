import type { BlockNode, Path, SourceNode } from './languages/tree.ts';
import type { ValueShape } from './value-shape.ts';

/** A value in which a tag's names are looked up, and the value that contains it, which `../` leads to. */
export interface Level {
  shape: ValueShape;
  outer: Level | null;
}

/** The value that a path leads to, as a level. */
export function levelAt(level: Level, { up, parts }: Path, namesAreLevels: boolean): Level {
  let base = level;
  for (let left = up; left > 0 && base.outer; left--) base = base.outer;
  if (namesAreLevels) {
    return parts.reduce((outer, name) => ({ shape: outer.shape.member(name), outer }), base);
  }
  const shape = parts.reduce((owner, name) => owner.member(name), base.shape);
  return { shape, outer: level };
}

/** The level of the content of a block that is in `level`. */
export function levelInside(
  { kind }: BlockNode,
  level: Level,
  value: Level,
  namesAreLevels: boolean,
): Level {
  const { shape } = value;
  if (kind === 'if') return level;
  if (kind === 'each') return { shape: shape.items, outer: namesAreLevels ? value : level };
  return kind === 'section' && shape.isList ? { shape: shape.items, outer: level } : value;
}

/** Notes which values the tags of a template name, and how. */
export function learnFromTags(
  nodes: readonly SourceNode[],
  level: Level,
  namesAreLevels: boolean,
): void {
  for (const node of nodes) {
    if (node.kind === 'value') {
      levelAt(level, node.path, namesAreLevels).shape.isPrinted = true;
    } else if (node.kind === 'unknown') {
      learnFromTags(node.block?.body ?? [], level, namesAreLevels);
      learnFromTags(node.block?.otherwise ?? [], level, namesAreLevels);
    } else if ('path' in node) {
      const value = levelAt(level, node.path, namesAreLevels);
      value.shape.isAsked = true;
      learnFromTags(node.body, levelInside(node, level, value, namesAreLevels), namesAreLevels);
      learnFromTags(node.otherwise, node.entersOtherwise ? value : level, namesAreLevels);
    }
  }
}
