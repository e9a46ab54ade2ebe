import { maxLanguageTagCharacters } from '../limits.ts';

/** The canonical form of a language tag (BCP 47), `pt-BR` for `PT-br`; null for a text that is no tag, such as `pt_BR`. */
export function canonicalTag(text: string): string | null {
  if (text.length > maxLanguageTagCharacters) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
