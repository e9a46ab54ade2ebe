import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { maxJsonDepth } from '../../shared/engine/limits.ts';
import { type JsonPath, type Place, placeAt, placeOfValue } from './json-place.ts';

/** A JSON text's value, with the place of each value in it; or the first problem of the text. */
export type JsonSource =
  | { ok: true; value: unknown; placeOf: (path: JsonPath, within?: Place) => Place }
  | { ok: false; message: string; place: Place };

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

  return {
    ok: true,
    value: JSON.parse(text),
    placeOf: (path, within) => placeOfValue(text, root, path, within),
  };
}

function sentenceOf({ error }: ParseError): string {
  return sentences[printParseErrorCode(error)] ?? 'JSON is not well-formed here';
}

const sentences: Record<string, string> = {
  InvalidSymbol: 'JSON has no such word: put texts and names in double quotes',
  InvalidNumberFormat: 'JSON has no such number',
  PropertyNameExpected: 'JSON needs a name in double quotes here: remove the last comma',
  ValueExpected: 'JSON needs a value here',
  ColonExpected: 'JSON needs a colon here',
  CommaExpected: 'JSON needs a comma here',
  CloseBraceExpected: 'JSON needs a closing } here',
  CloseBracketExpected: 'JSON needs a closing ] here',
  EndOfFileExpected: 'the JSON text ends before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'JSON needs a closing double quote on the same line',
  UnexpectedEndOfNumber: 'JSON has no such number',
  InvalidUnicode: 'JSON needs four hexadecimal digits after \\u in this text',
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
