import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { type SourceNode, type TemplateLanguage, UnreadableSource } from './languages/tree.ts';
import type { SourceTemplate } from './sources/source-template.ts';
import { ValueUse } from './value-use.ts';
import { type ImportedPart, writeMustache } from './write-mustache.ts';

/** Converts to postrider's Mustache. Test data: its own over its layout's, or each variable's name as its value. */
export function convertTemplate(
  original: SourceTemplate,
  layoutData: Record<string, unknown> = {},
): TemplateSource {
  const { id, name, language, isLayout = false, layout, text, testData } = original;
  const variables = new ValueUse();
  variables.learn({ ...layoutData, ...testData });
  const nodes = {
    subject: read(original.subject, language),
    html: read(original.html, language),
    text: read(text ?? '', language),
  };
  const write = (part: ImportedPart) =>
    writeMustache(nodes[part], { part, variables, namesAreLevels: language.namesAreLevels });
  const writeAll = () => ({
    ...{ subject: write('subject'), html: write('html') },
    text: text === undefined ? undefined : write('text'),
  });
  // The first time only shows which values are lists, because a list may be tested before it is repeated.
  writeAll();
  return {
    ...{ templateId: id, name },
    ...(isLayout && { kind: 'partial' }),
    ...(layout !== undefined && { layout }),
    ...writeAll(),
    testData: { ...(testData ? {} : variables.sampleData()), ...layoutData, ...testData },
  };
}

/** The tags of a part; one that is refused, with the reason, for a part that is not valid. */
function read(source: string, language: TemplateLanguage): readonly SourceNode[] {
  try {
    return language.read(source);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return [{ kind: 'refused', source: 'this part', why: error.message }];
  }
}
