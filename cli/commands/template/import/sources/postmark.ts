import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import {
  maxTemplateHtmlBytes,
  maxTemplateJsonBytes,
  maxTemplateTextBytes,
} from '../../../../../shared/engine/limits.ts';
import { ManageError } from '../../../../../shared/manage/manage-error.ts';
import { foldersIn } from '../../../../folders/folders-in.ts';
import { type FileReading, readJsonFile, readTextFile } from '../../../../folders/template-file.ts';
import { filesRefused } from '../../../../terminal/failure.ts';
import { mustachio } from '../languages/mustachio.ts';
import { ids, type SourceTemplate, type TemplateCollection } from './source-template.ts';

/** https://github.com/ActiveCampaign/postmark-cli/blob/main/src/commands/templates/pull.ts */
const meta = z.object({
  Name: z.string(),
  Alias: z.optional(z.string()),
  Subject: z.optional(z.string()),
  TemplateType: z.optional(z.string()),
  LayoutTemplate: z.nullish(z.string()),
  TestRenderModel: z.nullish(z.record(z.string(), z.unknown())),
});

/** Reads the folder of `postmark templates pull`. @throws {ManageError} for no template or an unreadable file */
export async function readPostmark(dir: string): Promise<TemplateCollection> {
  const found: SourceTemplate[] = [];
  for (const isLayout of [true, false]) {
    const parent = isLayout ? join(dir, '_layouts') : dir;
    const { folders } = await foldersIn(parent).catch(() => ({ folders: [] }));
    for (const folder of folders) {
      const template = basename(folder) === '_layouts' ? null : await readTemplate(folder);
      if (template) found.push({ ...template, isLayout });
    }
  }
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
async function readTemplate(folder: string): Promise<SourceTemplate | null> {
  const html = contentOf(await readTextFile(join(folder, 'content.html'), maxTemplateHtmlBytes));
  const text = contentOf(await readTextFile(join(folder, 'content.txt'), maxTemplateTextBytes));
  const file = join(folder, 'meta.json');
  const about = contentOf(await readJsonFile(file, maxTemplateJsonBytes));
  if (html === undefined && text === undefined && about === undefined) return null;
  const fields = about && meta.safeParse(about.value);
  if (fields?.error) {
    const message = 'must be the file that postmark templates pull wrote, with Name and Alias';
    throw filesRefused('Nothing was imported', [{ code: 'bad-file', file, message }]);
  }
  const { Name, Alias, Subject = '', TestRenderModel, LayoutTemplate } = fields?.data ?? {};
  const origin = Alias ?? basename(folder);
  return {
    ...{ origin, language: mustachio, id: origin, name: Name ?? origin },
    ...{ subject: Subject, html: html ?? '', text },
    testData: TestRenderModel ?? undefined,
    layout: LayoutTemplate ?? undefined,
  };
}

function contentOf<T>(reading: FileReading<T>): T | undefined {
  if (reading.state === 'wrong') throw filesRefused('Nothing was imported', [reading.problem]);
  return reading.state === 'read' ? reading.content : undefined;
}
