import * as z from 'zod/mini';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { type LanguageFile, languageFileName, languageFilesIn } from './language-files.ts';

const languagesThere = z.looseObject({
  language: z.optional(z.string()),
  languages: z.optional(z.record(z.string(), z.looseObject({ subject: z.optional(z.unknown()) }))),
});

/**
 * A folder's `template.json` as a pull would write its languages: with canonical tags, and without empty
 * subjects. What it says is the same.
 */
export function asPulled(template: unknown): unknown {
  const parsed = languagesThere.safeParse(template).data;
  if (!parsed) return template;
  const { language, languages = {}, ...others } = parsed;
  const entries = Object.entries(languages).map(([written, { subject, ...unknown }]) => [
    canonicalTag(written) ?? written,
    { ...unknown, ...(subject ? { subject } : {}) },
  ]);
  return {
    ...others,
    ...(language !== undefined && { language: canonicalTag(language) ?? language }),
    ...(entries.length > 0 && { languages: Object.fromEntries(entries) }),
  };
}

/**
 * The content of each file of a template's languages; null for a file to remove, because the template that
 * was in the folder had its language. A file keeps the name by which the folder has it.
 */
export async function languageContents(
  folder: string,
  { languages = {} }: TemplateSource,
  templateThere: unknown,
): Promise<[file: string, content: string | null][]> {
  const there = await languageFilesIn(folder);
  const contents = new Map<string, string | null>();
  for (const [tag, source] of Object.entries(languages)) {
    for (const part of ['html', 'text'] as const) {
      const content = source[part] ?? null;
      const own = there.filter((file) => file.part === part && isIn(file, tag));
      for (const { name } of own) contents.set(name, content);
      if (own.length === 0 && content !== null) contents.set(languageFileName(tag, part), content);
    }
  }
  const before = Object.keys(languagesThere.safeParse(templateThere).data?.languages ?? {});
  for (const file of there) {
    const isGone = before.some((written) => isIn(file, canonicalTag(written)));
    if (isGone && !contents.has(file.name)) contents.set(file.name, null);
  }
  return [...contents];
}

function isIn({ written }: LanguageFile, tag: string | null): boolean {
  return tag !== null && canonicalTag(written) === tag;
}
