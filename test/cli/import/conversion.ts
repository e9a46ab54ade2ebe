import { convertTemplate } from '../../../cli/import/convert-template.ts';
import { importTemplates } from '../../../cli/import/import-templates.ts';
import type { SourceTemplate } from '../../../cli/import/source-template.ts';
import type { TemplateLanguage } from '../../../cli/import/tree.ts';

export function sourceTemplate(given: Partial<SourceTemplate>): SourceTemplate {
  return {
    origin: 'welcome',
    id: 'welcome',
    name: 'Welcome',
    subject: 'Hello',
    html: '',
    ...given,
  };
}

/** The HTML as it is written, and its problems as `line:column message`. */
export function converted(language: TemplateLanguage, html: string, testData?: object) {
  const { source, problems } = convertTemplate(
    sourceTemplate({ html, testData: testData && { ...testData } }),
    language,
  );
  return {
    html: source.html,
    problems: problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
  };
}

/** The same, and how it renders beside its source. */
export async function imported(language: TemplateLanguage, html: string, testData?: object) {
  const template = sourceTemplate({ html, testData: testData && { ...testData } });
  const collection = { name: 'Test', language, templates: [template], leftOut: [] };
  const [one] = await importTemplates(collection);
  return {
    html: one?.source.html,
    problems: one?.problems.map(({ message }) => message),
    comparison: one?.comparison,
  };
}
