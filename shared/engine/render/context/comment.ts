/** The beginning of a comment, and its end without the `>`: `<!-->` and `<!--->` are whole comments. */
export const dashes = '--';

/** The text after `<!` that begins a CDATA section in SVG and MathML, and a comment elsewhere. */
const cdata = '[CDATA[';

/** The end of a CDATA section without the `>`. */
export const brackets = ']]';

/** The kind of a declaration, from what was read of it after `<!`; undefined if more has to be read. */
export function kindOfDeclaration(read: string): 'comment' | 'cdata' | 'bogus comment' | undefined {
  if (read === dashes) return 'comment';
  if (read === cdata) return 'cdata';
  return dashes.startsWith(read) || cdata.startsWith(read) ? undefined : 'bogus comment';
}

/** The part of a comment's end that was read, after one more character; null if the comment has ended. */
export function readComment(end: string, character: string): string | null {
  if (character === '>' && end.startsWith(dashes)) return null;
  if (character === '-') return end === '' || end.endsWith('!') ? '-' : dashes;
  return character === '!' && end === dashes ? `${end}!` : '';
}

/** The same for a CDATA section. */
export function readCdata(end: string, character: string): string | null {
  if (character === '>' && end === brackets) return null;
  if (character !== ']') return '';
  return end === '' ? character : brackets;
}

/** Whether a comment whose text begins there is a condition of Outlook's. */
export function beginsCondition(text: string, at: number): boolean {
  return /^\[if\b/i.test(text.slice(at, at + 4));
}
