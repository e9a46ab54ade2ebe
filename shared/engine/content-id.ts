import { maxContentIdCharacters } from './limits.ts';

const shape = new RegExp(`^[A-Za-z0-9._-]{1,${maxContentIdCharacters}}$`);

/** Whether a file of a mail may have this Content-ID. */
export const isContentId = (cid: string): boolean => shape.test(cid);

/** An address of a file in HTML: in an attribute or in CSS. */
const address = /["'(=\s]cid:([\w.@%+-]+)/gi;

/** The distinct Content-IDs in `cid:` addresses of HTML, in order. Some of them may be invalid for a file. */
export function contentIdsIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(address), ([, cid = '']) => cid))];
}
