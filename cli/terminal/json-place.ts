import { findNodeAtLocation, type Node } from 'jsonc-parser';

/** A place in a text. Lines and columns count from 1, and columns count UTF-16 units, as editors do. */
export interface Place {
  line: number;
  column: number;
}

/** The names and indices that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** The path of a JSON Pointer (RFC 6901), array indices as numbers. */
export function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^(0|[1-9]\d*)$/.test(key) ? Number(key) : key));
}

/**
 * Where the value at `path` begins, or else the nearest value around it. If the value is a string, `within`
 * is a place in that string, and the result is the same place in the JSON, where escapes are longer.
 */
export function placeOfValue(text: string, root: Node, path: JsonPath, within?: Place): Place {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (!node) continue;
    const inside = within && node.type === 'string' && length === path.length;
    const literal = text.slice(node.offset, node.offset + node.length);
    return placeAt(text, node.offset + (inside ? offsetWithin(literal, node.value, within) : 0));
  }
  return placeAt(text, root.offset);
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** Converts a place in a string to an offset in the string's JSON literal, which begins with the quote. */
function offsetWithin(literal: string, value: string, place: Place): number {
  const unit = /\\u[0-9a-fA-F]{4}|\\.|[^\\]/gs;
  unit.lastIndex = 1;
  for (let units = offsetAt(value, place); units > 0 && unit.test(literal); units--);
  return unit.lastIndex;
}

function offsetAt(text: string, { line, column }: Place): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}
