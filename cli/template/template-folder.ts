import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import {
  maxTemplateJsonBytes,
  maxTemplateTextBytes,
  maxTestDataBytes,
} from '../../shared/engine/limits.ts';
import { didYouMean } from '../../shared/engine/nearest.ts';
import type { ManageProblem, ProblemPlace } from '../../shared/manage/manage-error.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { type JsonPath, type Place, pathOf } from '../terminal/json-place.ts';
import { type JsonSource, readJson } from '../terminal/json-source.ts';
import {
  entryPath,
  languageEntries,
  languageFields,
  languageSentence,
  languagesOf,
  unlistedLanguages,
} from './language/languages-of.ts';
import { nameOfFile, readLanguageFiles } from './language/read-languages.ts';
import { placeInMjml, readHtml } from './mjml/read-html.ts';
import { type FileReading, readJsonFile, readTextFile } from './template-file.ts';

/** The files of a template. */
export const templateFiles = {
  template: 'template.json',
  html: 'body.html',
  mjml: 'body.mjml',
  text: 'body.txt',
  flow: 'flow.json',
  testData: 'test-data.json',
} as const;

/** A template that was read from a folder. */
export interface TemplateFolder {
  path: string;
  source: TemplateSource;
  /** Adds the file to a problem, and the place in that file. */
  locate: <Problem extends ProblemPlace>(problem: Problem) => Problem;
}

type Json = Extract<JsonSource, { ok: true }>;
type Readings = Awaited<ReturnType<typeof readFiles>>;

export interface TemplateFolderReading {
  /** Null if one of its files has a problem. */
  folder: TemplateFolder | null;
  /** If `folder` is null: the template's HTML and text, which can be checked without the other files. */
  body: TemplateFolder | null;
  problems: ManageProblem[];
}

/** Reads one template's folder, and reports every problem of its files. */
export async function readTemplateFolder(path: string): Promise<TemplateFolderReading> {
  const readings = await readFiles(path);
  const { languages: languageFiles, made, ...files } = readings;
  const template = readings.template.state === 'read' ? readings.template.content : null;
  const fields = template && templateFields.safeParse(template.value);
  const languages =
    template && fields?.data && languagesOf(path, template, fields.data, languageFiles);
  const problems = [
    ...Object.values(files).flatMap((reading) =>
      reading.state === 'wrong' ? [reading.problem] : [],
    ),
    ...made.more,
    ...absences(path, readings),
    ...(template && fields?.error ? fieldProblems(path, template, fields.error.issues) : []),
    ...testDataProblems(path, readings.testData),
    ...(languages ?? languageFiles).problems,
  ];
  if (problems.length > 0 || !template || !languages || !fields?.data) {
    return { folder: null, body: bodyOf(path, readings), problems };
  }
  const source = sourceOf(fields.data, readings, languages);
  const locate = <Problem extends ProblemPlace>(problem: Problem) =>
    located(path, template, readings, problem);
  return { folder: { path, source, locate }, body: null, problems };
}

/**
 * The HTML and the text of a folder in each language, with a placeholder for template.json; null without any HTML. It is
 * a partial, for the templates that take it by the folder's name.
 */
function bodyOf(path: string, readings: Readings): TemplateFolder | null {
  if (readings.html.state !== 'read') return null;
  const id = basename(resolve(path));
  const fields = { id, name: 'unread', kind: 'partial', subject: null, flow: undefined } as const;
  const absent = { state: 'absent' } as const;
  const languages = unlistedLanguages(readings.languages);
  const source = sourceOf(fields, { ...readings, flow: absent, testData: absent }, { languages });
  const locate = <Problem extends ProblemPlace>(problem: Problem) =>
    located(path, asFile(fields), readings, problem);
  return { path, source, locate };
}

/** A template as a pull would write it into the folder `path`. Reads and writes no file. */
export function folderOf(path: string, source: TemplateSource): TemplateFolder {
  const { testData = {} } = source;
  const template = asFile(templateFile(source));
  const absent = { state: 'absent' } as const;
  const readings: Readings = {
    template: { state: 'read', content: template },
    flow: absent,
    testData: { state: 'read', content: asFile(testData) },
    html: absent,
    made: { more: [] },
    text: absent,
    languages: { files: new Map(), problems: [] },
  };
  return { path, source, locate: (problem) => located(path, template, readings, problem) };
}

/** What `template.json` has of a template. */
export function templateFile({
  templateId: id,
  name,
  kind,
  layout,
  subject,
  language,
  languages,
  keep,
  secret,
  flow,
}: TemplateSource) {
  return {
    id,
    name,
    ...(kind !== undefined && { kind }),
    ...(layout !== undefined && { layout }),
    ...(kind !== 'partial' && { subject }),
    ...(language !== undefined && { language }),
    ...(languages !== undefined && { languages: languageEntries(languages) }),
    ...(keep !== undefined && { keep }),
    ...(secret !== undefined && { secret }),
    ...(flow !== undefined && { flow }),
  };
}

function asFile(value: unknown): Json {
  const source = readJson(JSON.stringify(value, null, 2));
  if (!source.ok) throw new Error('JSON.stringify returned invalid JSON');
  return source;
}

/** The fields of template.json. A template without a subject uses the variable `subject` as its subject. */
const templateFields = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.optional(z.literal('partial')),
  layout: z.optional(z.string()),
  subject: z.nullish(z.string()),
  ...languageFields,
  keep: z.optional(z.string()),
  secret: z.optional(z.array(z.string())),
  flow: z.optional(z.unknown()),
});

const testDataFields = z.record(z.string(), z.unknown());

