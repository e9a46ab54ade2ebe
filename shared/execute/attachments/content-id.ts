import { contentIdsIn, isContentId } from '../../engine/content-id.ts';
import { maxContentIdCharacters } from '../../engine/limits.ts';

/** What is wrong with a `cid`, as the end of a sentence; null if nothing is. `before`: the entries before its own. */
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

/** The maximum number of warnings about one mail, whose record stores them in the trace. */
const maxWarnings = 5;

/** Likely mistakes: a file with a `cid` that the HTML does not show, and a `cid:` address in it without a file. */
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
