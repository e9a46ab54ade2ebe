import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import {
  maxTemplateHtmlBytes,
  maxTemplateJsonBytes,
  maxTemplateTextBytes,
} from '../../../../../shared/engine/limits.ts';
import { ManageError, type ManageProblem } from '../../../../../shared/manage/manage-error.ts';
import { foldersIn } from '../../../../folders/folders-in.ts';
import { type FileReading, readJsonFile, readTextFile } from '../../../../folders/template-file.ts';
import { filesRefused } from '../../../../terminal/failure.ts';
import { mustachio } from '../languages/mustachio.ts';
import { ids, type SourceTemplate, type TemplateCollection } from './source-template.ts';

/**
 * What `postmark templates pull` writes as `meta.json`.
 *
 * https://github.com/ActiveCampaign/postmark-cli/blob/main/src/commands/templates/pull.ts
 */
const meta = z.object({
  Name: z.string(),
  Alias: z.optional(z.string()),
  Subject: z.optional(z.string()),
  TemplateType: z.optional(z.string()),
  LayoutTemplate: z.nullish(z.string()),
  TestRenderModel: z.nullish(z.record(z.string(), z.unknown())),
});

/**
 * Reads the folder that `postmark templates pull` wrote, with its `_layouts`. A folder without `meta.json` is a template
 * named after the folder.
 *
 * @throws {ManageError} if there is no such folder or no template in it, and with every file that cannot be read
 */
export async function readPostmark(dir: string): Promise<TemplateCollection> {
  const isFolder = await stat(dir).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ManageError(`There is no folder ${dir}`);
  const problems: ManageProblem[] = [];
  const found: SourceTemplate[] = [];
  for (const isLayout of [true, false]) {
    const parent = isLayout ? join(dir, '_layouts') : dir;
    const inside = await foldersIn(parent).catch(() => ({ folders: [], problems: [] }));
    for (const folder of inside.folders) {
      if (basename(folder) === '_layouts') continue;
      const template = await readTemplate(folder, isLayout, problems);
      if (template) found.push(template);
    }
  }
  if (problems.length > 0) throw filesRefused('Nothing was imported', problems);
  if (found.length === 0) {
    throw new ManageError(
      `${dir} holds no template of Postmark: a template is a folder with content.html and meta.json`,
    );
  }
  const idOf = ids(new Map(found.map(({ origin }) => [origin, origin])));
  const templates = found.map(({ layout, ...template }) => ({
    ...template,
    id: idOf(template.origin),
    layout: layout === undefined ? undefined : idOf(layout),
  }));
  return { name: 'Postmark', templates, leftOut: [withoutAlias] };
}

const withoutAlias =
  'postmark templates pull writes no template without an alias: if one is missing here, give it an alias at Postmark and pull again';

/** The template in a folder; null for a folder that has none of its files. */
async function readTemplate(
  folder: string,
  isLayout: boolean,
  problems: ManageProblem[],
): Promise<SourceTemplate | null> {
  const [html, text, about] = await Promise.all([
    readTextFile(join(folder, 'content.html'), maxTemplateHtmlBytes),
    readTextFile(join(folder, 'content.txt'), maxTemplateTextBytes),
    readJsonFile(join(folder, 'meta.json'), maxTemplateJsonBytes),
  ]);
  const readings: FileReading<unknown>[] = [html, text, about];
  if (readings.every(({ state }) => state === 'absent')) return null;
  problems.push(
    ...readings.flatMap((reading) => (reading.state === 'wrong' ? reading.problem : [])),
  );
  const fields = about.state === 'read' ? meta.safeParse(about.content.value) : null;
  if (fields?.error) {
    const message = 'must be the file that postmark templates pull wrote, with Name and Alias';
    problems.push({ code: 'bad-file', file: join(folder, 'meta.json'), message });
  }
  const origin = fields?.data?.Alias ?? basename(folder);
  return {
    origin,
    language: mustachio,
    id: origin,
    name: fields?.data?.Name ?? origin,
    subject: fields?.data?.Subject ?? '',
    html: html.state === 'read' ? html.content : '',
    text: text.state === 'read' ? text.content : undefined,
    testData: fields?.data?.TestRenderModel ?? undefined,
    isLayout,
    layout: fields?.data?.LayoutTemplate ?? undefined,
  };
}
