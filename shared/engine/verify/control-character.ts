/**
 * C0, DEL, C1 and the two Unicode line separators: what could end a header line, or be taken for
 * its end by a reader downstream.
 */
export const controlCharacter = /[\p{Cc}\u2028\u2029]/u;
