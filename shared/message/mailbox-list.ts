/**
 * Cuts a list at its commas, but for those within double quotes. Nothing else is looked at: what
 * stands between two commas is for `parseMailbox` to judge, an empty entry too.
 */
export function splitMailboxList(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (character === '\\' && quoted) at++;
    else if (character === ',' && !quoted) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...entries, text.slice(start)];
}
