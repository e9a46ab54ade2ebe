import type { Program } from './program/program.ts';
import type { TemplatePart } from './syntax/template-problem.ts';

/** What rendering needs of a template. Plain JSON. */
export type TemplatePrograms = {
  readonly subject: Program;
  readonly html: Program;
  /** Null if the text has to be converted from each rendered HTML. */
  readonly text: Program | null;
  /** Whether `text` was derived from the HTML: then its steps hold layout. */
  readonly textIsDerived: boolean;
};

/** A template made ready to be stored. Plain JSON. */
export type CompiledTemplate = TemplatePrograms & {
  /** In the order of first appearance: subject, HTML, text. */
  readonly variables: readonly TemplateVariable[];
};

export type VariableUse = 'value' | 'raw' | 'section' | 'inverted';

/** A variable of a template's written parts; a derived text has no variables that its HTML does not have. */
export type TemplateVariable = {
  /** As written; a name inside a section may be a property of the section's items. */
  readonly name: string;
  /** The names of the sections around it, outermost first; none outside a section. */
  readonly within: readonly string[];
  /** `value`: printed escaped or encoded. `raw`: unescaped. Else it opens a section. */
  readonly uses: readonly VariableUse[];
  /** Whether every rendering needs it: it is printed somewhere without a default, in no section. */
  readonly required: boolean;
  /** Its different defaults, in order; an empty default is the empty text. */
  readonly defaults: readonly string[];
  readonly parts: readonly TemplatePart[];
};

/** The programs without the list of variables, which takes as much room as the programs of a small template. */
export function programsOf({
  subject,
  html,
  text,
  textIsDerived,
}: CompiledTemplate): TemplatePrograms {
  return { subject, html, text, textIsDerived };
}

/** What V8 adds to a string's characters: its header, and rounding up to 8 bytes. */
const stringBytes = 24;

/** A reference from an object or an array; a small number takes no more. */
const slotBytes = 8;

/** An array with its list of elements, or an object with the spare fields that V8 reserves. */
const objectBytes = 80;

/** The bytes of heap that the programs take, measured: up to a third too many, never too few. */
export function compiledBytes({ subject, html, text }: TemplatePrograms): number {
  return bytesOf([subject, html, text]);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return stringBytesOf(value);
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce((bytes, part) => bytes + slotBytes + bytesOf(part), objectBytes);
}

/** `JSON.parse` makes each short string once and shares it. */
function stringBytesOf(text: string): number {
  return text.length <= 10 ? 0 : stringBytes + text.length * (isWide(text) ? 2 : 1);
}

/** V8 stores a whole string with two bytes per character if one character needs them. */
function isWide(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range that fits into one byte
  return /[^\u0000-\u00ff]/.test(text);
}
