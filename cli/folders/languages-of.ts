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

export interface TemplateLanguages {
  language: string | undefined;
  languages: Record<string, LanguageSource> | undefined;
  problems: ManageProblem[];
}

/** Each from its entry in `template.json` and its files. A variable subject, and a partial, need none in a language. */
export function languagesOf(
  folder: string,
  { placeOf }: { placeOf: (path: JsonPath) => TextPlace },
  fields: LanguageFields,
  readings: LanguageReadings,
): TemplateLanguages {
  const problems: ManageProblem[] = [...readings.problems];
  const wrong = (path: JsonPath, message: string) => {
    const file = join(folder, 'template.json');
    problems.push({ code: 'bad-file', file, ...placeOf(path), message });
  };
  const language = fields.language === undefined ? undefined : canonicalTag(fields.language);
  if (language === null) wrong(['language'], noTag(fields.language ?? ''));
  const about = { language: language ?? undefined, hasSubject: !isBlank(fields.subject) };
  const languages: Record<string, LanguageSource> = {};
  const names = new Map<string, string>();
  for (const [written, { subject, ...parts }] of Object.entries(fields.languages ?? {})) {
    const tag = canonicalTag(written);
    const files = readings.files.get(tag ?? '') ?? {};
    const entry = { tag, written, subject, hasHtml: files.html !== undefined };
    for (const sentence of entrySentences(entry, names.get(tag ?? ''), about)) {
      wrong(['languages', written], sentence);
    }
    if (tag === null) continue;
    names.set(tag, written);
    languages[tag] = { ...parts, ...sourceOf(files, subject ?? '') };
  }
  problems.push(...filesWithoutEntry(folder, readings.files, names, about));
  const none = names.size === 0;
  return { language: about.language, languages: none ? undefined : languages, problems };
}

interface Entry {
  /** Null if `written` is not a language tag. */
  tag: string | null;
  written: string;
  subject?: string | null | undefined;
  hasHtml: boolean;
}

interface Own {
  language: string | undefined;
  hasSubject: boolean;
}

/** What is wrong with an entry; `other` is an earlier entry of the same language. */
function entrySentences(
  { tag, written, subject, hasHtml }: Entry,
  other: string | undefined,
  { language, hasSubject }: Own,
): string[] {
  if (tag === null) return [noTag(written)];
  if (other !== undefined) return [`has ${other} and ${written}: keep one of the two`];
  if (tag === language) return [`has ${tag} as language and among languages: keep one of the two`];
  return [
    ...(hasHtml ? [] : [missingFile(tag)]),
    ...(hasSubject && isBlank(subject) ? [missingSubject(tag)] : []),
  ];
}

function filesWithoutEntry(
  folder: string,
  files: ReadonlyMap<string, LanguageReading>,
  entries: ReadonlyMap<string, string>,
  { language, hasSubject }: Own,
): ManageProblem[] {
  return [...files].flatMap(([tag, { html, text }]): ManageProblem[] => {
    const name = (html ?? text)?.name;
    if (name === undefined || entries.has(tag)) return [];
    const message = tag === language ? sameAsOwn(tag) : missingEntry(tag, hasSubject);
    return [{ code: 'bad-file', file: join(folder, name), message }];
  });
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
