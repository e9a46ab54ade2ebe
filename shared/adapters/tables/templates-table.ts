import { isId } from '../../id.ts';
import {
  bytes,
  type Item,
  number,
  optionalText,
  optionalTexts,
  text,
  textItem,
} from './attributes.ts';
import { getItem, type Table } from './dynamodb.ts';
import { pausesIn, type TemplatePause } from './pause-item.ts';
import {
  decodeRevision,
  decodeServed,
  type ServedRevision,
  type TemplateRevision,
} from './revision-format.ts';
import { type DraftPointer, draftIn, originIn, type RevisionOrigin } from './revision-origin.ts';

/** The current state of a template: small enough to read at every request, and all that a list shows. */
export interface TemplateHead {
  templateId: string;
  name: string;
  subject: string;
  flowStatus: FlowStatus;
  /** A partial is never served itself. */
  kind?: 'partial' | undefined;
  /** Whether it is a partial with `{{> content}}`: the layout of templates. Default: false. */
  isLayout?: boolean | undefined;
  /** The ids of the partials that it takes, directly or through others. */
  uses?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  /** The tags of its languages, its own first. Absent if it names none, or an earlier version wrote the head. */
  languageTags?: readonly string[] | undefined;
  /** The number of the served revision; in a tombstone, of the last served revision, or 0 if none was ever served. */
  revision: number;
  /** ISO 8601. */
  updatedAt: string;
  /** Set in the tombstone of a deleted template, which keeps its numbers from being used twice. */
  deletedAt?: string | undefined;
  /** The origin of the served revision; in a tombstone, who deleted the template. Absent if it was not recorded. */
  origin?: RevisionOrigin | undefined;
  draft?: DraftPointer | undefined;
  /** Its last pauses, the newest last: `pauseNow` tells whether it is paused. A save and a deletion keep them. */
  pauses?: readonly TemplatePause[] | undefined;
}

export interface StoredHead extends TemplateHead {
  /** The revision that was served before this head was written; 0 if none was. */
  replaces: number;
}

/** What the template's flow ends in; a flow without an output node is a `callback`. */
export type FlowStatus = 'none' | 'callback' | 'provider';

/** The head of a template, strongly consistent; null if the account has none, or has deleted it. */
export async function readHead(
  templates: Table,
  accountId: string,
  templateId: string,
): Promise<StoredHead | null> {
  const head = await readHeadOrTombstone(templates, accountId, templateId);
  return head?.deletedAt === undefined ? head : null;
}

/** Like `readHead`, with the tombstone of a deleted template: for callers that write the next revision. */
export async function readHeadOrTombstone(
  templates: Table,
  accountId: string,
  templateId: string,
): Promise<StoredHead | null> {
  if (!isId(templateId)) return null;
  const item = await readItem(templates, accountId, headKey(templateId));
  return item ? toHead(item) : null;
}

/** One revision, or null if there is none of this number. A revision never changes. */
export async function readRevision(
  templates: Table,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<TemplateRevision | null> {
  if (!isId(templateId)) return null;
  const item = await readItem(templates, accountId, revisionKey(templateId, revision));
  return item ? decodeRevision(bytes(item, 'content')) : null;
}

/** The content of a draft; null if a later save has replaced it. */
export async function readDraftContent(
  templates: Table,
  accountId: string,
  templateId: string,
  draft: DraftPointer,
): Promise<TemplateRevision | null> {
  const content = (await readItem(templates, accountId, draftKey(templateId, draft)))?.content?.B;
  return content ? decodeRevision(content) : null;
}

/** Like `readRevision`, by the key, with the other languages still encoded, and the bytes that hold them. */
export async function readServedRevision(
  templates: Table,
  accountId: string,
  sk: string,
): Promise<{ revision: ServedRevision; content: Uint8Array } | null> {
  const content = (await readItem(templates, accountId, sk))?.content?.B;
  if (!content) return null;
  return { revision: decodeServed(content), content };
}

const readItem = (templates: Table, accountId: string, sk: string) =>
  getItem(templates, textItem({ accountId, sk }));

const headPrefix = 'T#';

export const headKey = (templateId: string) => `${headPrefix}${templateId}`;

/** The sort key of a revision: padded, so that the order of the keys is the order of the numbers. */
export const revisionKey = (templateId: string, revision: number) =>
  `R#${templateId}#${String(revision).padStart(8, '0')}`;

/** The sort key of a draft's content. */
export const draftKey = (templateId: string, { revision, createdAt, isApart }: DraftPointer) =>
  isApart ? `D#${templateId}#${createdAt}` : revisionKey(templateId, revision);

export function toHead(item: Item): StoredHead {
  return {
    templateId: text(item, 'sk').slice(headPrefix.length),
    name: text(item, 'name'),
    subject: text(item, 'subject'),
    flowStatus: toFlowStatus(text(item, 'flowStatus')),
    ...kindIn(item),
    uses: optionalTexts(item, 'uses'),
    tags: optionalTexts(item, 'tags'),
    languageTags: optionalTexts(item, 'languageTags'),
    revision: number(item, 'revision'),
    updatedAt: text(item, 'updatedAt'),
    deletedAt: optionalText(item, 'deletedAt'),
    replaces: number(item, 'replaces'),
    origin: originIn(item),
    draft: draftIn(item),
    pauses: pausesIn(item),
  };
}

/** The item of a layout has `layout` as its kind. */
function kindIn(item: Item): Pick<TemplateHead, 'kind' | 'isLayout'> {
  const kind = optionalText(item, 'kind');
  if (kind === 'layout') return { kind: 'partial', isLayout: true };
  return kind === 'partial' ? { kind } : {};
}

function toFlowStatus(status: string): FlowStatus {
  return status === 'provider' || status === 'callback' ? status : 'none';
}
