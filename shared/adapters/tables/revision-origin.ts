import {
  type Item,
  number,
  optionalNumber,
  optionalText,
  optionalTexts,
  text,
  textItem,
  textList,
} from './attributes.ts';

/** Who saved a revision, how and why. */
export interface RevisionAuthor {
  /** A dashboard user's e-mail address, the last part of the ARN of the CLI's caller, or `local`. */
  by: string;
  /** A dashboard user's `sub`. */
  id?: string | undefined;
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
  /** For a published draft: the names of the persons who approved it. */
  approvedBy?: readonly string[] | undefined;
}

/** The attribute `origin` of an item; without one for revisions that an earlier version of the service saved. */
export function originItem(origin: RevisionOrigin | undefined): Item {
  if (origin === undefined) return {};
  const { from, approvedBy, ...texts } = origin;
  const M = textItem({ ...texts });
  if (from !== undefined) M.from = { N: String(from) };
  if (approvedBy?.length) M.approvedBy = textList(approvedBy);
  return { origin: { M } };
}

export function originIn(item: Item): RevisionOrigin | undefined {
  const origin = item.origin?.M;
  if (origin === undefined) return undefined;
  const note = optionalText(origin, 'note');
  const from = optionalNumber(origin, 'from');
  const draft = optionalText(origin, 'draft');
  const id = optionalText(origin, 'id');
  const approvedBy = optionalTexts(origin, 'approvedBy');
  return {
    by: text(origin, 'by'),
    how: text(origin, 'how'),
    ...(note !== undefined && { note }),
    ...(from !== undefined && { from }),
    ...(draft !== undefined && { draft }),
    ...(id !== undefined && { id }),
    ...(approvedBy && { approvedBy }),
  };
}

/** That a person approved a draft with the content that it has. */
export interface DraftApproval {
  by: { id?: string | undefined; name: string };
  /** ISO 8601. */
  at: string;
  /** How kept mails change with the draft; null for a partial, and if there was no time to make them. */
  replay: { mails: number; same: number; text: number; html: number; fail: number } | null;
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
  /** Each save makes a draft without any. */
  approvals?: readonly DraftApproval[] | undefined;
}

export function draftItem(draft: DraftPointer | undefined): Item {
  if (draft === undefined) return {};
  const { revision, createdAt, origin, isApart = false, approvals } = draft;
  const M: Item = {
    ...textItem({ createdAt }),
    ...originItem(origin),
    revision: { N: String(revision) },
    ...(isApart && { isApart: { BOOL: true } }),
    ...(approvals && textItem({ approvals: JSON.stringify(approvals) })),
  };
  return { draft: { M } };
}

export function draftIn(item: Item): DraftPointer | undefined {
  const draft = item.draft?.M;
  const origin = draft && originIn(draft);
  if (draft === undefined || origin === undefined) return undefined;
  const [revision, createdAt] = [number(draft, 'revision'), text(draft, 'createdAt')];
  const approvals = optionalText(draft, 'approvals');
  return {
    ...{ revision, createdAt, origin },
    ...(draft.isApart?.BOOL && { isApart: true }),
    ...(approvals !== undefined && { approvals: JSON.parse(approvals) as DraftApproval[] }),
  };
}
