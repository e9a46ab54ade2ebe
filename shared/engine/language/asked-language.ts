import { refuse } from '../errors.ts';
import { maxLanguageTagCharacters } from '../limits.ts';
import { canonicalTag } from './language-tag.ts';

/** The language that a request asks for; `tag` is undefined if it asks for none. `error` is a whole sentence. */
export type AskedLanguage =
  | { readonly ok: true; readonly tag: string | undefined }
  | { readonly ok: false; readonly error: string };

/** Reads the field that names a language; `""` is none. Throws `wrongType` for a text that is far too long. */
export function askedLanguage(field: string, given: string | undefined): AskedLanguage {
  if (given === undefined || given === '') return { ok: true, tag: undefined };
  if (given.length > maxLanguageTagCharacters) {
    const most = `a text of at most ${maxLanguageTagCharacters} characters`;
    throw refuse('wrongType', field, most, 'a longer one');
  }
  const tag = canonicalTag(given);
  return tag === null
    ? { ok: false, error: `${field} must be a language tag such as pt or pt-BR` }
    : { ok: true, tag };
}
