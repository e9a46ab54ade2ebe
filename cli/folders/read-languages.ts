import { join } from 'node:path';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import {
  maxLanguages,
  maxTemplateHtmlBytes,
  maxTemplateTextBytes,
} from '../../shared/engine/limits.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import {
  type LanguageFile,
  type LanguagePart,
  languageFileName,
  languageFilesIn,
  tagInsteadOf,
} from './language-files.ts';
import { type FileReading, readTextFile } from './template-file.ts';

interface ReadFile {
  name: string;
  reading: FileReading<string>;
}

/** The files of one language. */
export type LanguageReading = Partial<Record<LanguagePart, ReadFile>>;

/** The files of a template's further languages. */
export interface LanguageReadings {
  /** By canonical tag; null where there are too many, which are not read. */
  files: ReadonlyMap<string, LanguageReading> | null;
  problems: readonly ManageProblem[];
}

/** Reads the files of the further languages in a template's folder. */
export async function readLanguageFiles(folder: string): Promise<LanguageReadings> {
  const problems: ManageProblem[] = [];
  const found = new Map<string, Partial<Record<LanguagePart, LanguageFile>>>();
  for (const file of await languageFilesIn(folder)) {
    const wrong = (message: string) =>
      problems.push({ code: 'bad-file', file: join(folder, file.name), message });
    const tag = canonicalTag(file.written);
    const files = found.get(tag ?? '') ?? {};
    const other = files[file.part];
    if (tag === null) wrong(noTag(file));
    else if (other) wrong(`is in the same language as ${other.name}: keep one of the two`);
    else found.set(tag, { ...files, [file.part]: file });
  }
  if (found.size >= maxLanguages) {
    return { files: null, problems: [...problems, tooMany(folder, found.size)] };
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

function noTag({ written, part }: LanguageFile): string {
  const tag = tagInsteadOf(written);
  const advice = tag === null ? 'give it a name such as body.pt-BR.html, or another name' : null;
  return `${JSON.stringify(written)} is no language tag: ${advice ?? `rename it to ${languageFileName(tag ?? '', part)}`}`;
}

function tooMany(folder: string, count: number): ManageProblem {
  const message = `has ${count + 1} languages with its own, and at most ${maxLanguages} can be stored: remove some`;
  return { code: 'bad-file', file: folder, message };
}

/** The file of a part in one language; where there is none, the name that it would have. */
export function nameOfFile({ files }: LanguageReadings, tag: string, part: LanguagePart): string {
  return files?.get(tag)?.[part]?.name ?? languageFileName(tag, part);
}
