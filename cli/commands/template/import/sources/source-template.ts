import type { TemplateLanguage } from '../languages/tree.ts';

/** A template as its source has it. */
export interface SourceTemplate {
  /** Its name in the source: an alias or an id. */
  origin: string;
  language: TemplateLanguage;
  /** The id that it should get. */
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
  /** Sentences about what the source has, but the collection lacks. */
  leftOut: readonly string[];
}

const maxIdCharacters = 64;

/**
 * Gives each template of a source an id of postrider: its name for the source's users, with a hyphen for what an id
 * must not contain. If two templates would get the same id, the second gets a number.
 *
 * @param wanted the name of each template for the source's users, by the source's own key
 */
export function ids(wanted: ReadonlyMap<string, string>): (origin: string) => string {
  const byOrigin = new Map<string, string>();
  const taken = new Set<string>();
  for (const [origin, name] of wanted) {
    const hyphenated = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '');
    const base = hyphenated.slice(0, maxIdCharacters - 4) || 'template';
    let id = base;
    // Some file systems treat two names as equal if they differ only in case.
    for (let count = 2; taken.has(id.toLowerCase()); count++) id = `${base}-${count}`;
    taken.add(id.toLowerCase());
    byOrigin.set(origin, id);
  }
  return (origin) => byOrigin.get(origin) ?? origin;
}
