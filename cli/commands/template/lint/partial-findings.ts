import { lookUpLanguage } from '../../../../shared/engine/language/look-up-language.ts';
import { takenNames } from '../../../../shared/engine/render/join/taken-names.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { LintFinding } from './finding.ts';
import type { LanguageView } from './language-views.ts';
import { placeOfPartial } from './variable-findings.ts';

/** The partials and the layout that a language takes in another one, because they are not in it. */
export function partialFindings({ tag, source, known }: LanguageView): LintFinding[] {
  const { language } = source;
  if (language === undefined) return [];
  return takenNames(source).flatMap((id): LintFinding[] => {
    const partial = known.get(id)?.source;
    if (!partial || isIn(partial, language)) return [];
    // Nobody knows which language it is in: it may be the template's own.
    if (tag === undefined && partial.language === undefined) return [];
    const own = partial.language ?? 'its own language';
    const message = `${id} is not in ${language}, and is taken in ${own}: write it in ${language} as well`;
    return [{ code: 'partial-language', ...placeOfPartial(source, id), message }];
  });
}

function isIn({ language, languages = {} }: TemplateSource, wanted: string): boolean {
  const own = language === undefined ? [] : [language];
  return lookUpLanguage(wanted, [...own, ...Object.keys(languages)]) !== null;
}
