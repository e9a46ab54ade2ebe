import {
  compileTemplate,
  type TemplateSource,
} from '../../../../shared/engine/render/compile-template.ts';
import { TemplateSyntaxError } from '../../../../shared/engine/render/syntax/template-problem.ts';

/** A template with nothing in it. */
export const empty: TemplateSource = { subject: '', html: '', text: null };

/** All problems of a template, as `part line:column message`. */
export function problemsOf(source: Partial<TemplateSource>): string[] {
  try {
    compileTemplate({ ...empty, ...source });
    return [];
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    return error.problems.map(
      ({ part, line, column, message }) => `${part} ${line}:${column} ${message}`,
    );
  }
}
