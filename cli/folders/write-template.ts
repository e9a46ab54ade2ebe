import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { maxTemplateHtmlBytes } from '../../shared/engine/limits.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { writeWholeFile } from '../files/whole-file.ts';
import { readJson } from '../terminal/json-source.ts';
import { makesHtml } from './read-html.ts';
import { templateFiles } from './template-files.ts';
import { templateFile } from './template-json.ts';
import { asPulled, languageContents } from './written-languages.ts';

/** The files of a template that were changed. A file with the right content is in neither list. */
export interface WrittenFiles {
  written: string[];
  removed: string[];
}

/**
 * Writes a template into its folder, so that a push of the folder changes nothing. A JSON file with the
 * same value keeps its layout, and a flow stays in the file that it was in.
 *
 * @throws {ManageError} where something other than a regular file has the name of one of its files
 */
export async function writeTemplate(folder: string, source: TemplateSource): Promise<WrittenFiles> {
  await mkdir(folder, { recursive: true });
  const { html, text, flow, testData } = source;
  const flowApart = (await contentOf(folder, templateFiles.flow)) !== null;
  const template = templateFile({ ...source, flow: flowApart ? undefined : flow });
  const { value: templateThere } = await jsonAt(folder, templateFiles.template);
  const files: [file: string, content: string | null][] = [
    [templateFiles.template, await jsonContent(folder, templateFiles.template, template)],
    [
      templateFiles.flow,
      await jsonContent(folder, templateFiles.flow, flowApart ? flow : undefined),
    ],
    // If somebody changed the HTML that MJML made, both are there, and the next push asks which one to keep.
    [templateFiles.html, (await makesHtml(folder, html)) ? null : html],
    [templateFiles.text, text ?? null],
    ...(await languageContents(folder, source, templateThere)),
    [templateFiles.testData, await jsonContent(folder, templateFiles.testData, testData)],
  ];
  const result: WrittenFiles = { written: [], removed: [] };
  for (const [file, content] of files) {
    if ((await contentOf(folder, file)) === content) continue;
    if (content === null) await rm(join(folder, file));
    else await writeWholeFile(join(folder, file), content);
    result[content === null ? 'removed' : 'written'].push(file);
  }
  return result;
}

/** The text to write: the file's present text if it already has this value; null if there is no value. */
async function jsonContent(folder: string, file: string, value: unknown): Promise<string | null> {
  if (value === undefined) return null;
  const there = await jsonAt(folder, file);
  const isTemplate = file === templateFiles.template;
  if (isDeepStrictEqual(isTemplate ? asPulled(there.value) : there.value, value)) return there.text;
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON file; without a value where there is none, or no JSON in it. */
async function jsonAt(
  folder: string,
  file: string,
): Promise<{ text: string | null; value?: unknown }> {
  const text = await contentOf(folder, file);
  const source = text === null ? null : readJson(text.replace(/^\uFEFF/, ''));
  return source?.ok ? { text, value: source.value } : { text };
}

/** The text of a file; null where there is none. If the file is too large for a template, only its beginning. */
async function contentOf(folder: string, file: string): Promise<string | null> {
  const path = join(folder, file);
  const reading = await readRegularFile(path, maxTemplateHtmlBytes);
  if ('bytes' in reading) return reading.bytes.toString('utf8');
  if ('absent' in reading) return null;
  throw new ManageError(`${path} ${reading.message}`);
}
