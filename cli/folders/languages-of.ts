import { join } from 'node:path';
import * as z from 'zod/mini';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import { contentParts, shapeOf } from '../../shared/engine/template-parts.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import type { LanguageSource } from '../../shared/manage/templates/template-source.ts';
import type { JsonPath, TextPlace } from '../terminal/json-source.ts';
import { type LanguageReading, type LanguageReadings, languageFileName } from './language-files.ts';

/** The fields of a language's entry, without the parts that have a file of their own in each language. */
const { html: _, text: _1, ...entryFields } = shapeOf(contentParts, 'stored');

/** What `template.json` says of the other languages: `{"pt": {"subject": "…"}}`. */
export const languageEntriesSchema = z.optional(
  z.record(z.string(), z.strictObject({ ...entryFields, subject: z.nullish(z.string()) })),
);

interface LanguageFields {
  language?: string | undefined;
  languages?: z.infer<typeof languageEntriesSchema>;
  subject?: string | null | undefined;
}

/**
 * The languages of a template, each from its entry in `template.json` and its files. A template whose subject
 * is a variable needs no subject in any language, and neither does a partial.
 */
export function languagesOf(
  folder: string,
  { placeOf }: { placeOf: (path: JsonPath) => TextPlace },
  fields: LanguageFields,
  { files, problems: ofFiles }: LanguageReadings,
) {
  const problems: ManageProblem[] = [...ofFiles];
  const wrong = (path: JsonPath, messages: readonly string[]) => {
    const place = { file: join(folder, 'template.json'), ...placeOf(path) };
    problems.push(...messages.map((message) => ({ code: 'bad-file' as const, ...place, message })));
  };
  const language = fields.language === undefined ? undefined : canonicalTag(fields.language);
  if (language === null) wrong(['language'], [noTag(fields.language ?? '')]);
  const hasSubject = !isBlank(fields.subject);
  const languages: Record<string, LanguageSource> = {};
  for (const [written, { subject, ...parts }] of Object.entries(fields.languages ?? {})) {
    const tag = canonicalTag(written);
    const reading = files.get(tag ?? '') ?? {};
    const isTwice = tag !== null && Object.hasOwn(languages, tag);
    const lacksSubject = hasSubject && isBlank(subject);
    const facts = { isTwice, isOwn: tag === language, reading, lacksSubject };
    wrong(['languages', written], entrySentences({ tag, written }, facts));
    if (tag !== null) languages[tag] = { ...parts, ...sourceOf(reading, subject ?? '') };
  }
  const unlisted = [...files].filter(([tag]) => !Object.hasOwn(languages, tag));
  for (const [tag, { html, text }] of unlisted) {
    const file = join(folder, (html ?? text)?.name ?? '');
    const message = tag === language ? sameAsOwn(tag) : missingEntry(tag, hasSubject);
    problems.push({ code: 'bad-file', file, message });
  }
  const none = Object.keys(languages).length === 0;
  return { language: language ?? undefined, languages: none ? undefined : languages, problems };
}

interface EntryFacts {
  /** Whether an earlier entry has the same tag. */
  isTwice: boolean;
  /** Whether it is the language of the template itself. */
  isOwn: boolean;
  reading: LanguageReading;
  lacksSubject: boolean;
}

/** What is wrong with the entry of a language; `tag` is null if `written` is no language tag. */
function entrySentences(
  { tag, written }: { tag: string | null; written: string },
  { isTwice, isOwn, reading, lacksSubject }: EntryFacts,
): string[] {
  if (tag === null) return [noTag(written)];
  if (isTwice) return [`has ${tag} twice: keep one of the two`];
  if (isOwn) return [`has ${tag} as language and among languages: keep one of the two`];
  return [
    ...(reading.html ? [] : [missingFile(tag)]),
    ...(lacksSubject ? [missingSubject(tag)] : []),
  ];
}

const isBlank = (subject: string | null | undefined) => (subject ?? '').trim() === '';

export function languageEntries(languages: Readonly<Record<string, LanguageSource>>) {
  const entries = Object.entries(languages).map(
    ([tag, { html: _, text: _1, subject, ...entry }]) => [
      tag,
      subject === '' ? entry : { subject, ...entry },
    ],
  );
  return Object.fromEntries(entries);
}

const withLanguages = z.object({ languages: z.record(z.string(), z.unknown()) });

/** The path of a language's entry in `template.json`, which may write its tag in another way. */
export function entryPath(template: unknown, tag: string): JsonPath {
  const written = Object.keys(withLanguages.safeParse(template).data?.languages ?? {});
  return ['languages', written.find((key) => canonicalTag(key) === tag) ?? tag];
}

/** What is wrong with a value at a path of `template.json`; null if the path is not inside the entry of a language. */
export function languageSentence([field, tag, key]: readonly PropertyKey[]): string | null {
  if (field !== 'languages' || tag === undefined) return null;
  if (key === undefined) return `must have an object as ${String(tag)}: {"subject": "…"}`;
  if (key === 'subject') return `must have a text as the subject in ${String(tag)}`;
  return `has the unknown field ${JSON.stringify(key)} in ${String(tag)}: a language has only a subject`;
}

function sourceOf({ html, text }: LanguageReading, subject: string): LanguageSource {
  const own = text?.reading.state === 'read' ? { text: text.reading.content } : {};
  return { subject, html: html?.reading.state === 'read' ? html.reading.content : '', ...own };
}

const noTag = (written: string) =>
  `has the language ${JSON.stringify(written)}, which is no language tag: write one such as pt or pt-BR`;

const missingFile = (tag: string) =>
  `has the language ${tag}, but ${languageFileName(tag, 'html')} is missing: write the HTML in ${tag} into it, or remove this entry`;
const missingSubject = (tag: string) =>
  `lacks the subject in ${tag}: write "${tag}": {"subject": "…"}`;
const missingEntry = (tag: string, hasSubject: boolean) =>
  `has no entry in template.json: write "languages": {"${tag}": ${hasSubject ? '{"subject": "…"}' : '{}'}} there, or delete this file`;
const sameAsOwn = (tag: string) =>
  `is in ${tag}, the language of body.html: keep one of the two, or correct language in template.json`;
