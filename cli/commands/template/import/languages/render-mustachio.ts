import { escapeHtml } from '../../../../../shared/engine/render/program/html-output.ts';
import type { BlockNode, Path, SourceNode } from './tree.ts';

/** A value and the one around it. */
interface Context {
  value: unknown;
  outer: Context | null;
}

/**
 * Renders a template of Mustachio as its parser does: a name is looked up where its path leads and nowhere else, and
 * the white space around tags stays.
 *
 * https://github.com/wildbit/mustachio/blob/master/Mustachio/Parser.cs
 *
 * @param content what a layout is around
 * @throws {Error} for a list that the data gives as one value
 */
export function renderMustachio(
  nodes: readonly SourceNode[],
  data: Record<string, unknown>,
  isHtml: boolean,
  content = '',
): string {
  const escaped = isHtml ? escapeHtml : (text: string) => text;
  const print = (inside: readonly SourceNode[], context: Context): string =>
    inside.map((node) => printNode(node, context)).join('');
  const printNode = (node: SourceNode, context: Context): string => {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'content') return content;
    if (node.kind === 'value') {
      const text = textOf(find(context, node.path).value);
      return node.isRaw ? text : escaped(text);
    }
    return 'path' in node ? printBlock(node, context) : '';
  };
  const printBlock = ({ kind, path, body, otherwise, source }: BlockNode, context: Context) => {
    const found = find(context, path);
    if (!exists(found.value)) return print(otherwise, found);
    if (kind !== 'each') return print(body, found);
    if (!Array.isArray(found.value)) throw new Error(`${source}: the test data has no list there`);
    return found.value.map((value) => print(body, { value, outer: found })).join('');
  };
  return print(nodes, { value: data, outer: null });
}

function find(context: Context, { up, parts }: Path): Context {
  let base = context;
  for (let left = up; left > 0 && base.outer; left--) base = base.outer;
  return parts.reduce<Context>(
    (outer, name) => ({ value: memberOf(outer.value, name), outer }),
    base,
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function exists(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function textOf(value: unknown): string {
  // .NET writes True and False.
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
