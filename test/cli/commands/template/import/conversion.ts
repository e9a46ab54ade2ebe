import {
  convertTemplate,
  importTemplates,
} from '../../../../../cli/commands/template/import/import-templates.ts';
import type { TemplateLanguage } from '../../../../../cli/commands/template/import/languages/tree.ts';
import type { SourceTemplate } from '../../../../../cli/commands/template/import/sources/source-template.ts';

function sourceTemplate(
  language: TemplateLanguage,
  html: string,
  testData?: object,
): SourceTemplate {
  return {
    ...{ origin: 'welcome', id: 'welcome', name: 'Welcome', subject: 'Hello' },
    ...{ language, html, testData: testData && { ...testData } },
  };
}

/** The HTML as it is written. */
export const converted = (language: TemplateLanguage, html: string) =>
  convertTemplate(sourceTemplate(language, html)).html;

/** The HTML as it is written, its problems, and the comparison of its rendering with its source's. */
export async function imported(language: TemplateLanguage, html: string, testData?: object) {
  const templates = [sourceTemplate(language, html, testData)];
  const [one] = await importTemplates({ name: 'Test', templates, leftOut: [] });
  return {
    html: one?.source.html,
    problems: one?.problems.map(({ message }) => message),
    comparison: one?.comparison,
  };
}
