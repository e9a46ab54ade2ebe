import { readdir } from 'node:fs/promises';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import { codeOf } from '../files/error-code.ts';

/** The parts of a template that have a file of their own in each language. */
export type LanguagePart = 'html' | 'text';

/** A file with the HTML or the text of a template in a further language, such as `body.pt-BR.html`. */
export interface LanguageFile {
  name: string;
  /** The language as the name has it, which may be no language tag. */
  written: string;
  part: LanguagePart;
}

const languageFile = /^body\.(?<written>.+)\.(?<ending>html|txt)$/;
const endings = { html: 'html', text: 'txt' } as const;

export const languageFileName = (tag: string, part: LanguagePart) => `body.${tag}.${endings[part]}`;

/** The files of further languages in a folder, by name; none where there is no folder. */
export async function languageFilesIn(folder: string): Promise<LanguageFile[]> {
  const names = await namesIn(folder);
  return names.sort().flatMap((name) => {
    const { written, ending } = languageFile.exec(name)?.groups ?? {};
    if (written === undefined) return [];
    return [{ name, written, part: ending === 'txt' ? 'text' : 'html' }];
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** The tag that the author of a wrong one may mean, such as `pt-BR` for `pt_BR`; null if there is none. */
export function tagInsteadOf(written: string): string | null {
  return canonicalTag(written.replaceAll('_', '-'));
}
