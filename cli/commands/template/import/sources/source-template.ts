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

const maxIdCharacters = 64;

/**
 * Gives each template of a source an id of postrider: what the source's users call it, with a hyphen in the place of
 * what an id cannot have. If two would get the same, the second gets a number.
 *
 * @param wanted what each template is called, by how the source itself tells it from the others
 */
export function ids(wanted: ReadonlyMap<string, string>): (origin: string) => string {
  const byOrigin = new Map<string, string>();
  const taken = new Set<string>();
  for (const [origin, name] of wanted) {
    const base = plain(name);
    let id = base.slice(0, maxIdCharacters);
    for (let count = 2; taken.has(id.toLowerCase()); count++) {
      id = `${base.slice(0, maxIdCharacters - 4)}-${count}`;
    }
    // Some file systems take two names for one that differ only in their case.
    taken.add(id.toLowerCase());
    byOrigin.set(origin, id);
  }
  return (origin) => byOrigin.get(origin) ?? origin;
}

function plain(name: string): string {
  const text = name.normalize('NFKD').replace(/\p{M}/gu, '');
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '') || 'template';
}
