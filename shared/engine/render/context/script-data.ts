/** Behind `<!--` in a script, up to `-->` (HTML standard, section 13.2.5, "script data escaped"). */
const escaped = 'e';

/** Behind `<script` in that: the next `</script` ends this, and not the element. */
const doubleEscaped = 'd';

const opening = '<!--';
const scriptTag = /^<script[\t\n\f\r />]$/;
const scriptEnd = /^<\/script[\t\n\f\r />]$/;

/** What is followed behind `<!--`. */
const signs = ['--', '<script', '</script'];

/**
 * How far a script was read, with one more character: whether `<!--`, and `<script` behind it, are
 * open, and what may be the beginning of one of the signs that matter.
 */
export function readScript(read: string, character: string): string {
  const mode = read.startsWith(escaped) || isDoubleEscaped(read) ? read.charAt(0) : '';
  const seen = read.slice(mode.length) + character.toLowerCase();
  if (mode === '') return seen.endsWith(opening) ? `${escaped}--` : endOf(seen, [opening]);
  if (seen === '-->') return '';
  if (mode === escaped && scriptTag.test(seen)) return doubleEscaped;
  if (mode === doubleEscaped && scriptEnd.test(seen)) return escaped;
  return mode + endOf(seen, signs);
}

/** Whether `</script` would not end the element. */
export function isDoubleEscaped(read: string): boolean {
  return read.startsWith(doubleEscaped);
}

/** The longest end of a text that is the beginning of a sign. */
function endOf(seen: string, signs: readonly string[]): string {
  for (let from = 0; from < seen.length; from++) {
    const end = seen.slice(from);
    if (signs.some((sign) => sign.startsWith(end))) return end;
  }
  return '';
}
