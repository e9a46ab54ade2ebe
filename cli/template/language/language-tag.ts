/** A language tag as `Intl` writes it, such as `pt-BR` for `PT-br`; null for a text that is none (BCP 47). */
export function canonicalTag(written: string): string | null {
  try {
    return Intl.getCanonicalLocales(written)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The tag that the author of a wrong one may mean, such as `pt-BR` for `pt_BR`; null if there is none. */
export function tagInsteadOf(written: string): string | null {
  return canonicalTag(written.replaceAll('_', '-'));
}
