import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ManageProblem, ProblemPlace } from '../../shared/manage/manage-error.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { type JsonPath, pathOf, type TextPlace } from '../terminal/json-source.ts';
import { nameOfFile } from './language-files.ts';
import { entryPath, languagesOf } from './languages-of.ts';
import { placeInMjml } from './read-html.ts';
import type { FileReading } from './template-file.ts';
import {
  contentOf,
  readTemplateFiles,
  type TemplateReadings,
  templateFiles,
} from './template-files.ts';
import {
  asFile,
  fieldProblems,
  hasFlow,
  type JsonFile,
  type TemplateFields,
  templateFields,
  templateFile,
} from './template-json.ts';

export interface TemplateFolder {
  path: string;
  source: TemplateSource;
  /** Adds the file to a problem, and the place in that file. */
  locate: <Problem extends ProblemPlace>(problem: Problem) => Problem;
}

/** Reads one template's folder, and reports every problem of its files. The folder is null if there is one. */
export async function readTemplateFolder(
  path: string,
): Promise<{ folder: TemplateFolder | null; problems: ManageProblem[] }> {
  const readings = await readTemplateFiles(path);
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
    return { folder: null, problems };
  }
  const source = sourceOf(fields.data, readings, languages);
  const locate = <Problem extends ProblemPlace>(problem: Problem) =>
    located(path, template, readings, problem);
  return { folder: { path, source, locate }, problems };
}

/** A template as a pull would write it into the folder `path`. Reads and writes no file. */
export function folderOf(path: string, source: TemplateSource): TemplateFolder {
  const { testData = {} } = source;
  const template = asFile(templateFile(source));
  const absent = { state: 'absent' } as const;
  const readings: TemplateReadings = {
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

const testDataFields = z.record(z.string(), z.unknown());

function sourceOf(
  { id, subject, languages: _, ...own }: TemplateFields,
  { html, text, flow: flowFile, testData }: TemplateReadings,
  { language, languages }: Pick<TemplateSource, 'language' | 'languages'>,
): TemplateSource {
  return {
    ...own,
    templateId: id,
    subject: subject ?? '',
    html: contentOf(html) ?? '',
    text: contentOf(text),
    language,
    languages,
    flow: own.flow ?? contentOf(flowFile)?.value,
    testData: testDataFields.safeParse(contentOf(testData)?.value).data,
  };
}

function absences(path: string, { template, html, flow }: TemplateReadings): ManageProblem[] {
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

function testDataProblems(path: string, testData: FileReading<JsonFile>): ManageProblem[] {
  if (testData.state !== 'read' || testDataFields.safeParse(testData.content.value).success)
    return [];
  const message = 'must be a JSON object with the variables for the preview';
  return [
    { code: 'bad-file', file: join(path, templateFiles.testData), line: 1, column: 1, message },
  ];
}

/** Adds to a problem of a template its file in the folder `path`, and the place in that file. */
function located<Problem extends ProblemPlace>(
  path: string,
  template: JsonFile,
  { flow, testData, html, made, languages }: TemplateReadings,
  problem: Problem,
): Problem {
  const { part, language, pointer = '' } = problem;
  const inFile = (name: string, place?: TextPlace | { line: undefined; column: undefined }) => ({
    ...problem,
    file: join(path, name),
    ...place,
  });
  const inTemplate = (at: JsonPath) => inFile(templateFiles.template, template.placeOf(at));
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