async function readFiles(path: string) {
  const [template, flow, testData, { html, ...made }, text, languages] = await Promise.all([
    readJsonFile(join(path, templateFiles.template), maxTemplateJsonBytes),
    readJsonFile(join(path, templateFiles.flow), maxTemplateJsonBytes),
    readJsonFile(join(path, templateFiles.testData), maxTestDataBytes),
    readHtml(path),
    readTextFile(join(path, templateFiles.text), maxTemplateTextBytes),
    readLanguageFiles(path),
  ]);
  return { template, flow, testData, html, made, text, languages };
}

function contentOf<T>(reading: FileReading<T>): T | undefined {
  return reading.state === 'read' ? reading.content : undefined;
}

function sourceOf(
  { id, name, kind, layout, subject, keep, secret, flow }: z.infer<typeof templateFields>,
  { html, text, flow: flowFile, testData }: Readings,
  { language, languages }: Pick<TemplateSource, 'language' | 'languages'>,
): TemplateSource {
  return {
    templateId: id,
    name,
    kind,
    layout,
    subject: subject ?? '',
    html: contentOf(html) ?? '',
    text: contentOf(text),
    language,
    languages,
    flow: flow ?? contentOf(flowFile)?.value,
    keep,
    secret,
    testData: testDataFields.safeParse(contentOf(testData)?.value).data,
  };
}

function absences(path: string, { template, html, flow }: Readings): ManageProblem[] {
  const problems: ManageProblem[] = [];
  if (template.state === 'absent') {
    const message = 'is missing: write {"id": "…", "name": "…", "subject": "…"} into it';
    problems.push({ code: 'bad-file', file: join(path, templateFiles.template), message });
  }
  if (html.state === 'absent') {
    const message = "is missing: write the template's HTML into it";
    problems.push({ code: 'bad-file', file: join(path, templateFiles.html), message });
  }
  if (flow.state === 'read' && hasFlow(contentOf(template)?.value)) {
    const message = 'and template.json both have a flow: keep one of the two';
    problems.push({ code: 'bad-file', file: join(path, templateFiles.flow), message });
  }
  return problems;
}

function hasFlow(value: unknown): boolean {
  return templateFields.safeParse(value).data?.flow != null;
}

function fieldProblems(
  path: string,
  template: Json,
  issues: readonly z.core.$ZodIssue[],
): ManageProblem[] {
  const file = join(path, templateFiles.template);
  const at = (field: PropertyKey[]) =>
    template.placeOf(field.filter((key) => typeof key !== 'symbol'));
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          code: 'bad-file' as const,
          file,
          ...at([...issue.path, key]),
          message: languageSentence([...issue.path, key]) ?? unknownField(key),
        }))
      : [
          {
            code: 'bad-file' as const,
            file,
            ...at(issue.path),
            message: fieldSentence(issue, template.value),
          },
        ],
  );
}

function unknownField(key: string): string {
  const question = didYouMean(key, Object.keys(templateFields.shape));
  return `has the unknown field ${JSON.stringify(key)}${question}: a template has id, name, kind, layout, subject, language, languages, keep, secret and flow`;
}

function fieldSentence(issue: z.core.$ZodIssue, template: unknown): string {
  const [field] = issue.path;
  if (field === undefined) return 'must be a JSON object with id, name and subject';
  const given = z.record(z.string(), z.unknown()).safeParse(template).data ?? {};
  if (!Object.hasOwn(given, field)) return `lacks ${String(field)}`;
  const sentence = languageSentence(issue.path);
  if (sentence !== null) return sentence;
  if (field === 'kind') return 'must have "partial" as kind, or no kind';
  if (field === 'secret') return 'must have a list of names of variables as secret';
  return `must have a text as ${String(field)}${field === 'keep' ? ', such as "7d"' : ''}`;
}

function testDataProblems(path: string, testData: FileReading<Json>): ManageProblem[] {
  if (testData.state !== 'read' || testDataFields.safeParse(testData.content.value).success)
    return [];
  const message = 'must be a JSON object with the variables for the preview';
  return [
    { code: 'bad-file', file: join(path, templateFiles.testData), line: 1, column: 1, message },
  ];
}

function located<Problem extends ProblemPlace>(
  path: string,
  template: Json,
  { flow, testData, html, made, languages }: Readings,
  problem: Problem,
): Problem {
  const { part, language, pointer = '', line, column } = problem;
  const inFile = (name: string, place?: Place | { line: undefined; column: undefined }) => ({
    ...problem,
    file: join(path, name),
    ...place,
  });
  const inTemplate = (at: JsonPath) =>
    inFile(
      templateFiles.template,
      template.placeOf(at, line && column ? { line, column } : undefined),
    );
  if (part === 'html' && language === undefined && made.mjml !== undefined) {
    return inFile(templateFiles.mjml, placeInMjml(made.mjml, contentOf(html) ?? '', problem));
  }
  if (part === 'html' || part === 'text') {
    return inFile(
      language === undefined ? templateFiles[part] : nameOfFile(languages, language, part),
    );
  }
  if (part === 'testData') {
    const place = testData.state === 'read' ? testData.content.placeOf(pathOf(pointer)) : undefined;
    return inFile(templateFiles.testData, place);
  }
  if (language !== undefined)
    return inTemplate([...entryPath(template.value, language), 'subject']);
  if (part !== 'flow') return inTemplate(part ? [part] : []);
  return flow.state === 'read'
    ? inFile(templateFiles.flow, flow.content.placeOf(pathOf(pointer)))
    : inTemplate(['flow', ...pathOf(pointer)]);
}
