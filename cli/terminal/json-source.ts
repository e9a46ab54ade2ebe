import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { maxJsonDepth } from '../../shared/engine/limits.ts';

/** A JSON text's value, with the place of each value in it; or the first problem of the text. */
export type JsonSource =
  | { ok: true; value: unknown; placeOf: (path: JsonPath) => TextPlace }
  | { ok: false; message: string; place: TextPlace };

/** Reads strict JSON. Refuses a text that nests deeper than a request may, and an object that gives a name twice. */
export function readJson(text: string): JsonSource {
  const wrong = (message: string, offset: number) =>
    ({ ok: false, message, place: placeAt(text, offset) }) as const;

  if (text.trim() === '') return wrong('the file is empty, JSON expected', 0);
  const tooDeep = offsetOfDepth(text, maxJsonDepth + 1);
  if (tooDeep !== null) return wrong(`JSON is nested deeper than ${maxJsonDepth} levels`, tooDeep);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first) return wrong(sentenceOf(first), first.offset);
  if (!root) return wrong('JSON expected', 0);
  const twice = nameGivenTwice(root);
  if (twice) return wrong(`${JSON.stringify(twice.value)} is given twice`, twice.offset);

  return { ok: true, value: JSON.parse(text), placeOf: (path) => placeOfValue(text, root, path) };
}

function sentenceOf({ error }: ParseError): string {
  const code = printParseErrorCode(error);
  return sentences[code] ?? `JSON is wrong here: ${wordsOf(code)}`;
}

/** `comma expected` for `CommaExpected`. */
const wordsOf = (code: string) => code.replace(/\B[A-Z]/g, ' $&').toLowerCase();

const sentences: Record<string, string> = {
  InvalidSymbol: 'JSON has no such word: put texts and names in double quotes',
  PropertyNameExpected: 'JSON needs a name in double quotes here: remove the last comma',
  InvalidCommentToken: 'JSON has no comments',
  InvalidEscapeCharacter: 'JSON has no such escape: write a backslash as \\\\',
  InvalidCharacter: 'JSON needs control characters escaped: write a tab as \\t',
};

/** Where the text first nests to `depth`. Reads only the tokens: parsing a deep text may overflow the stack. */
function offsetOfDepth(text: string, depth: number): number | null {
  const scanner = createScanner(text, true);
  for (let open = 0; ; ) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= text.length) return null;
    if ('{['.includes(text.charAt(offset))) open++;
    if ('}]'.includes(text.charAt(offset))) open--;
    if (open === depth) return offset;
  }
}

function nameGivenTwice(node: Node): Node | null {
  const names = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0] : undefined;
    if (name && names.has(name.value)) return name;
    if (name) names.add(name.value);
    const deeper = nameGivenTwice(child);
    if (deeper) return deeper;
  }
  return null;
}

/** A place in a text. Lines and columns count from 1, and columns count UTF-16 units, as editors do. */
export interface TextPlace {
  line: number;
  column: number;
}

export type JsonPath = readonly (string | number)[];

/** The path of a JSON Pointer (RFC 6901), array indices as numbers. */
export function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^(0|[1-9]\d*)$/.test(key) ? Number(key) : key));
}

/** Where the value at `path` begins, or else the nearest value around it. */
function placeOfValue(text: string, root: Node, path: JsonPath): TextPlace {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return placeAt(text, node.offset);
  }
  return placeAt(text, root.offset);
}

export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
