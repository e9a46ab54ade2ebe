import { join } from 'node:path';
import {
  maxTemplateJsonBytes,
  maxTemplateTextBytes,
  maxTestDataBytes,
} from '../../shared/engine/limits.ts';
import { readLanguageFiles } from './language-files.ts';
import { readHtml } from './read-html.ts';
import { type FileReading, readJsonFile, readTextFile } from './template-file.ts';

export const templateFiles = {
  template: 'template.json',
  html: 'body.html',
  mjml: 'body.mjml',
  text: 'body.txt',
  flow: 'flow.json',
  testData: 'test-data.json',
} as const;

export type TemplateReadings = Awaited<ReturnType<typeof readTemplateFiles>>;

export async function readTemplateFiles(path: string) {
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

export function contentOf<T>(reading: FileReading<T>): T | undefined {
  return reading.state === 'read' ? reading.content : undefined;
}
