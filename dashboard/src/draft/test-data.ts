import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export type Data = Readonly<Record<string, unknown>>;

export type ParsedData =
  | { ok: true; data: Data }
  /** `offset` is the place of the first mistake, from 0. */
  | { ok: false; detail: string; offset: number };

/** An empty text is an empty object. */
export function parseData(text: string): ParsedData {
  if (text.trim() === '') return { ok: true, data: {} };
  const read = readJson(text);
  if (read && isData(read.json)) return { ok: true, data: read.json };
  if (read) return { ok: false, detail: noObject, offset: 0 };
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  const detail = first && sentences[printParseErrorCode(first.error)];
  return { ok: false, detail: detail ?? notJson, offset: first?.offset ?? 0 };
}

/** Null if the text is no test data. */
export function dataIn(text: string): Data | null {
  const parsed = parseData(text);
  return parsed.ok ? parsed.data : null;
}

export function readJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const notJson = 'This is not valid JSON';
const noObject = 'Test data must be a JSON object, such as { "name": "value" }';

const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Put strings and names in double quotes',
  InvalidNumberFormat: 'This is not a JSON number',
  PropertyNameExpected: 'Write a name in double quotes here, or remove the comma before it',
  ValueExpected: 'A value is missing here',
  ColonExpected: 'A colon is missing here',
  CommaExpected: 'A comma is missing here',
  CloseBraceExpected: 'A closing } is missing here',
  CloseBracketExpected: 'A closing ] is missing here',
  EndOfFileExpected: 'Remove everything after the data',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'This string needs a closing double quote on the same line',
  InvalidCharacter: 'Escape control characters: write a tab as \\t',
};
