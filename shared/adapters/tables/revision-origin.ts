import { type Item, optionalNumber, optionalText, text, textItem } from './attributes.ts';

/** Who saved a revision, how and why. */
export interface RevisionAuthor {
  /** A dashboard user's e-mail address, the last part of the ARN of the CLI's caller, or `local`. */
  by: string;
  /** The way: `push`, `dashboard`, `rollback to 6`, `restore of 6`, `promote from staging`. */
  how: string;
  /** What its author wrote about it, at most `maxNoteCharacters` characters. */
  note?: string | undefined;
}

/** Where a revision comes from. */
export interface RevisionOrigin extends RevisionAuthor {
  /** The number of the revision that it was made from; absent for a new template. */
  from?: number | undefined;
}

/** The attribute `origin` of an item; without one for revisions that an earlier version of the service saved. */
export function originItem(origin: RevisionOrigin | undefined): Item {
  if (origin === undefined) return {};
  const { from, ...texts } = origin;
  const M = { ...textItem({ ...texts }), ...(from !== undefined && { from: { N: String(from) } }) };
  return { origin: { M } };
}

/** Reads what `originItem` made. */
export function originIn(item: Item): RevisionOrigin | undefined {
  const origin = item.origin?.M;
  if (origin === undefined) return undefined;
  const note = optionalText(origin, 'note');
  const from = optionalNumber(origin, 'from');
  return {
    by: text(origin, 'by'),
    how: text(origin, 'how'),
    ...(note !== undefined && { note }),
    ...(from !== undefined && { from }),
  };
}
