/** What a comment begins with, and its end but for the `>`: `<!-->` and `<!--->` are whole comments. */
export const dashes = '--';

/** What follows in a declaration that is a section of characters in SVG and MathML, and a comment elsewhere. */
const cdata = '[CDATA[';

/** The end of such a section but for the `>`. */
export const brackets = ']]';

/** What a declaration is by what was read of it behind `<!`; undefined where more has to be read. */
export function kindOfDeclaration(read: string): 'comment' | 'cdata' | 'bogus comment' | undefined {
  if (read === dashes) return 'comment';
  if (read === cdata) return 'cdata';
  return dashes.startsWith(read) || cdata.startsWith(read) ? undefined : 'bogus comment';
}

/** How far the end of a comment was read, with one more character; null where it is over. */
export function readComment(end: string, character: string): string | null {
  if (character === '>' && end.startsWith(dashes)) return null;
  if (character === '-') return end === '' || end.endsWith('!') ? '-' : dashes;
  return character === '!' && end === dashes ? `${end}!` : '';
}

/** The same for a section of characters. */
export function readCdata(end: string, character: string): string | null {
  if (character === '>' && end === brackets) return null;
  if (character !== ']') return '';
  return end === '' ? character : brackets;
}

/** Whether a comment whose text begins there is a condition of Outlook's. */
export function beginsCondition(text: string, at: number): boolean {
  return /^\[if\b/i.test(text.slice(at, at + 4));
}
