import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export type Data = Readonly<Record<string, unknown>>;

/** The test data, or the first mistake in its text. */
export type ParsedData =
  | { ok: true; data: Data }
  /** `offset` is the place of the mistake in the text, from 0. */
  | { ok: false; detail: string; offset: number };

/** An empty text is an empty object. */
export function parseData(text: string): ParsedData {
  if (text.trim() === '') return { ok: true, data: {} };
  try {
    const value: unknown = JSON.parse(text);
    return isData(value) ? { ok: true, data: value } : noObject;
  } catch {
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const [first] = errors;
    if (!first) return { ok: false, detail: 'This is not JSON', offset: 0 };
    const detail = sentences[printParseErrorCode(first.error)] ?? 'This is not JSON';
    return { ok: false, detail, offset: first.offset };
  }
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const noObject = {
  ok: false,
  detail: 'Test data is an object: write { "name": "value" }',
  offset: 0,
} as const;

const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Write texts and names in double quotes',
  InvalidNumberFormat: 'JSON has no such number',
  PropertyNameExpected: 'A name in double quotes comes here; a last comma is one too many',
  ValueExpected: 'A value comes here',
  ColonExpected: 'A colon comes here',
  CommaExpected: 'A comma comes here',
  CloseBraceExpected: 'A closing } comes here',
  CloseBracketExpected: 'A closing ] comes here',
  EndOfFileExpected: 'Nothing may follow the data',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'This text needs a closing double quote on the same line',
  InvalidCharacter: 'Escape control characters: write a tab as \\t',
};
