import { isProgram } from './program/is-program.ts';
import type { Program } from './program/program.ts';
import type { TemplatePart } from './syntax/template-problem.ts';

/** Raised with every change to what a program says: one of another version is compiled anew. */
export const compiledVersion = 3;

/**
 * Versions whose programs run as they are. The first knew no guards: what was saved with it is
 * rendered as it always was, until it is saved anew.
 */
const readVersions: readonly unknown[] = [1, compiledVersion];

/** What rendering needs of a template. Plain JSON. */
export type TemplatePrograms = {
  readonly subject: Program;
  readonly html: Program;
  /** Null where the text has to be converted from each rendered HTML. */
  readonly text: Program | null;
  /** Whether `text` was derived from the HTML: then its steps hold layout. */
  readonly textIsDerived: boolean;
};

/** A template made ready to be stored. Plain JSON. */
export type CompiledTemplate = TemplatePrograms & {
  readonly version: number;
  /** In the order of first appearance: subject, HTML, text. */
  readonly variables: readonly TemplateVariable[];
};

export type VariableUse = 'value' | 'raw' | 'section' | 'inverted';

/** A variable of a template's written parts; a derived text has none that its HTML has not. */
export type TemplateVariable = {
  /** As written; a name inside a section may be a property of the section's items. */
  readonly name: string;
  /** The names of the sections around it, outermost first; none where it stands in no section. */
  readonly within: readonly string[];
  /** Whether it is printed, or as it is (`raw`), or decides over a section, or an inverted one. */
  readonly uses: readonly VariableUse[];
  /** Whether every rendering needs it: it is printed somewhere without a default, in no section. */
  readonly required: boolean;
  /** Its different defaults, in order; an empty default is the empty text. */
  readonly defaults: readonly string[];
  readonly parts: readonly TemplatePart[];
};

/**
 * A stored template as it was compiled; null where it is damaged or of another version, and has to
 * be compiled from its source again.
 */
export function readCompiledTemplate(value: unknown): CompiledTemplate | null {
  return isCompiledTemplate(value) ? value : null;
}

/**
 * Like `readCompiledTemplate`, without what only lists the variables: rendering does not use it,
 * and it takes as much room as the programs of a small template.
 */
export function readPrograms(value: unknown): TemplatePrograms | null {
  if (!isCompiledTemplate(value)) return null;
  const { subject, html, text, textIsDerived } = value;
  return { subject, html, text, textIsDerived };
}

/** The variables' own fields are not looked into: nothing is rendered by them. */
function isCompiledTemplate(value: unknown): value is CompiledTemplate {
  if (typeof value !== 'object' || value === null) return false;
  const { version, subject, html, text, textIsDerived, variables }: Unread = value;
  return (
    readVersions.includes(version) &&
    isProgram(subject) &&
    isProgram(html) &&
    (text === null || isProgram(text)) &&
    typeof textIsDerived === 'boolean' &&
    Array.isArray(variables)
  );
}

type Unread = { readonly [Field in keyof CompiledTemplate]?: unknown };
