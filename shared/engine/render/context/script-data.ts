/** After `<!--` in a script, until `-->` (HTML standard, "script data escaped"). */
const escaped = 'e';

/** The state after `<script` within `escaped`: the next `</script` ends this state, not the element. */
const doubleEscaped = 'd';

const opening = '<!--';
const scriptTag = /^<script[\t\n\f\r />]$/;
const scriptEnd = /^<\/script[\t\n\f\r />]$/;

/** The texts that `readScript` looks for after `<!--`; `--` begins `-->`. */
const signs = ['--', '<script', '</script'];

/** Reads one character: returns whether `<!--` and then `<script` are open, and what may begin a sign. */
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

/** The longest suffix of `seen` that is a prefix of one of the signs. */
function endOf(seen: string, signs: readonly string[]): string {
  for (let from = 0; from < seen.length; from++) {
    const end = seen.slice(from);
    if (signs.some((sign) => sign.startsWith(end))) return end;
  }
  return '';
}
