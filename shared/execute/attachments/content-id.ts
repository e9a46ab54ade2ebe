import { contentIdsIn, isContentId } from '../../engine/content-id.ts';
import { maxContentIdCharacters } from '../../engine/limits.ts';

/** What is wrong with a `cid`, as the end of a sentence; null where nothing is. `before`: the entries before its own. */
export function contentIdProblem(
  cid: string,
  before: readonly { cid?: string | undefined }[],
): string | null {
  if (!isContentId(cid)) {
    return `must be 1 to ${maxContentIdCharacters} ASCII letters, digits, dots, hyphens and underscores`;
  }
  const same = before.findIndex((other) => other.cid?.toLowerCase() === cid.toLowerCase());
  return same === -1 ? null : `is the same as that of _attachments[${same}]`;
}

/** No more warnings about one mail: its trace is part of its record. */
const maxWarnings = 5;

/** What a mail's author may not mean: a file that the HTML does not show, and an address in it that shows no file. */
export function contentIdWarnings(
  files: readonly { cid?: string | undefined }[],
  html: string,
): string[] {
  const shown = contentIdsIn(html);
  const given = new Set(files.flatMap(({ cid }) => cid ?? []));
  const unused = [...given].filter((cid) => !shown.includes(cid));
  const unknown = shown.filter((cid) => !given.has(cid));
  return [
    ...unused.map((cid) => `The HTML does not show the attachment with the cid ${cid}`),
    ...unknown.map((cid) => `The HTML shows cid:${cut(cid)}, and no attachment has this cid`),
  ].slice(0, maxWarnings);
}

const cut = (cid: string) => cid.slice(0, maxContentIdCharacters);
