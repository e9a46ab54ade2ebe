import type { Draft } from '../../../draft/draft.ts';
import { inLanguage } from '../../../draft/draft-in-language.ts';
import { type DraftProblem, problemOffset } from '../../../draft/draft-problems.ts';

/** The tags of Handlebars and Postmark that postrider does not have. */
const foreign =
  /\{\{~?\s*(?:[#/]\s*(each|if|unless)\b\s*([^\s{}~]*)[^{}]*|(else)\b[^{}]*|&?\s*this\b[^{}]*)~?\}\}/y;

/** Names the Handlebars tag at an offset and what to write instead; null if there is no such tag. */
export function handlebarsAt(source: string, offset: number): string | null {
  foreign.lastIndex = offset;
  const found = foreign.exec(source);
  if (!found) return null;
  const [tag, word, name, isElse] = found;
  if (isElse !== undefined) {
    return `${tag} is Handlebars: close the section with {{/name}} and open {{^name}}`;
  }
  if (word === undefined)
    return `${tag} is Handlebars: write {{.}} for the item, {{name}} for a value in it`;
  if (!name) return `${tag} is Handlebars: write {{/name}} with the name of the section`;
  const sign = word === 'unless' ? '^' : '#';
  return `${tag} is Handlebars: write {{${sign}${name}}} … {{/${name}}}`;
}

/** The problem. If a tag of Handlebars or Postmark is at its place, it says what to write instead. */
export function withHandlebarsWords(draft: Draft, problem: DraftProblem): DraftProblem {
  const { part, language, place } = problem;
  if (place === null || (part !== 'html' && part !== 'text' && part !== 'subject')) return problem;
  const source = inLanguage(draft, language)[part] ?? '';
  const detail = handlebarsAt(source, problemOffset(draft, problem) ?? -1);
  return detail === null ? problem : { ...problem, detail };
}
