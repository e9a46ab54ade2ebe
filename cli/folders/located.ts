import { join } from 'node:path';
import type { ProblemPlace } from '../../shared/manage/manage-error.ts';
import { type JsonPath, type Place, pathOf } from '../terminal/json-place.ts';
import { entryPath } from './languages-of.ts';
import { placeInMjml } from './read-html.ts';
import { nameOfFile } from './read-languages.ts';
import { contentOf, type TemplateReadings, templateFiles } from './template-files.ts';
import type { JsonFile } from './template-json.ts';

/** Adds to a problem of a template its file in the folder `path`, and the place in that file. */
export function located<Problem extends ProblemPlace>(
  path: string,
  template: JsonFile,
  { flow, testData, html, made, languages }: TemplateReadings,
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
