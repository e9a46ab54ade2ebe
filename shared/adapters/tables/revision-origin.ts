import { type Item, number, optionalNumber, optionalText, text, textItem } from './attributes.ts';

/** Who saved a revision, how and why. */
export interface RevisionAuthor {
  /** A dashboard user's e-mail address, the last part of the ARN of the CLI's caller, or `local`. */
  by: string;
  /** The way: `push`, `dashboard`, `mcp`, `rollback to 6`, `restore of 6`, `promote from staging`. */
  how: string;
  /** What its author wrote about it, at most `maxNoteCharacters` characters. */
  note?: string | undefined;
}

/** The origin of a revision: its author, and the revision that it was made from. */
export interface RevisionOrigin extends RevisionAuthor {
  /** The number of the revision that it was made from; absent for a new template. */
  from?: number | undefined;
  /** For a published draft: `createdAt` of the draft. */
  draft?: string | undefined;
}

/** The attribute `origin` of an item; without one for revisions that an earlier version of the service saved. */
export function originItem(origin: RevisionOrigin | undefined): Item {
  if (origin === undefined) return {};
  const { from, ...texts } = origin;
  const M = textItem({ ...texts });
  if (from !== undefined) M.from = { N: String(from) };
  return { origin: { M } };
}

export function originIn(item: Item): RevisionOrigin | undefined {
  const origin = item.origin?.M;
  if (origin === undefined) return undefined;
  const note = optionalText(origin, 'note');
  const from = optionalNumber(origin, 'from');
  const draft = optionalText(origin, 'draft');
  return {
    by: text(origin, 'by'),
    how: text(origin, 'how'),
    ...(note !== undefined && { note }),
    ...(from !== undefined && { from }),
    ...(draft !== undefined && { draft }),
  };
}

/** A revision that is kept as a draft: no request serves it until it is published. */
export interface DraftPointer {
  revision: number;
  /** ISO 8601: when it was saved. No two drafts of a template have the same. */
  createdAt: string;
  /** `from` is the revision that was served when its author began; absent if none was served. */
  origin: RevisionOrigin;
  /**
   * Whether its content has a key of its own, and its number is not used up: the next save of the draft has the same
   * number, and it is published under it. Default: the content is a revision like all others.
   */
  isApart?: boolean | undefined;
}

export function draftItem(draft: DraftPointer | undefined): Item {
  if (draft === undefined) return {};
  const { revision, createdAt, origin, isApart = false } = draft;
  const M: Item = {
    ...textItem({ createdAt }),
    ...originItem(origin),
    revision: { N: String(revision) },
    ...(isApart && { isApart: { BOOL: true } }),
  };
  return { draft: { M } };
}

export function draftIn(item: Item): DraftPointer | undefined {
  const draft = item.draft?.M;
  const origin = draft && originIn(draft);
  if (draft === undefined || origin === undefined) return undefined;
  const [revision, createdAt] = [number(draft, 'revision'), text(draft, 'createdAt')];
  return { revision, createdAt, origin, ...(draft.isApart?.BOOL && { isApart: true }) };
}
