import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import { maxTemplateHtmlBytes } from '../../shared/engine/limits.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { writeWholeFile } from '../files/whole-file.ts';
import { readJson } from '../terminal/json-source.ts';
import { languageFileName, languageFilesIn } from './language-files.ts';
import { makesHtml } from './read-html.ts';
import { templateFiles } from './template-files.ts';
import { templateFile } from './template-json.ts';

/** The files of a template that were changed. A file with the right content is in neither list. */
export interface WrittenFiles {
  written: string[];
  removed: string[];
}

/** Writes so that a push changes nothing: equal JSON keeps its layout. @throws {ManageError} for an irregular file */
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
    // If a person changed the HTML that MJML made, both files exist, and the next push asks which one to keep.
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
  if (isDeepStrictEqual(there.value, value)) return there.text;
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON file; without a value if there is none, or no JSON in it. */
async function jsonAt(
  folder: string,
  file: string,
): Promise<{ text: string | null; value?: unknown }> {
  const text = await contentOf(folder, file);
  const source = text === null ? null : readJson(text.replace(/^\uFEFF/, ''));
  return source?.ok ? { text, value: source.value } : { text };
}

/** The text of a file; null if there is none. If the file is too large for a template, only its beginning. */
async function contentOf(folder: string, file: string): Promise<string | null> {
  const path = join(folder, file);
  const reading = await readRegularFile(path, maxTemplateHtmlBytes);
  if ('bytes' in reading) return reading.bytes.toString('utf8');
  if ('absent' in reading) return null;
  throw new ManageError(`${path} ${reading.message}`);
}

const languagesThere = z.object({ languages: z.record(z.string(), z.unknown()) });

/** Null: a file to remove, because the earlier template had its language. A file keeps its name. */
async function languageContents(
  folder: string,
  { languages = {} }: TemplateSource,
  templateThere: unknown,
): Promise<[file: string, content: string | null][]> {
  const before = Object.keys(languagesThere.safeParse(templateThere).data?.languages ?? {});
  const tags = new Set([...before, ...Object.keys(languages)].map(canonicalTag));
  const contents = new Map<string, string | null>();
  for (const { name, written } of await languageFilesIn(folder)) {
    const tag = canonicalTag(written);
    if (tag !== null && tags.has(tag)) contents.set(name, null);
  }
  for (const [tag, { html, text }] of Object.entries(languages)) {
    contents.set(languageFileName(tag, 'html'), html);
    if (text !== undefined) contents.set(languageFileName(tag, 'text'), text);
  }
  return [...contents];
}
