import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import { maxTemplateHtmlBytes, maxTemplateTextBytes } from '../../shared/engine/limits.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { type FileReading, readTextFile } from './template-file.ts';

type LanguagePart = 'html' | 'text';

/** A file with the HTML or the text of a template in a further language, such as `body.pt-BR.html`. */
export interface LanguageFile {
  name: string;
  /** The language in the file's name, which may not be a language tag. */
  written: string;
  part: LanguagePart;
}

const languageFile = /^body\.(?<written>.+)\.(?<ending>html|txt)$/;
const endings = { html: 'html', text: 'txt' } as const;

export const languageFileName = (tag: string, part: LanguagePart) => `body.${tag}.${endings[part]}`;

export async function languageFilesIn(folder: string): Promise<LanguageFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => {
    const { written, ending } = languageFile.exec(name)?.groups ?? {};
    if (written === undefined) return [];
    return [{ name, written, part: ending === 'txt' ? 'text' : 'html' }];
  });
}

interface ReadFile {
  name: string;
  reading: FileReading<string>;
}

export type LanguageReading = Partial<Record<LanguagePart, ReadFile>>;

export interface LanguageReadings {
  /** By canonical tag. */
  files: ReadonlyMap<string, LanguageReading>;
  problems: readonly ManageProblem[];
}

export async function readLanguageFiles(folder: string): Promise<LanguageReadings> {
  const problems: ManageProblem[] = [];
  const found = new Map<string, Partial<Record<LanguagePart, LanguageFile>>>();
  for (const file of await languageFilesIn(folder)) {
    const wrong = (message: string) =>
      problems.push({ code: 'bad-file', file: join(folder, file.name), message });
    const tag = canonicalTag(file.written);
    const files = found.get(tag ?? '') ?? {};
    const other = files[file.part];
    if (tag === null) wrong(`${JSON.stringify(file.written)} ${noTag}`);
    else if (other) wrong(`is in the same language as ${other.name}: keep one of the two`);
    else found.set(tag, { ...files, [file.part]: file });
  }
  const files = new Map<string, LanguageReading>();
  for (const [tag, { html, text }] of found) {
    files.set(tag, {
      ...(html && { html: await read(folder, html) }),
      ...(text && { text: await read(folder, text) }),
    });
  }
  const readings = [...files.values()].flatMap(({ html, text }) => [html, text]);
  for (const one of readings) {
    if (one?.reading.state === 'wrong') problems.push(one.reading.problem);
  }
  return { files, problems };
}

const maxBytes = { html: maxTemplateHtmlBytes, text: maxTemplateTextBytes };

async function read(folder: string, { name, part }: LanguageFile): Promise<ReadFile> {
  return { name, reading: await readTextFile(join(folder, name), maxBytes[part]) };
}

const noTag = 'is no language tag: give the file a name such as body.pt-BR.html, or another name';

/** The file of a part in one language; if there is none, the name that it would have. */
export function nameOfFile({ files }: LanguageReadings, tag: string, part: LanguagePart): string {
  return files.get(tag)?.[part]?.name ?? languageFileName(tag, part);
}
