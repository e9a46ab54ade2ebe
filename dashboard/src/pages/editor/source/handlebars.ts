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
  const loops = source.matchAll(/\{\{~?\s*#\s*each\s+([^\s{}~]+)/g);
  const lists = new Set([...loops].map(([, name]) => nameOf(name)));
  const open: { name: string; sign: '#' | '^' }[] = [];
  return source.replace(foreign, (tag, mark, word, written, isElse, raw, member, fallback = '') => {
    if (mark === '#') {
      // A section over a list repeats; its length asks only whether there is something in it.
      const isAsked = word === 'if' && lists.has(nameOf(written));
      const name = isAsked ? `${nameOf(written)}.length` : nameOf(written);
      const sign = word === 'unless' ? '^' : '#';
      open.push({ name, sign });
      return `{{${sign}${name}}}`;
    }
    const block = open.at(-1);
    if (mark === '/') return open.pop() && block ? `{{/${block.name}}}` : tag;
    if (isElse === undefined) return `{{${raw}${member ?? '.'}${fallback}}}`;
    if (!block) return tag;
    block.sign = opposite[block.sign];
    return `{{/${block.name}}}{{${block.sign}${block.name}}}`;
  });
}

/** `this.items` and `../items` are looked up as `items`: in the item, then around it. */
const nameOf = (name = '') => name.replace(/^(this\.|\.\.\/)+/, '');

const opposite = { '#': '^', '^': '#' } as const;

const fix = { label: 'Write Handlebars as sections', apply: withoutHandlebars };

/** Adds the replacement and a fix if a tag of Handlebars or Postmark is at the problem's place. */
export function withHandlebarsFix(draft: Draft, problem: DraftProblem): DraftProblem {
  const { part, language, place } = problem;
  if (place === null || (part !== 'html' && part !== 'text' && part !== 'subject')) return problem;
  const source = inLanguage(draft, language)[part] ?? '';
  const detail = handlebarsAt(source, problemOffset(draft, problem) ?? -1);
  return detail === null ? problem : { ...problem, detail, fix };
}
