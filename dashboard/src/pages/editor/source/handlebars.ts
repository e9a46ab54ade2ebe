import type { Draft } from '../../../draft/draft.ts';
import { inLanguage } from '../../../draft/draft-in-language.ts';
import { type DraftProblem, problemOffset } from '../../../draft/draft-problems.ts';

// Tags that postrider does not have.
const foreign =
  /\{\{~?\s*(?:([#/])\s*(each|if|unless)\b\s*([^\s{}~]*)[^{}]*|(else)\b[^{}]*|(&?)\s*this(?:\.([^\s{}|~]+))?\s*(\|[^{}]*)?)~?\}\}/g;

/** Names the tag and its replacement; null if no Handlebars tag is at the offset. */
export function handlebarsAt(source: string, offset: number): string | null {
  foreign.lastIndex = offset;
  const found = foreign.exec(source);
  foreign.lastIndex = 0;
  if (found?.index !== offset) return null;
  const [tag, , word, name, isElse] = found;
  if (isElse !== undefined) {
    return `${tag} is Handlebars: close the section with {{/name}} and open {{^name}}`;
  }
  if (word === undefined)
    return `${tag} is Handlebars: write {{.}} for the item, {{name}} for a value in it`;
  if (!name) return `${tag} is Handlebars: write {{/name}} with the name of the section`;
  const sign = word === 'unless' ? '^' : '#';
  return `${tag} is Handlebars: write {{${sign}${name}}} … {{/${name}}}`;
}

/** Replaces `{{#each x}}`, `{{#if x}}`, `{{#unless x}}`, `{{else}}`, `{{this}}` and `{{this.x}}` by sections. */
export function withoutHandlebars(source: string): string {
  const blocks = new Blocks(source);
  return source.replace(foreign, (tag, mark, word, name, isElse, raw, member, fallback = '') => {
    if (mark === '#') return blocks.open(word, nameOf(name));
    if (mark === '/') return blocks.close() ?? tag;
    if (isElse !== undefined) return blocks.turn() ?? tag;
    return `{{${raw}${member ?? '.'}${fallback}}}`;
  });
}

/** `this.items` and `../items` are looked up as `items`: in the item, then around it. */
const nameOf = (name = '') => name.replace(/^(this\.|\.\.\/)+/, '');

class Blocks {
  readonly #lists: ReadonlySet<string>;
  readonly #open: { name: string; sign: '#' | '^' }[] = [];

  constructor(source: string) {
    const loops = source.matchAll(/\{\{~?\s*#\s*each\s+([^\s{}~]+)/g);
    this.#lists = new Set([...loops].map(([, name]) => nameOf(name)));
  }

  open(word: string, name: string): string {
    // A section over a list repeats; its length asks only whether there is something in it.
    const asked = word === 'if' && this.#lists.has(name) ? `${name}.length` : name;
    const sign = word === 'unless' ? '^' : '#';
    this.#open.push({ name: asked, sign });
    return `{{${sign}${asked}}}`;
  }

  close(): string | null {
    const closed = this.#open.pop();
    return closed ? `{{/${closed.name}}}` : null;
  }

  turn(): string | null {
    const block = this.#open.at(-1);
    if (!block) return null;
    block.sign = block.sign === '#' ? '^' : '#';
    return `{{/${block.name}}}{{${block.sign}${block.name}}}`;
  }
}

const fix = { label: 'Write Handlebars as sections', apply: withoutHandlebars };

/** Adds the replacement and a fix if a tag of Handlebars or Postmark is at the problem's place. */
export function withHandlebarsFix(draft: Draft, problem: DraftProblem): DraftProblem {
  const { part, language, place } = problem;
  if (place === null || (part !== 'html' && part !== 'text' && part !== 'subject')) return problem;
  const source = inLanguage(draft, language)[part] ?? '';
  const detail = handlebarsAt(source, problemOffset(draft, problem) ?? -1);
  return detail === null ? problem : { ...problem, detail, fix };
}
