import { maxContentIdCharacters } from './limits.ts';

const shape = new RegExp(`^[A-Za-z0-9._-]{1,${maxContentIdCharacters}}$`);

/** Whether a file of a mail may have this Content-ID. */
export const isContentId = (cid: string): boolean => shape.test(cid);

/** An address of a file in HTML: in an attribute or in CSS. */
const address = /["'(=\s]cid:([\w.@%+-]+)/gi;

/** The Content-IDs that HTML shows files by, in its order, each once. Some of them no file may have. */
export function contentIdsIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(address), ([, cid = '']) => cid))];
}
