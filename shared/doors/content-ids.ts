import { maxContentIdCharacters } from '../engine/limits.ts';

/** An address of a file in HTML. */
const address = /\bcid:([^"'\s)<>]+)/gi;

/** A Content-ID as execute takes it: those that mail programs make have an `@`. */
export const cleanCid = (cid = ''): string =>
  cid
    .replace(/^<|>$/g, '')
    .replaceAll('%40', '@')
    .replace(/[^\w.-]/g, '_')
    .slice(0, maxContentIdCharacters);

interface ShownFiles {
  html: string | undefined;
  /** The Content-IDs of the files that the HTML shows, as execute takes them. */
  shown: ReadonlySet<string>;
}

/** HTML that shows its files by Content-IDs as execute takes them. Other addresses stay as they are. */
export function showFiles(
  html: string | undefined,
  cids: readonly (string | undefined)[],
): ShownFiles {
  const known = new Set(cids.flatMap((cid) => (cid ? [cleanCid(cid)] : [])));
  const shown = new Set<string>();
  const shownHtml = html?.replace(address, (found, given: string) => {
    const cid = cleanCid(given);
    if (!known.has(cid)) return found;
    shown.add(cid);
    return `cid:${cid}`;
  });
  return { html: shownHtml, shown };
}
