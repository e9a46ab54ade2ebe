import { join } from 'node:path';
import * as z from 'zod/mini';
import { didYouMean } from '../../shared/engine/nearest.ts';
import { partNames, partRows, shapeOf, templateParts } from '../../shared/engine/template-parts.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { type JsonSource, readJson } from '../terminal/json-source.ts';
import { languageEntries, languageEntriesSchema, languageSentence } from './languages-of.ts';
import { templateFiles } from './template-files.ts';

/** A JSON file that was read, or would be written. */
export type JsonFile = Extract<JsonSource, { ok: true }>;

/** The parts that have files of their own are not in template.json. */
const { html: _, text: _1, testData: _2, name, ...ownFields } = shapeOf(templateParts, 'stored');
const jsonParts = z.object(ownFields);

/** The fields of template.json. A template without a subject uses the variable `subject` as its subject. */
export const templateFields = z.strictObject({
  id: z.string(),
  name,
  kind: z.optional(z.literal('partial')),
  ...ownFields,
  subject: z.nullish(z.string()),
  languages: languageEntriesSchema,
});

export type TemplateFields = z.infer<typeof templateFields>;

export function templateFile(source: TemplateSource) {
  const { templateId: id, name, kind } = source;
  const subject = kind === 'partial' ? undefined : source.subject;
  const languages = source.languages && languageEntries(source.languages);
  const parts = { ...jsonParts.parse(source), subject, languages };
  const fields = Object.entries({ id, name, kind, ...parts });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

export function asFile(value: unknown): JsonFile {
  const source = readJson(JSON.stringify(value, null, 2));
  if (!source.ok) throw new Error('JSON.stringify returned invalid JSON');
  return source;
}

const listing = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function hasFlow(value: unknown): boolean {
  return templateFields.safeParse(value).data?.flow != null;
}

export function fieldProblems(
  path: string,
  template: JsonFile,
  issues: readonly z.core.$ZodIssue[],
): ManageProblem[] {
  const wrong = (field: PropertyKey[], message: string): ManageProblem => ({
    ...{ code: 'bad-file', file: join(path, templateFiles.template), message },
    ...template.placeOf(field.filter((key) => typeof key !== 'symbol')),
  });
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      return wrong([...issue.path], fieldSentence(issue, template.value));
    }
    return issue.keys.map((key) => {
      const field = [...issue.path, key];
      return wrong(field, languageSentence(field) ?? unknownField(key));
    });
  });
}

function unknownField(key: string): string {
  const question = didYouMean(key, Object.keys(templateFields.shape));
  return `has the unknown field ${JSON.stringify(key)}${question}: a template has ${listing.format(Object.keys(templateFields.shape))}`;
}

function fieldSentence(issue: z.core.$ZodIssue, template: unknown): string {
  const [field] = issue.path;
  if (field === undefined) return 'must be a JSON object with id, name and subject';
  const given = z.record(z.string(), z.unknown()).safeParse(template).data ?? {};
  if (!Object.hasOwn(given, field)) return `lacks ${String(field)}`;
  const sentence = languageSentence(issue.path);
  if (sentence !== null) return sentence;
  if (field === 'kind') return 'must have "partial" as kind, or no kind';
  const expects = partNames.flatMap((part) =>
    part === field ? (partRows[part].expects ?? []) : [],
  );
  return `must have ${expects[0] ?? 'a text'} as ${String(field)}`;
}
