import { escapeHtml } from '../../../../../shared/engine/render/program/html-output.ts';
import type { BlockNode, RenderOptions, SourceNode, ValuePath } from './tree.ts';

/** A value and the value that contains it. */
interface DataLevel {
  value: unknown;
  outer: DataLevel | null;
}

/** https://github.com/wildbit/mustachio/blob/master/Mustachio/Parser.cs Throws if an `each` has no list. */
export function renderTree(
  nodes: readonly SourceNode[],
  data: Record<string, unknown>,
  { isHtml, content = '' }: RenderOptions,
): string {
  const print = (inside: readonly SourceNode[], level: DataLevel): string =>
    inside.map((node) => printNode(node, level)).join('');
  const printNode = (node: SourceNode, level: DataLevel): string => {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'content') return content;
    if (node.kind === 'block') return printBlock(node, level);
    if (node.kind !== 'value') return '';
    const { value } = levelAt(level, node.path);
    const isPrinted = ['string', 'number', 'boolean'].includes(typeof value);
    const text = isPrinted ? String(value) : (node.default ?? '');
    return isHtml && !node.isRaw ? escapeHtml(text) : text;
  };
  const printBlock = ({ use, path, body, otherwise, source }: BlockNode, level: DataLevel) => {
    const found = levelAt(level, path);
    if (!hasContent(found.value)) return print(otherwise, found);
    if (use !== 'each') return print(body, found);
    if (!Array.isArray(found.value)) throw new Error(`${source}: the test data have no list there`);
    return found.value.map((value) => print(body, { value, outer: found })).join('');
  };
  return print(nodes, { value: data, outer: null });
}

/** https://github.com/wildbit/mustachio/blob/master/Mustachio/ContextObject.cs */
function levelAt(level: DataLevel, { up, parts }: ValuePath): DataLevel {
  let base = level;
  for (let left = up; left > 0 && base.outer; left--) base = base.outer;
  return parts.reduce<DataLevel>(
    (outer, name) => ({ value: memberOf(outer.value, name), outer }),
    base,
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
