import type { TemplateLanguage } from '../languages/tree.ts';

/** A template as its source has it. */
export interface SourceTemplate {
  /** How the source calls it: an alias, an id. */
  origin: string;
  language: TemplateLanguage;
  /** What its id shall be. */
  id: string;
  name: string;
  subject: string;
  html: string;
  text?: string | undefined;
  testData?: Record<string, unknown> | undefined;
  isLayout?: boolean;
  /** The id of its layout. */
  layout?: string | undefined;
}

/** All templates of a source. */
export interface TemplateCollection {
  /** The source's name, as its users write it. */
  name: string;
  templates: readonly SourceTemplate[];
  /** Sentences about what the source has, and the collection does not. */
  leftOut: readonly string[];
}
