import type { Draft } from '../../../draft/draft.ts';
import { inLanguage } from '../../../draft/draft-in-language.ts';
import { type DraftProblem, problemOffset } from '../../../draft/draft-problems.ts';
import { handlebarsAt, withoutHandlebars } from './handlebars.ts';

const fix = { label: 'Write Handlebars as sections', apply: withoutHandlebars };

/** The problem, or what to write here if its place has a tag of Handlebars or Postmark, with the fix. */
export function withHandlebarsFix(draft: Draft, problem: DraftProblem): DraftProblem {
  const { part, language, place } = problem;
  if (place === null || (part !== 'html' && part !== 'text' && part !== 'subject')) return problem;
  const source = inLanguage(draft, language)[part] ?? '';
  const detail = handlebarsAt(source, problemOffset(draft, problem) ?? -1);
  return detail === null ? problem : { ...problem, detail, fix };
}
