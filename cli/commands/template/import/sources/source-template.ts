import type { TemplateLanguage } from '../languages/tree.ts';

export interface SourceTemplate {
  /** Its name in the source: an alias or an id. */
  origin: string;
  language: TemplateLanguage;
  id: string;
  name: string;
  subject: string;
  html: string;
  text?: string | undefined;
  testData?: Record<string, unknown> | undefined;
  isLayout?: boolean;
  layout?: string | undefined;
}

export interface TemplateCollection {
  /** The source's name, as its users write it. */
  name: string;
  templates: readonly SourceTemplate[];
  /** Sentences about what the source has, but the collection lacks. */
  leftOut: readonly string[];
}

const maxIdCharacters = 64;

/** The id of each template: its name, with a hyphen for other characters, and a number if the id is taken. */
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
