import type { Program } from './program/program.ts';
import type { TemplatePart } from './syntax/template-problem.ts';

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
  /**
   * How the template uses it: it prints it escaped or encoded (`value`) or unescaped (`raw`), or
   * opens a section or an inverted section with it.
   */
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
