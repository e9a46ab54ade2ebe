import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { lookUpLanguage } from '../../engine/language/look-up-language.ts';
import {
  contentParts,
  draftParts,
  type PartName,
  partNames,
  partRows,
  shapeOf,
  templateParts,
} from '../../engine/template-parts.ts';

const languageSource = z.object(shapeOf(contentParts, 'stored'));
const writtenParts = z.object(shapeOf(templateParts, 'stored'));
const writtenDraft = z.object(shapeOf(draftParts, 'stored'));
const allParts = z.object(shapeOf(templateParts, 'given'));

export type LanguageSource = z.output<typeof languageSource>;

/** A template as its author writes it: `templateParts` describes the parts. */
export interface TemplateSource extends z.output<typeof writtenParts> {
  templateId: string;
  /** A partial is taken by templates, and is never sent itself. */
  kind?: 'partial' | undefined;
}

/** All parts; one that the template lacks has the value `empty` of its row. */
export type AllParts = z.output<typeof allParts>;

/** What the author of a stored revision wrote. */
export function sourceOf(templateId: string, revision: TemplateRevision): TemplateSource {
  return { templateId, kind: revision.kind, ...writtenParts.parse(revision) };
}

export function allPartsOf(source: Omit<TemplateSource, 'templateId'>): AllParts {
  return allParts.parse(source);
}

/** SHA-256 of what the author wrote, in hexadecimal: of its parts as JSON with sorted keys and without spaces. */
export function contentHash(source: Omit<TemplateSource, 'templateId'>): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash('sha256')
    .update(JSON.stringify(allPartsOf(source), sorted))
    .digest('hex');
}

/** The reverse of `allPartsOf`: without the parts that the template lacks. */
export function withoutEmptyParts(parts: AllParts): z.output<typeof writtenParts> {
  const contents = Object.entries(parts.languages).map(([tag, content]) => [tag, written(content)]);
  return writtenParts.parse(written({ ...parts, languages: Object.fromEntries(contents) }));
}

/** Unsaved content in one language, such as the editor renders, without a name. A stored draft is a `StoredDraft`. */
export interface TemplateDraft extends z.output<typeof writtenDraft> {
  /** Absent for a new template. */
  templateId?: string | undefined;
  kind?: 'partial' | undefined;
}

/** Like `withoutEmptyParts`, for unsaved content. */
export function withoutEmptyDraftParts(parts: Pick<AllParts, keyof typeof draftParts>) {
  return writtenDraft.parse(written(parts));
}

export function draftSource({ templateId = 'draft', ...draft }: TemplateDraft): TemplateSource {
  return { ...draft, templateId, name: 'draft' };
}

function written(parts: Partial<AllParts>): Partial<AllParts> {
  const has = (part: PartName) => !isDeepStrictEqual(parts[part], partRows[part].empty);
  return Object.fromEntries(partNames.filter(has).map((part) => [part, parts[part]]));
}

/** A template's content in the language that fits `wanted` best, else its default content. */
export function contentIn(
  source: TemplateSource,
  wanted: string | undefined,
): LanguageSource & { language: string | undefined } {
  const { language, languages = {} } = source;
  const own = language === undefined ? [] : [language];
  const tags = [...own, ...Object.keys(languages)];
  const tag = wanted === undefined ? null : lookUpLanguage(wanted, tags);
  const other = tag === null || tag === language ? undefined : languages[tag];
  if (other) return { ...other, language: tag ?? undefined };
  return { ...languageSource.parse(source), language };
}

/** What may differ between two revisions: a part that the author writes, or the partials that it takes. */
export type TemplateChange = Exclude<PartName, 'testData'> | 'test data' | 'kind' | 'partials';

/** The name of a part in a list of changes. */
export const changeOf = (part: PartName): TemplateChange =>
  part === 'testData' ? 'test data' : part;

export function changesBetween(
  before: TemplateRevision,
  after: TemplateRevision,
): TemplateChange[] {
  const [old, now] = [allPartsOf(before), allPartsOf(after)];
  const changed = partNames.filter((part) => !isDeepStrictEqual(old[part], now[part]));
  const isSame = isDeepStrictEqual(before.partials ?? {}, after.partials ?? {});
  return [
    ...changed.map(changeOf),
    ...(before.kind === after.kind ? [] : (['kind'] as const)),
    ...(isSame ? [] : (['partials'] as const)),
  ];
}
