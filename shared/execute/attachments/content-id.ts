import { maxContentIdCharacters } from '../../engine/limits.ts';

const shape = new RegExp(`^[A-Za-z0-9._-]{1,${maxContentIdCharacters}}$`);

/** What is wrong with a `cid`, as the end of a sentence; null where nothing is. `before`: the entries before its own. */
export function contentIdProblem(
  cid: string,
  before: readonly { cid?: string | undefined }[],
): string | null {
  if (!shape.test(cid)) {
    return `must be 1 to ${maxContentIdCharacters} ASCII letters, digits, dots, hyphens and underscores`;
  }
  const same = before.findIndex((other) => other.cid?.toLowerCase() === cid.toLowerCase());
  return same === -1 ? null : `is the same as that of _attachments[${same}]`;
}

/** An address of a file in HTML: in an attribute or in CSS. */
const address = /["'(=\s]cid:([\w.@%+-]+)/gi;

/** No more warnings about one mail: its trace is part of its record. */
const maxWarnings = 5;

/** What a mail's author may not mean: a file that the HTML does not show, and an address in it that shows no file. */
export function contentIdWarnings(
  files: readonly { cid?: string | undefined }[],
  html: string,
): string[] {
  const shown = new Set([...html.matchAll(address)].map(([, cid = '']) => cid));
  const given = new Set(files.flatMap(({ cid }) => cid ?? []));
  const unused = [...given].filter((cid) => !shown.has(cid));
  const unknown = [...shown].filter((cid) => !given.has(cid));
  return [
    ...unused.map((cid) => `The HTML does not show the attachment with the cid ${cid}`),
    ...unknown.map((cid) => `The HTML shows cid:${cut(cid)}, and no attachment has this cid`),
  ].slice(0, maxWarnings);
}

const cut = (cid: string) => cid.slice(0, maxContentIdCharacters);
